import { floodWords, isGathered, type RaiseLimits, whyNotRaiseMore } from '#domain/requests/flooding.ts'
import type { Clock } from '../basics/clock.ts'
import type { Transact, Work } from '../db/work.ts'
import { refuse } from '../platform/http/refuse.ts'
import { gather, isFirstTold, takeGathered } from './flood-store.ts'

/**
 * What the count of this account means for one raise, in its transaction. What the event of the raise says beyond
 * itself: that its messages are gathered, where they are.
 */
export async function weighRaise(
  work: Work,
  nth: number,
  by: { accountId: string; email: string; hospitalId: string },
  limits: RaiseLimits,
): Promise<{ gathered?: true }> {
  refuse(floodWords, whyNotRaiseMore(nth, limits), 429)
  if (!isGathered(nth, limits)) return {}
  await gather(work, by.hospitalId)
  if (await isFirstTold(work, by.accountId)) {
    await work.record({
      subjectId: by.accountId,
      kind: 'raises-gathered',
      hospitalId: by.hospitalId,
      detail: { by: by.email, after: limits.gatheredAfter },
    })
  }
  return { gathered: true }
}

/** Each minute: what was gathered long enough is told, each hospital's in a transaction of its own. */
export async function tellGathered({ transact, clock }: { transact: Transact; clock: Clock }): Promise<void> {
  const now = clock.now()
  while (await transact({ accountId: null, displayName: 'Crossmatch' }, now, tellNext)) {
    // until nothing is left that is due
  }
}

async function tellNext(work: Work): Promise<boolean> {
  const due = await takeGathered(work)
  if (!due) return false
  await work.record({
    subjectId: due.hospitalId,
    kind: 'raises-told',
    hospitalId: due.hospitalId,
    detail: { requests: due.requests, since: due.since.toISOString() },
  })
  return true
}
