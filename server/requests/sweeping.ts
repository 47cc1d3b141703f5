import { completeByClock, dueNow, expire } from '#domain/requests/timing.ts'
import type { Clock } from '../basics/clock.ts'
import type { Db } from '../db/database.ts'
import type { Doer } from '../db/event-trail.ts'
import { saveRequest } from '../db/requests.ts'
import type { Transact, Work } from '../db/work.ts'
import { dueRequests, lockIfFree } from './due-store.ts'
import { saveStatus } from './moving.ts'
import { requestStore } from './store.ts'

const theClock: Doer = { accountId: null, displayName: 'Crossmatch' }

/**
 * What the clock brings, each request in a transaction of its own: so one that fails holds up no other, two workers
 * share the work, and a day without a server is caught up in one go. Returns how many there were.
 */
export async function sweepRequests(parts: {
  db: Db
  transact: Transact
  clock: Clock
  onError: (error: unknown, requestId: string) => void
}): Promise<number> {
  const { db, transact, clock, onError } = parts
  let done = 0
  for (const { id } of await dueRequests(db, clock.now())) {
    try {
      if (await transact(theClock, clock.now(), (work) => bring(work, id))) done++
    } catch (error) {
      onError(error, id)
    }
  }
  return done
}

/** False if another worker is at it, or somebody was faster. */
async function bring(work: Work, id: string): Promise<boolean> {
  const request = await lockIfFree(work, id)
  const due = request ? dueNow(request, work.now) : null
  if (!request || due === null) return false
  if (due === 'complete') {
    const deliveries = await requestStore(work.db).deliveriesOf([id])
    await saveStatus(work, request, completeByClock(request, deliveries, work.now))
  } else await saveRequest(work, request, expire(request), { kind: 'request-expired' })
  return true
}
