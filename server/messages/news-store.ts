import { sql } from 'kysely'
import { earlier } from '#domain/basics/time.ts'
import type { QuietHours } from '#domain/messages/hearing.ts'
import type { MessageKindId } from '#domain/messages/kinds.ts'
import { mostUnread, newsKeptMs } from '#domain/messages/news.ts'
import type { Db } from '../db/database.ts'
import { type PageRange, readPage } from '../db/page-range.ts'

/** Whose bell it is: who looks, for which reader, and which kinds they hear of. */
export type NewsScope = {
  readonly accountId: string
  readonly reader: string
  /** Null for the provider. */
  readonly organisationId: string | null
  readonly kinds: readonly MessageKindId[]
}

type Row = {
  id: number
  kind: string
  title: string
  words: string
  at: Date
  requestId: string | null
  place: string | null
  isUnread: boolean
  isOver: boolean
}

/**
 * One short walk of the index for each kind, then the newest of these: whatever somebody does not hear of costs nothing,
 * and neither does how much there is.
 */
export function newsStore(db: Db, { accountId, reader, organisationId, kinds }: NewsScope, now: Date) {
  const since = earlier(now, newsKeptMs)
  /** Without what they chose not to hear of in the page. */
  const wanted = sql`(
    select kind from unnest(${[...kinds]}::text[]) as kind
    where not exists (select from hearing where account_id = ${accountId} and way = 'page' and not is_on
      and coalesce(organisation_id, '') = ${organisationId ?? ''} and hearing.kind = kind.kind)) as wanted`
  const readUpTo = sql`coalesce(
    (select news_id from news_read_up_to where account_id = ${accountId} and reader = ${reader}), 0)`
  /** What still holds, and they neither did themselves nor have read. */
  const isUnread = sql`not news.is_over and news.actor_id is distinct from ${accountId} and news.id > ${readUpTo}
    and not exists (select from news_read where news_id = news.id and account_id = ${accountId})`

  return {
    list: (range: PageRange<number>) =>
      readPage(
        range,
        (part) => read(part),
        ({ id }) => id,
      ),

    /** However many there are, only the newest of each kind are looked at. */
    async unread(): Promise<number> {
      const { rows } = await sql<{ unread: number }>`
        select count(*)::int as unread from ${wanted}
        cross join lateral (
          select id, is_over, actor_id from news
          where reader = ${reader} and kind = wanted.kind and - id < - ${readUpTo} and at > ${since}
          order by - id limit ${sql.lit(mostUnread + 1)}) as news
        where ${isUnread}`.execute(db)
      return Math.min(rows[0]?.unread ?? 0, mostUnread + 1)
    },

    /** When they want no noise but for what is about safety. */
    async quiet(): Promise<QuietHours | null> {
      const row = await db
        .selectFrom('hearers')
        .select(['quietFrom', 'quietTo'])
        .where('accountId', '=', accountId)
        .executeTakeFirst()
      return row?.quietFrom && row.quietTo ? { from: row.quietFrom, to: row.quietTo } : null
    },

    /** Whether there is such a one for them. */
    async read(id: number): Promise<boolean> {
      const { rows } = await sql<{ id: number }>`
        with found as (
          select id from news where id = ${id} and reader = ${reader} and kind = any(${[...kinds]}::text[])
            and at > ${since}),
        marked as (
          insert into news_read (news_id, account_id) select id, ${accountId} from found
          on conflict do nothing)
        select id from found`.execute(db)
      return rows.length > 0
    },

    async readUpTo(id: number): Promise<void> {
      await sql`
        insert into news_read_up_to (account_id, reader, news_id)
        -- one that is not there yet would be read before it is told
        select ${accountId}, ${reader}, least(${id}::bigint, coalesce((select max(id) from news), 0))
        on conflict (account_id, reader) do update set news_id = greatest(news_read_up_to.news_id, excluded.news_id)`.execute(
        db,
      )
    },
  }

  async function read({ after, through, limit }: PageRange<number>): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select news.id, news.kind, news.title, news.words, news.at, news.request_id, organisations.name as place,
        ${isUnread} as is_unread, news.is_over
      from (
        select newest.id from ${wanted}
        cross join lateral (
          select id from news
          where reader = ${reader} and kind = wanted.kind and at > ${since}
            and - id > - coalesce(${after}::bigint, 9223372036854775807)
            and - id <= - coalesce(${through}::bigint, 0)
          order by - id limit ${sql.lit(limit)}) as newest
        order by newest.id desc limit ${sql.lit(limit)}) as shown
      join news on news.id = shown.id
      left join organisations on organisations.id = news.about_id
      order by news.id desc`.execute(db)
    return rows
  }
}
