import {
  beginsFlood,
  floodWords,
  isGathered,
  type RaiseLimits,
  whyNotRaiseMore,
} from '#domain/requests/flooding.ts'
import type { Work, Worker } from '../db/work.ts'
import type { Clock } from '../platform/clock.ts'
import { refuse } from '../platform/refuse.ts'
import { nthOfTheHour, takeGathered } from './flood-store.ts'

/**
 * Counts one raise of this account, in the transaction of the raise. What the event of the raise says beyond itself:
 * that its messages are gathered, where they are.
 */
export async function countRaise(
  work: Work,
  by: { accountId: string; email: string; hospitalId: string },
  limits: RaiseLimits,
): Promise<{ gathered?: true }> {
  const nth = await nthOfTheHour(work, by, limits)
  refuse(floodWords, whyNotRaiseMore(nth, limits), 429)
  if (beginsFlood(nth, limits)) {
    // its chain is ordered by the count, whose row this transaction holds
    await work.record({
      subjectKind: 'raises',
      subjectId: by.accountId,
      kind: 'raises-gathered',
      hospitalId: by.hospitalId,
      detail: { by: by.email, after: limits.gatheredAfter },
    })
  }
  return isGathered(nth, limits) ? { gathered: true } : {}
}

/** Each minute: what was gathered long enough is told, each hospital's in a transaction of its own. */
export async function tellGathered({ worker, clock }: { worker: Worker; clock: Clock }): Promise<void> {
  const now = clock.now()
  while (await worker.inTransaction({ accountId: null, displayName: 'Crossmatch' }, now, tellNext)) {
    // until nothing is left that is due
  }
}

async function tellNext(work: Work): Promise<boolean> {
  const due = await takeGathered(work)
  if (!due) return false
  await work.record({
    subjectKind: 'raises',
    subjectId: due.hospitalId,
    kind: 'raises-told',
    hospitalId: due.hospitalId,
    detail: { requests: due.requests, since: due.since.toISOString() },
  })
  return true
}
