import { sql } from 'kysely'
import { earlier, later } from '#domain/basics/time.ts'
import { gatherMs, raiseWindowMs } from '#domain/requests/flooding.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

/** One that was counted was no raise, but a call that was sent again. */
export const uncount = (db: Db, accountId: string) =>
  db
    .updateTable('rateLimits')
    .set(({ eb }) => ({ calls: eb('calls', '-', 1) }))
    .where('key', '=', countKey(accountId))
    .where('calls', '>', 0)
    .execute()

/** Under which the raises of the hour are counted, with each raise (raise-store.ts). */
export const countKey = (accountId: string): string => `raises ${accountId}`
/** Under which it is kept that the provider was told of a flood. */
export const toldKey = (accountId: string): string => `told ${countKey(accountId)}`

/**
 * Whether the provider is told now: once an hour for an account, and with the transaction that tells it. A number that
 * begins the flood could be missed, by a raise that was undone. Who finds that it was told holds no row of it.
 */
export async function isFirstTold({ db, now }: Work, accountId: string): Promise<boolean> {
  const key = toldKey(accountId)
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
