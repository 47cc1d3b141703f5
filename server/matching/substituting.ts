import { bagName } from '#domain/bags/bag.ts'
import { bombayAmong, type ShelfGroup } from '#domain/bags/kinds.ts'
import { no } from '#domain/basics/refusal.ts'
import { type BenchOrder, benchWords, patientOf, whyNotAtBench } from '#domain/matching/bench-order.ts'
import { fitOf } from '#domain/matching/fit.ts'
import { isMisfit } from '#domain/matching/misfit.ts'
import { correctGroup, correctingTube, sampleWords, whyNotCorrectGroup } from '#domain/matching/sample.ts'
import { isCarried } from '#domain/matching/setting-aside.ts'
import { isWholeNod, substitutionWords, whyNotDecide, whyNotPropose } from '#domain/matching/substituting.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { lockBags, moveBags } from '../db/bags.ts'
import { lockRequest, ofBank, recordOn } from '../db/requests.ts'
import { setMisfitsAside } from '../db/setting-aside.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { letGo } from './holding.ts'
import { lockAtBench } from './locking.ts'
import type { By } from './samples.ts'
import { benchOrderOf, benchStore } from './store.ts'
import { benchWriter } from './writer-store.ts'

/** Asked once: what is asked already, or was said yes to with all that it needs, stands. */
export async function propose(work: Work, by: By, id: string, bloodGroup: ShelfGroup) {
  const { bankId, person } = by
  const { request, order } = await lockAtBench(work, id, bankId)
  refuse(substitutionWords, whyNotPropose(order, bankId, bloodGroup))
  const all = await benchStore(work.db).substitutionsOf(id)
  const last = all.find((one) => one.bloodGroup === bloodGroup)
  const isYes = last?.isAccepted === true && isWholeNod(order, last)
  if (last?.bankId === bankId && (last.decidedAt === null || isYes)) return last
  const writer = benchWriter(work)
  // of the bank before: nobody decides about its bags any more
  if (last?.decidedAt === null) await writer.decide(last.id, notAsked(work.now))
  const proposed = await writer.propose({
    ...{ requestId: id, bankId, bloodGroup, proposedAt: work.now, proposedBy: person },
    ...{ decidedAt: null, decidedBy: null, isAccepted: null },
  })
  await recordOn(work, request, { kind: 'substitution-proposed', detail: { bloodGroup } })
  return proposed
}

const notAsked = (now: Date) => ({
  ...{ decidedAt: now, decidedBy: null, isAccepted: false, doctor: '', reason: '' },
})

type Said = { bloodGroup: ShelfGroup; isAccepted: boolean; doctor: string; reason: string }

/** The hospital's word; its doctor and reason stay with it and go into no event. */
export async function decide(
  work: Work,
  { hospitalId, person }: { hospitalId: string; person: string },
  id: string,
  { bloodGroup, ...said }: Said,
) {
  const { request, order } = await lockOfHospital(work, id, hospitalId)
  const all = await benchStore(work.db).substitutionsOf(id)
  const last = all.find((one) => one.bloodGroup === bloodGroup && one.bankId === request.bankId)
  if (last && last.decidedAt !== null && last.isAccepted === said.isAccepted) return last
  refuse(substitutionWords, whyNotDecide(order, { bloodGroup, isOpen: last?.decidedAt === null }, said))
  if (!last) throw notFound()
  const decided = { ...said, decidedAt: work.now, decidedBy: person }
  await benchWriter(work).decide(last.id, decided)
  const detail = { bloodGroup, isAccepted: said.isAccepted }
  await recordOn(work, request, { kind: 'substitution-decided', detail })
  return { ...last, ...decided }
}

/**
 * To what was found in the newest good sample, of whichever bank: that its bank is another one by now ends no word of the
 * hospital. What was said yes to for the group before counts no more (ruling AMB-362); held bags
 * that never fit go back to the shelf with it, and those that left are set aside and told of (AMB-360).
 */
export async function correctGroupOf(
  work: Work,
  hospitalId: string,
  { id, bloodGroup }: { id: string; bloodGroup: ShelfGroup },
) {
  const { request, order } = await lockOfHospital(work, id, hospitalId)
  const { bankId } = request
  if (bankId === null) refuse(sampleWords, no('nothing-to-correct'))
  if (bankId === null) throw notFound()
  refuse(benchWords, whyNotAtBench(order, bankId))
  const tube = correctingTube(await benchStore(work.db).tubesOf(id), order, work.now)
  const [bombay, known] = [bombayAmong(bloodGroup), order.everBombay ?? bombayAmong(order.bloodGroup)]
  // pressed twice
  if (order.bloodGroup === bloodGroup && tube?.groupFound === bloodGroup && order.everBombay === bombay)
    return { bloodGroup }
  refuse(sampleWords, whyNotCorrectGroup(tube, order, bloodGroup, work.now))
  const corrected = correctGroup(request, bloodGroup, work.now)
  await benchWriter(work).saveGroup(corrected)
  // as of its tube: one in which Oh was found since says more than this word
  if (tube && (bombay ?? known)) await benchWriter(work).sayBombay(corrected, { bombay, at: tube.receivedAt })
  const from = order.bloodGroup === bloodGroup && known ? known : order.bloodGroup
  await recordOn(work, corrected, { kind: 'group-corrected', detail: { from, to: bloodGroup } })
  await benchWriter(work).endSubstitutions(id, work.now)
  const asked = { ...order, bloodGroup }
  const patient = patientOf(asked)
  const held = await lockBags(
    work,
    (await benchStore(work.db).holdsOf([id])).map((bag) => bag.id),
  )
  const unfit = held.filter((bag) => fitOf(bag.component, patient, bag).level === 'never')
  await moveBags(
    work,
    unfit.map((bag) => letGo(bag, id, 'swapped')),
  )
  await setMisfitsOf(work, corrected, asked)
  return { bloodGroup }
}

/** Slip by slip: whoever has these bags in their hands is rung as for one that is called back. Tells which they are. */
export async function setMisfitsOf(
  work: Work,
  corrected: BloodRequest,
  order: BenchOrder,
): Promise<string[]> {
  const left = await benchStore(work.db).outFor(corrected.id)
  const misfits = left.filter((bag) => isMisfit(order, bag))
  const ids = misfits.map((bag) => bag.id)
  if (misfits.length > 0) await setMisfitsAside(work, corrected.id, ids)
  for (const slip of new Set(misfits.map((bag) => bag.slip))) {
    const bags = misfits.filter((bag) => bag.slip === slip)
    const [{ seq: ofDelivery = 0, bankId = '' } = {}] = bags
    const { deliveredAt = null } = order.deliveries.find(({ seq }) => seq === ofDelivery) ?? {}
    const isOnTheWay = bags.some(({ state }) => isCarried({ state, deliveredAt, setAsideAt: null }))
    await recordOn(work, ofBank(corrected, { bankId }), {
      kind: 'bags-misfit',
      detail: {
        ...{ slip, bank: bankId, bags: bags.map(bagName) },
        ...(isOnTheWay && { isCarried: true as const }),
      },
    })
  }
  return ids
}

async function lockOfHospital(work: Work, id: string, hospitalId: string) {
  const request = await lockRequest(work, id, hospitalId)
  if (!request) throw notFound()
  return { request, order: await benchOrderOf(work.db, request) }
}
