import { sql } from 'kysely'
import { later } from '#domain/basics/time.ts'
import type { MoreForBank } from '#domain/matching/needs.ts'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import { raiseWindowMs } from '#domain/requests/flooding.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Work } from '../db/work.ts'
import { countKey } from './flood-store.ts'
import { insertMore } from './more-store.ts'

/** Counted with the raises of the hour: which of them it is. */
export async function countRaise({ db, now }: Work, accountId: string): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    insert into rate_limits (key, window_ends_at, calls)
    values (${countKey(accountId)}, ${later(now, raiseWindowMs)}, 1)
    on conflict (key) do update set
      calls = case when rate_limits.window_ends_at <= ${now} then 1 else rate_limits.calls + 1 end,
      window_ends_at = case when rate_limits.window_ends_at <= ${now} then excluded.window_ends_at
        else rate_limits.window_ends_at end
    returning calls`.execute(db)
  return rows[0]?.calls ?? 1
}

/** The row, its deliveries and what is told beyond the form; false if another request has this id, and then nothing is written. */
export async function insertRaised(work: Work, request: BloodRequest, more: MoreForBank): Promise<boolean> {
  const { db } = work
  const added = await db
    .insertInto('requests')
    .values(request)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  const deliveries = deliveriesFor(request.units).map((units, at) => ({
    requestId: request.id,
    seq: at + 1,
    units,
  }))
  await db.insertInto('deliveries').values(deliveries).execute()
  await insertMore(work, request.id, more)
  return true
}

/** Its messages are told in one with others of its hospital. */
export const gather = async ({ db, now }: Work, hospitalId: string): Promise<void> =>
  void (await db.insertInto('gatheredRaises').values({ hospitalId, raisedAt: now }).execute())
