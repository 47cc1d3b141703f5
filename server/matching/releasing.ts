import { moveBag } from '#domain/bags/moving.ts'
import { driven } from '#domain/driving/steps.ts'
import { holdEnds } from '#domain/matching/holding.ts'
import type { Clock } from '../basics/clock.ts'
import { type BagMoved, lockBags, moveBags, namesOf, openHoldsOf } from '../db/bags.ts'
import type { Db } from '../db/database.ts'
import { type RecordedEvent, theService } from '../db/event-trail.ts'
import { findRequest, lockIfFree } from '../db/requests.ts'
import type { Transact, Work } from '../db/work.ts'
import { heldBagsOf, ordersWithEndedHolds } from './hold-store.ts'
import { letGo } from './holding.ts'
import { benchOrderOf } from './store.ts'

/** After which an order may be nobody's, or another bank's. */
const mayEnd: readonly RecordedEvent['kind'][] = [
  'request-linked',
  'request-refused',
  'request-cancelled',
  'request-moved',
  'request-completed',
  'status-undone',
  'decision-undone',
  'delivery-step-done',
]

/** In the transaction in which the order ends or changes hands: no bag waits for it a moment longer. */
export async function letGoWithOrder(work: Work, event: RecordedEvent): Promise<void> {
  // nothing was held for what was nobody's yet
  if (!mayEnd.includes(event.kind) || event.from === 'hospital-admin-approved') return
  const isRelinked = event.kind === 'request-linked' && !event.detail.isSameBank
  if (isRelinked || !driven.some((status) => status === event.to)) await letGoEnded(work, event.subjectId)
}

/** Those of an order, which is held, whose end has come. How many there were. */
async function letGoEnded(work: Work, requestId: string): Promise<number> {
  const ids = await heldBagsOf(work, requestId)
  const request = ids.length === 0 ? undefined : await findRequest(work.db, requestId)
  if (!request) return 0
  const order = await benchOrderOf(work.db, request)
  const bags = await lockBags(work, ids)
  const holds = await openHoldsOf(work, bags)
  const moves = bags.flatMap((bag): BagMoved[] => {
    const hold = holds.get(bag.id)
    const reason = hold?.requestId === requestId ? holdEnds(hold, bag, order, work.now) : null
    if (reason === null) return []
    if (reason !== 'expired') return [letGo(bag, requestId, reason)]
    const detail = { ...namesOf(bag), requestId }
    return [{ from: bag, to: moveBag(bag, 'expire'), happened: { kind: 'bag-expired', detail } }]
  })
  await moveBags(work, moves)
  return moves.length
}

/** What the minute ends, order by order, each in a transaction of its own. */
export async function sweepHolds(parts: {
  db: Db
  transact: Transact
  clock: Clock
  onError: (error: unknown, requestId: string) => void
}): Promise<number> {
  const { db, transact, clock, onError } = parts
  let ended = 0
  for (const id of await ordersWithEndedHolds(db, clock.now())) {
    try {
      ended += await transact(theService, clock.now(), async (work) =>
        (await lockIfFree(work, id)) ? letGoEnded(work, id) : 0,
      )
    } catch (error) {
      onError(error, id)
    }
  }
  return ended
}
