import { sql } from 'kysely'
import { hasNothingToTakeBack, type InThread } from '#domain/messages/overtaking.ts'
import type { Channel, MessageState } from '#domain/messages/resending.ts'
import type { Tx } from './database.ts'

export type Message = {
  eventId: number | null
  channel: Channel
  /** Which message it is, as §7.1 names them: raise, approve, raised, approval, password-reset … */
  kind: string
  recipient: string
  subject?: string
  body: string
  /** The same words twice mean the same message: it is written, and sent, once. */
  once: string
  /** Whose it is, where one hospital causes it: its texts are counted against it. */
  organisationId?: string
  /** Of a person's own, beside those of a desk. */
  accountId?: string
  /** So many seconds later: the quiet hours of whom it is for. */
  holdFor?: number
  /** The order its driver is told of. */
  requestId?: string
  /** What it is about where only the newest word holds (ruling AMB-277). */
  thread?: string
  /** It says that what was told in the thread is so no longer. */
  takesBack?: boolean
  /** Of a push: which browser it is for, and where it leads. */
  browserId?: number
  path?: string
}

/** What one event makes of the outbox. */
export type Posted = {
  readonly messages: readonly Message[]
  /** Threads of which nothing that has not gone is so any more, but for what takes something back. */
  readonly ends?: readonly string[]
  /** Threads of which what still waits for persons is nothing to wake them for; what desks are told goes all the same. */
  readonly lapses?: readonly string[]
  /** Of which it is; what came after it is not touched. */
  readonly eventId?: number
  readonly at: Date
}

type Row = Message & { state: MessageState; createdAt: Date }
type Threaded = InThread & {
  id: number | null
  thread: string
  recipient: string
  eventId: number | null
  once: string
  state: MessageState
  browserId: number | null
  accountId: string | null
}

/** Messages that nothing overtakes. */
export const writeMessages = (tx: Tx, messages: readonly Message[], at: Date): Promise<void> =>
  post(tx, [{ messages, at }])

/**
 * Writes the messages of some events, in the order of these, to be sent at once; what was written before is left
 * alone. What they overtake and has not gone does not go any more. Whoever calls this for events holds the lock of
 * reactions, so that no two do it at once. Where a channel is known to lead nowhere, what would wait is kept at once.
 */
export async function post(tx: Tx, posted: readonly Posted[], noWay: readonly Channel[] = []): Promise<void> {
  const threads = await readThreads(tx, posted)
  const rows: Row[] = []
  const overtaken: number[] = []
  for (const { messages, ends = [], lapses = [], eventId = Number.POSITIVE_INFINITY, at } of posted) {
    for (const one of ends.flatMap((thread) => threads.get(thread) ?? []))
      if (!one.takesBack && (one.eventId ?? 0) < eventId) overtake(one)
    for (const one of lapses.flatMap((thread) => threads.get(thread) ?? []))
      if (one.accountId !== null && !one.takesBack && (one.eventId ?? 0) < eventId) overtake(one)
    for (const message of messages) {
      const row: Row = { ...message, createdAt: at, state: 'waiting' }
      if (message.thread === undefined) rows.push(row)
      else if (!takeInto(threads, message.thread, row)) continue
      else rows.push(row)
    }
  }
  if (overtaken.length > 0)
    await sql`update notifications set state = 'overtaken', due_at = least(due_at, now() + interval '1 minute')
      where id = any(${overtaken}::bigint[])`.execute(tx)
  for (const row of rows) if (row.state === 'waiting' && noWay.includes(row.channel)) row.state = 'kept'
  if (rows.length > 0) await insert(tx, rows)

  function overtake(one: Threaded & { row?: Row }): void {
    // nor is one that failed to be sent again
    if (one.state !== 'waiting' && one.state !== 'failed') return
    one.state = 'overtaken'
    if (one.row) one.row.state = 'overtaken'
    if (one.id !== null) overtaken.push(one.id)
  }

  /** False if it was written before. */
  function takeInto(all: Map<string, Threaded[]>, thread: string, row: Row): boolean {
    const others = all.get(thread) ?? []
    if (others.some(({ once }) => once === row.once)) return false
    const takesBack = row.takesBack ?? false
    const same = others.filter((one) => isSameReader(one, row))
    // an event that had to wait comes after what happened since; that another is freed of it says nothing of these
    const isLate = others.some(
      (one) => (one.eventId ?? 0) > (row.eventId ?? 0) && (isSameReader(one, row) || !one.takesBack),
    )
    if (isLate || (takesBack && hasNothingToTakeBack(same))) row.state = 'overtaken'
    if (!isLate) same.forEach(overtake)
    const { eventId, recipient, once, state } = row
    const threaded = {
      id: null,
      thread,
      recipient,
      eventId,
      once,
      state,
      attempts: 0,
      tries: 0,
      takesBack,
      browserId: row.browserId ?? null,
      accountId: row.accountId ?? null,
      row,
    }
    all.set(thread, [...others, threaded])
    return true
  }
}

/** One person may have several browsers. */
const isSameReader = (one: Threaded, row: Row): boolean =>
  one.recipient === row.recipient && one.browserId === (row.browserId ?? null)

/** What still waits for somebody who acts for that organisation no more. */
export const dropOwn = (tx: Tx, accountId: string, organisationId: string) =>
  sql`update notifications set state = 'overtaken'
    where account_id = ${accountId} and organisation_id = ${organisationId} and state = 'waiting'`.execute(tx)

/** Held until the end of the transaction: what is overtaken here must not be taken to be sent meanwhile. */
async function readThreads(tx: Tx, posted: readonly Posted[]): Promise<Map<string, Threaded[]>> {
  const wanted = new Set(
    posted.flatMap(({ messages, ends = [], lapses = [] }) => [
      ...ends,
      ...lapses,
      ...messages.flatMap(({ thread = [] }) => thread),
    ]),
  )
  if (wanted.size === 0) return new Map()
  const { rows } = await sql<Threaded>`
    select id, thread, recipient, event_id, once, state, attempts, tries, takes_back,
      browser_id, account_id from notifications
    where thread = any(${[...wanted]}::text[]) order by id for update`.execute(tx)
  return Map.groupBy(rows, ({ thread }) => thread)
}

/** One statement for however many, of one text, so that it is planned once. */
async function insert(tx: Tx, rows: readonly Row[]): Promise<void> {
  const given = rows.map((row) => ({
    event_id: row.eventId,
    channel: row.channel,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject ?? '',
    body: row.body,
    once: row.once,
    organisation_id: row.organisationId ?? null,
    request_id: row.requestId ?? null,
    account_id: row.accountId ?? null,
    hold_for: row.holdFor ?? 0,
    thread: row.thread ?? null,
    takes_back: row.takesBack ?? false,
    browser_id: row.browserId ?? null,
    path: row.path ?? null,
    state: row.state,
    created_at: row.createdAt,
  }))
  await sql`
    insert into notifications (event_id, channel, kind, recipient, subject, body, once, organisation_id, request_id,
      account_id, thread, takes_back, browser_id, path, state, created_at, due_at)
    select event_id, channel, kind, recipient, subject, body, once, organisation_id, request_id,
      account_id, thread, takes_back, browser_id, path, state, created_at, now() + make_interval(secs => hold_for)
    from json_to_recordset(${JSON.stringify(given)}::json) as given (event_id bigint, channel text, kind text,
      recipient text, subject text, body text, once text, organisation_id text, request_id text,
      account_id text, hold_for float8, thread text,
      takes_back boolean, browser_id bigint, path text, state text, created_at timestamptz)
    on conflict (once) do nothing`.execute(tx)
}
