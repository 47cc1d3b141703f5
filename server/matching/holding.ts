import type { Bag } from '#domain/bags/bag.ts'
import { moveBag } from '#domain/bags/moving.ts'
import { holdUntil, holdWords, type ReleaseReason, whyNotHold } from '#domain/matching/holding.ts'
import { groupInEmergency } from '#domain/matching/sample.ts'
import { type BagMoved, lockBags, moveBags, namesOf, openHoldsOf } from '../db/bags.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { lockAtBench } from './locking.ts'
import { type By, countingSample } from './samples.ts'
import { benchStore } from './store.ts'
import { benchWriter } from './writer-store.ts'

/** Of one shelf; what lies on another is not there. */
export async function lockOwnBag(work: Work, bagId: string, bankId: string): Promise<Bag> {
  const [bag] = await lockBags(work, [bagId])
  if (bag?.bankId !== bankId) throw notFound()
  return bag
}

/** Asked for once more, it is held as it was. */
export async function holdBag(
  work: Work,
  by: By,
  { id, bagId, reason, isEmergency }: { id: string; bagId: string; reason: string; isEmergency: boolean },
): Promise<{ until: Date }> {
  const { bankId, person } = by
  const { request, order } = await lockAtBench(work, id, bankId)
  const bag = await lockOwnBag(work, bagId, bankId)
  const open = (await openHoldsOf(work, [bag])).get(bagId)
  if (open?.requestId === id) return { until: open.until }
  const store = benchStore(work.db)
  const sample = await countingSample(work, order, bankId, isEmergency)
  const facts = {
    bag,
    hold: open ? { ...open, heldAt: open.until, releasedAt: null, releaseReason: null } : null,
    held: (await store.holdsOf([id])).length,
    sample,
    matches: await store.matchesOfPatient(request, [bag]),
    form: (await store.formsOf(bankId, [bag.number])).get(bag.number) ?? null,
    spareHours: (await store.settingsOf(bankId)).spareHours,
    earlyReason: reason,
    emergency: isEmergency ? { group: groupInEmergency(sample, order, work.now) } : null,
  }
  refuse(holdWords, whyNotHold(order, bankId, facts, work.now))
  const until = holdUntil(order, sample, isEmergency, work.now)
  await benchWriter(work).hold({
    ...{ bagId, requestId: id, heldAt: work.now, heldBy: person, until, earlyReason: reason, isEmergency },
    ...{ releasedAt: null, releaseReason: null },
  })
  const detail = { ...namesOf(bag), requestId: id, until: until.toISOString(), isEmergency }
  await moveBags(work, [{ from: bag, to: moveBag(bag, 'hold'), happened: { kind: 'bag-held', detail } }])
  return { until }
}

/** Back to the shelf; what is not held for this order stays where it is. */
export async function letBagGo(
  work: Work,
  { bankId }: By,
  { id, bagId }: { id: string; bagId: string },
): Promise<void> {
  await lockAtBench(work, id, bankId)
  const bag = await lockOwnBag(work, bagId, bankId)
  const open = (await openHoldsOf(work, [bag])).get(bagId)
  if (open?.requestId === id) await moveBags(work, [letGo(bag, id, 'not-needed')])
}

export const letGo = (bag: Bag, requestId: string, reason: ReleaseReason): BagMoved => ({
  from: bag,
  to: moveBag(bag, 'let-go'),
  happened: { kind: 'bag-let-go', detail: { ...namesOf(bag), requestId, reason } },
  letGo: reason,
})
