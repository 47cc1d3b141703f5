import { sql } from 'kysely'
import { earlier, later } from '#domain/basics/time.ts'
import { gatherMs, raiseWindowMs } from '#domain/requests/flooding.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

/**
 * Which raise of the hour this is. Outside the transaction of the raise, which would hold the account's row until its
 * end: colleagues at one account who raise together would wait for each other.
 */
export async function nthOfTheHour(db: Db, accountId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    insert into rate_limits (key, window_ends_at, calls)
    values (${keyOf(accountId)}, ${later(now, raiseWindowMs)}, 1)
    on conflict (key) do update set
      calls = case when rate_limits.window_ends_at <= ${now} then 1 else rate_limits.calls + 1 end,
      window_ends_at = case when rate_limits.window_ends_at <= ${now} then excluded.window_ends_at
        else rate_limits.window_ends_at end
    returning calls`.execute(db)
  return rows[0]?.calls ?? 1
}

/** One that was counted was no raise, but a call that was sent again. */
export const uncount = (db: Db, accountId: string) =>
  db
    .updateTable('rateLimits')
    .set(({ eb }) => ({ calls: eb('calls', '-', 1) }))
    .where('key', '=', keyOf(accountId))
    .where('calls', '>', 0)
    .execute()

const keyOf = (accountId: string): string => `raises ${accountId}`

/**
 * Whether the provider is told now: once an hour for an account, and with the transaction that tells it. A number that
 * begins the flood could be missed, by a raise that was undone. Who finds that it was told holds no row of it.
 */
export async function isFirstTold({ db, now }: Work, accountId: string): Promise<boolean> {
  const key = `told ${keyOf(accountId)}`
  const until = later(now, raiseWindowMs)
  const { rows } = await sql`
    insert into rate_limits (key, window_ends_at, calls)
    select ${key}, ${until}::timestamptz, 1
    where not exists (select from rate_limits where key = ${key} and window_ends_at > ${now})
    on conflict (key) do update set window_ends_at = excluded.window_ends_at
      where rate_limits.window_ends_at <= ${now}
    returning key`.execute(db)
  return rows.length === 1
}

/** A row for each, so that nobody waits for another's. */
export const gather = ({ db, now }: Work, hospitalId: string) =>
  db.insertInto('gatheredRaises').values({ hospitalId, raisedAt: now }).execute()

/** Takes all of one hospital, once its oldest waited long enough. */
export async function takeGathered({ db, now }: Work) {
  const { rows } = await sql<{ hospitalId: string; requests: number; since: Date }>`
    with taken as (
      delete from gathered_raises where hospital_id = (
        select hospital_id from gathered_raises where raised_at <= ${earlier(now, gatherMs)}
        order by id limit 1 for update skip locked)
      returning hospital_id, raised_at
    )
    select hospital_id, count(*) as requests, min(raised_at) as since from taken group by hospital_id`.execute(
    db,
  )
  return rows[0]
}
