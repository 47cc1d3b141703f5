import { sql } from 'kysely'
import type { MessageKindId } from '#domain/messages/kinds.ts'
import { type NewsReader, readerKey } from '#domain/messages/news.ts'
import type { Db, Tx } from './database.ts'

/** What persons are told of one event: the bell shows it to whoever reads for that reader, and a push may carry it. */
export type News = {
  readonly eventId: number
  readonly kind: MessageKindId
  readonly to: NewsReader
  /** Neither names a patient or a hospital. */
  readonly title: string
  readonly words: string
  readonly requestId?: string
  /** The hospital or bank it is about, where the reader is another. */
  readonly aboutId?: string
  /** What it is about where only the newest word holds, as of messages (ruling AMB-277). */
  readonly thread?: string
  readonly takesBack?: boolean
}

/** What one event makes of the news. */
export type NewsOfEvent = {
  readonly eventId: number
  readonly at: Date
  readonly news: readonly News[]
  /** Threads of which nothing that was told before is so any more, but for what takes something back. */
  readonly ends: readonly string[]
}

/**
 * Writes the news of some events and marks what they overtake, in one statement. Whoever calls this holds the lock of
 * reactions: ids are committed in their order.
 */
export async function writeNews(tx: Tx, events: readonly NewsOfEvent[]): Promise<boolean> {
  const rows = events.flatMap(({ news, at }) =>
    news.flatMap(({ to, ...one }) => (to.kind === 'driver' ? [] : [{ ...one, at, reader: readerKey(to) }])),
  )
  const ends = events.flatMap(({ eventId, ends: threads }) => threads.map((thread) => ({ thread, eventId })))
  if (rows.length === 0 && ends.length === 0) return false
  const given = rows.map((row) => ({
    event_id: row.eventId,
    kind: row.kind,
    reader: row.reader,
    title: row.title,
    words: row.words,
    request_id: row.requestId ?? null,
    about_id: row.aboutId ?? null,
    thread: row.thread ?? null,
    takes_back: row.takesBack ?? false,
    is_over: isOvertaken(row, rows, ends),
    at: row.at,
  }))
  const over = [
    ...ends.map(({ thread, eventId }) => ({ thread, reader: null, event_id: eventId })),
    ...rows.flatMap(({ thread, reader, eventId }) =>
      thread === undefined ? [] : [{ thread, reader, event_id: eventId }],
    ),
  ]
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as given (event_id bigint, kind text,
        reader text, title text, words text, request_id text, about_id text, thread text, takes_back boolean,
        is_over boolean, at timestamptz)),
    over as (
      update news set is_over = true
      from json_to_recordset(${JSON.stringify(over)}::json) as newer (thread text, reader text, event_id bigint)
      where news.thread = newer.thread and not news.is_over and news.event_id < newer.event_id
        and (news.reader = newer.reader or (newer.reader is null and not news.takes_back)))
    insert into news (event_id, kind, reader, title, words, request_id, about_id, thread, takes_back, is_over, at, actor_id)
    select given.event_id, given.kind, given.reader, given.title, given.words, given.request_id, given.about_id,
      given.thread, given.takes_back, given.is_over or exists (
        -- an event that had to wait comes after what happened since
        select from news where news.thread = given.thread and news.reader = given.reader
          and news.event_id > given.event_id),
      given.at, events.actor_id
    from given join events on events.id = given.event_id
    order by given.event_id
    on conflict (event_id, kind, reader) do nothing`.execute(tx)
  return rows.length > 0
}

type Placed = Pick<News, 'eventId' | 'thread' | 'takesBack'> & { readonly reader: string }

/** By what stands beside it. */
const isOvertaken = (
  row: Placed,
  rows: readonly Placed[],
  ends: readonly { thread: string; eventId: number }[],
): boolean =>
  row.thread !== undefined &&
  (rows.some(
    ({ thread, reader, eventId }) => thread === row.thread && reader === row.reader && eventId > row.eventId,
  ) ||
    (!row.takesBack && ends.some(({ thread, eventId }) => thread === row.thread && eventId > row.eventId)))

/** For the live stream: those after one that was told. */
export async function newsAfter(db: Db, id: number, limit: number) {
  const { rows } = await sql<{ id: number; reader: string; kind: string }>`
    select id, reader, kind from news where id > ${id} order by id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export async function newestNews(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from news`.execute(db)
  return rows[0]?.id ?? 0
}

/** Lets go of what is older than that, some at a time, with who had read it. */
export async function forgetNews(db: Db, before: Date): Promise<void> {
  await sql`
    delete from news where id in (
      -- the first are the oldest
      select id from (select id, at from news order by id limit 5000) as first where at < ${before})`.execute(
    db,
  )
}
