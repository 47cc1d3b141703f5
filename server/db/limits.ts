import { sql } from 'kysely'
import type { Limit } from '#contract/route.ts'
import { later } from '#domain/basics/time.ts'
import type { Clock } from '../basics/clock.ts'
import { widerNetwork } from '../basics/network.ts'
import type { Db } from './database.ts'

/** Counts calls in the database, so that a restart forgets nothing and all processes count together. */
export type Limits = {
  allows(key: string, limit: Limit): Promise<boolean>
  /** The same for one network; all the neighbours of an IPv6 one together may do it ten times as often. */
  allowsFrom(network: string, what: string, limit: Limit): Promise<boolean>
  /** What it would answer, without counting. */
  wouldAllow(key: string, limit: Pick<Limit, 'max'>): Promise<boolean>
  /** Counts one, in a window that begins with its first, and tells the number. */
  count(key: string, seconds: number): Promise<number>
  /** Counts one; what is left after it, and how many seconds its window lasts. Below 0: too many. */
  take(key: string, limit: Limit): Promise<{ left: number; seconds: number }>
  /** How many were counted in the window that is open. */
  counted(key: string): Promise<number>
  /** What was counted so far did no harm. */
  forget(key: string): Promise<void>
}

export function limitsIn(db: Db, clock: Clock): Limits {
  async function counting(key: string, seconds: number): Promise<{ calls: number; ends: Date }> {
    const now = clock.now()
    const { rows } = await sql<{ calls: number; ends: Date }>`
      insert into rate_limits (key, window_ends_at, calls) values (${key}, ${later(now, seconds * 1000)}, 1)
      on conflict (key) do update set
        calls = case when rate_limits.window_ends_at <= ${now} then 1 else rate_limits.calls + 1 end,
        window_ends_at = case when rate_limits.window_ends_at <= ${now} then excluded.window_ends_at
          else rate_limits.window_ends_at end
      returning calls, window_ends_at as ends`.execute(db)
    return rows[0] ?? { calls: 1, ends: later(now, seconds * 1000) }
  }
  const count: Limits['count'] = async (key, seconds) => (await counting(key, seconds)).calls
  const allows: Limits['allows'] = async (key, { max, seconds }) => (await count(key, seconds)) <= max
  const counted: Limits['counted'] = async (key) => {
    const row = await db
      .selectFrom('rateLimits')
      .select('calls')
      .where('key', '=', key)
      .where('windowEndsAt', '>', clock.now())
      .executeTakeFirst()
    return row?.calls ?? 0
  }
  return {
    allows,
    count,
    counted,
    async take(key, { max, seconds }) {
      const { calls, ends } = await counting(key, seconds)
      const ms = ends.getTime() - clock.now().getTime()
      return { left: max - calls, seconds: Math.max(1, Math.ceil(ms / 1000)) }
    },
    async allowsFrom(network, what, { max, seconds }) {
      if (!(await allows(`${what} ${network}`, { max, seconds }))) return false
      const wider = widerNetwork(network)
      return wider === null || allows(`${what} ${wider}`, { max: 10 * max, seconds })
    },
    wouldAllow: async (key, { max }) => (await counted(key)) < max,
    async forget(key) {
      await db.deleteFrom('rateLimits').where('key', '=', key).execute()
    },
  }
}
