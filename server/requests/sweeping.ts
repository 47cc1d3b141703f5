import { linkBy, untakenNow } from '#domain/requests/nobody-took.ts'
import { completeByClock, dueNow, expire, isOverdue } from '#domain/requests/timing.ts'
import type { Clock } from '../basics/clock.ts'
import { haveBagsLeft } from '../db/bags.ts'
import type { Db } from '../db/database.ts'
import { theService } from '../db/event-trail.ts'
import { lockIfFree, recordOn, saveRequest } from '../db/requests.ts'
import type { Transact, Work } from '../db/work.ts'
import { dueRequests, overdueRequests, untakenRequests, waitOf, wasToldLate } from './due-store.ts'
import { saveStatus } from './moving.ts'
import { requestStore } from './store.ts'
import { usualTimeOf } from './usual-store.ts'

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
  const each = async (some: readonly { id: string }[], act: (work: Work, id: string) => Promise<boolean>) => {
    for (const { id } of some) {
      try {
        if (await transact(theService, clock.now(), (work) => act(work, id))) done++
      } catch (error) {
        onError(error, id)
      }
    }
  }
  await each(await dueRequests(db, clock.now()), bring)
  await each(await overdueRequests(db, clock.now()), tellLate)
  const usualMs = await usualTimeOf(db, clock.now())
  await each(await untakenRequests(db, clock.now(), usualMs), (work, id) => tellUntaken(work, id, usualMs))
  return done
}

/** False if another worker is at it, or somebody was faster. */
async function bring(work: Work, id: string): Promise<boolean> {
  const request = await lockIfFree(work, id)
  const due = request ? dueNow(request, work.now) : null
  if (!request || due === null) return false
  if (due === 'complete') {
    const deliveries = await requestStore(work.db).deliveriesOf([id])
    const begun = { haveBagsLeft: await haveBagsLeft(work, { requestId: id }) }
    await saveStatus(work, request, completeByClock(request, deliveries, work.now, begun))
  } else await saveRequest(work, request, expire(request), { kind: 'request-expired' })
  return true
}

/** Once: nothing of the request changes by it, and its own event says that it was told. */
async function tellLate(work: Work, id: string): Promise<boolean> {
  const request = await lockIfFree(work, id)
  if (!request) return false
  const known = { ...request, haveBagsLeft: await haveBagsLeft(work, { requestId: id }) }
  if (!isOverdue(known, work.now) || (await wasToldLate(work, id))) return false
  await recordOn(work, request, { kind: 'request-late' })
  return true
}

async function tellUntaken(work: Work, id: string, usualMs: number): Promise<boolean> {
  const request = await lockIfFree(work, id)
  if (!request) return false
  const level = untakenNow({ ...request, ...(await waitOf(work, id)) }, usualMs, work.now)
  if (level === null) return false
  const detail = { level, linkBy: linkBy(request, usualMs).toISOString() }
  await recordOn(work, request, { kind: 'request-untaken', detail })
  return true
}
