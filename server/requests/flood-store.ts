import { sql } from 'kysely'
import { earlier, later } from '#domain/basics/time.ts'
import { gatherMs, type RaiseLimits, raiseWindowMs } from '#domain/requests/flooding.ts'
import type { Work } from '../db/work.ts'

/** One round trip: the raise is counted, and beyond the limit put to those that are told of in one message. */
export async function nthOfTheHour(
  { db, now }: Work,
  { accountId, hospitalId }: { accountId: string; hospitalId: string },
  { gatheredAfter }: RaiseLimits,
): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    with counted as (
      insert into rate_limits (key, window_ends_at, calls)
      values (${`raises ${accountId}`}, ${later(now, raiseWindowMs)}, 1)
      on conflict (key) do update set
        calls = case when rate_limits.window_ends_at <= ${now} then 1 else rate_limits.calls + 1 end,
        window_ends_at = case when rate_limits.window_ends_at <= ${now} then excluded.window_ends_at
          else rate_limits.window_ends_at end
      returning calls
    ), gathered as (
      insert into gathered_raises (hospital_id, since, requests)
      select ${hospitalId}, ${now}, 1 from counted where calls > ${gatheredAfter}
      on conflict (hospital_id) do update set requests = gathered_raises.requests + 1
    )
    select calls from counted`.execute(db)
  return rows[0]?.calls ?? 1
}

/** Takes what one hospital's accounts raised and was gathered long enough. Two workers take different ones. */
export const takeGathered = (work: Work) =>
  work.db
    .deleteFrom('gatheredRaises')
    .where('hospitalId', '=', (from) =>
      from
        .selectFrom('gatheredRaises')
        .select('hospitalId')
        .where('since', '<=', earlier(work.now, gatherMs))
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
