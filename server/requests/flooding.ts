import type { RaiseLimits } from '#domain/requests/flooding.ts'
import type { Clock } from '../basics/clock.ts'
import { theService } from '../db/event-trail.ts'
import type { Transact, Work } from '../db/work.ts'
import { isFirstTold, takeGathered } from './flood-store.ts'

/** The provider hears once an hour that messages of this account are gathered. */
export async function tellFlood(
  work: Work,
  by: { accountId: string; email: string; hospitalId: string },
  limits: RaiseLimits,
): Promise<void> {
  if (!(await isFirstTold(work, by.accountId))) return
  await work.record({
    subjectId: by.accountId,
    kind: 'raises-gathered',
    hospitalId: by.hospitalId,
    detail: { by: by.email, after: limits.gatheredAfter },
  })
}

/** Each minute: what was gathered long enough is told, each hospital's in a transaction of its own. */
export async function tellGathered({ transact, clock }: { transact: Transact; clock: Clock }): Promise<void> {
  const now = clock.now()
  while (await transact(theService, now, tellNext)) {
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
