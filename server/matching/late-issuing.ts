import type { Slip } from '#contract/matching.ts'
import { type Bag, bagName, bagsMeant } from '#domain/bags/bag.ts'
import { no } from '#domain/basics/refusal.ts'
import {
  hasLeftOnPaper,
  isIncompatibleSince,
  isReactive,
  type Sheet,
  sheetWords,
  tubeAt,
  whyNotIssueLate,
} from '#domain/downtime/late-issue.ts'
import { isUnderWay } from '#domain/driving/stepping.ts'
import { whyOnHold } from '#domain/matching/bench-list.ts'
import type { BenchOrder } from '#domain/matching/bench-order.ts'
import type { Sample } from '#domain/matching/sample.ts'
import { type AsideReason, isCarried } from '#domain/matching/setting-aside.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { lockBags, moveBags, openHoldsOf, ordersOfIssued } from '../db/bags.ts'
import { recordOn } from '../db/requests.ts'
import { setIncompatibleAside, setRecalledAside } from '../db/setting-aside.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { hasSlipKey } from '../slips/signing.ts'
import { keepMatch } from './crossmatching.ts'
import { letGo } from './holding.ts'
import { sendOut } from './issuing.ts'
import { keepTube, newestSample, tellWanted, tubeOf } from './samples.ts'
import { benchOrderOf, benchStore } from './store.ts'
import { setMisfitsOf } from './substituting.ts'
import { benchWriter } from './writer-store.ts'

/** The work as of a time on the paper. */
type At = (time: Date) => Work

/**
 * Tube, results and slip as a paper tells them (ruling AMB-374): asked as of its times, and the order does not move by
 * it. The order is held.
 */
export async function issueFromPaper(
  at: At,
  request: BloodRequest,
  sheet: Sheet,
  { bankId, secret, now }: { bankId: string; secret: string; now: Date },
): Promise<Slip> {
  const { seq, issuedAt, issuedBy, emergency } = sheet
  const work = at(issuedAt)
  const store = benchStore(work.db)
  const isNow = await benchOrderOf(work.db, request, issuedAt)
  // a group that was corrected since was not the one that the paper went by (ruling AMB-415)
  const bloodGroup = (await store.groupAt(request.id, issuedAt)) ?? isNow.bloodGroup
  const order = { ...isNow, bloodGroup }
  const { secondChecker, sampleHours } = await store.settingsOf(bankId)
  const person = sheet.matchedBy || issuedBy
  const tube = tubeOn(at, sheet, { bankId, person, requestId: request.id, sampleHours })
  const sample = tube ?? tubeAt(await store.samplesOf([request.id], bankId), sheet)
  const bags = await bagsOn(work, sheet, { bankId, component: request.component })
  const holds = await openHoldsOf(work, bags)
  const before = await ordersOfIssued(
    work,
    bags.map(({ id }) => id),
  )
  const numbers = bags.map(({ number }) => number)
  const results = await store.resultsOf(bankId, numbers)
  const matches = await store.matchesOfPatient(request, bags)
  const facts = {
    bags: bags.map((bag) => ({
      bag,
      heldFor: holds.get(bag.id)?.requestId ?? null,
      isOnSlip: before.some(({ bagId }) => bagId === bag.id),
      results: results.filter(({ number }) => number === bag.number),
    })),
    ...{ sample, matches, needsChecker: secondChecker },
    nods: await store.nodsOf(request.id, bankId),
    hasKey: await hasSlipKey(work.db, bankId),
  }
  const asked = { ...order, raisedAt: request.raisedAt }
  refuse(sheetWords, whyNotIssueLate(asked, bankId, sheet, facts, now))
  if (tube) {
    await keepTube(at(tube.receivedAt), tube, whyOnHold(order, tube, issuedAt) === null)
    await ringOfTube(at(now), request, isNow, tube)
  }
  const tried = await matchesOn(at, sheet, { bags, requestId: request.id, sampleId: sample?.id, person })
  const unfit = bags.filter((bag, nth) => !isLeaving(sheet, nth) && holds.has(bag.id))
  await moveBags(
    work,
    unfit.map((bag) => letGo(bag, request.id, 'swapped')),
  )
  const slip = await sendOut(work, request, {
    ...{ bankId, seq, sample, emergency, secret, issuedBy, order },
    ...{ move: 'issue-late', isLater: false, knownAt: now, checkedBy: sheet.checkedBy || null },
    bags: bags.filter((_, nth) => isLeaving(sheet, nth)),
    matches: [...matches.filter(({ doneAt }) => doneAt <= issuedAt), ...tried],
  })
  const left = facts.bags.filter((_, nth) => isLeaving(sheet, nth))
  const { deliveredAt = null } = order.deliveries.find((one) => one.seq === seq) ?? {}
  const then = { slip, bankId, isOnTheWay: isCarried({ state: 'issued', deliveredAt, setAsideAt: null }) }
  const misfits = bloodGroup === isNow.bloodGroup ? [] : await setMisfitsOf(at(now), request, isNow)
  const unsafe = left.filter(({ results: found }) => isReactive(found)).map(({ bag }) => bag)
  await callBack(at(now), request, { ...then, bags: unsafe })
  const since = matches.filter((match) => isIncompatibleSince(match, sheet))
  const incompatible = await tellIncompatible(at(now), request, {
    ...then,
    bags: left.map(({ bag }) => bag),
    since,
  })
  // the first is what stands there
  const why = (id: string): AsideReason | null => {
    if (misfits.includes(id)) return 'misfit'
    if (unsafe.some((bag) => bag.id === id)) return 'recalled'
    return incompatible.includes(id) ? 'incompatible' : null
  }
  return {
    ...slip,
    bags: slip.bags.map((bag) => ({
      ...bag,
      isOwed: bag.isOwed && !incompatible.includes(bag.id),
      setAside: why(bag.id),
    })),
  }
}

type Then = { slip: Slip; bankId: string; isOnTheWay: boolean; bags: readonly Bag[] }

/** As what left by the bench and was found reactive afterwards (ruling AMB-378). */
async function callBack(
  work: Work,
  request: BloodRequest,
  { bankId, isOnTheWay, bags }: Then,
): Promise<void> {
  for (const bag of bags) {
    const detail = { bag: bagName(bag), bank: bankId, ...(isOnTheWay && { isCarried: true as const }) }
    await recordOn(work, request, { kind: 'bag-recalled', detail })
    await setRecalledAside(work, request.id, bag.id)
  }
}

/** As what left in an emergency and proved incompatible afterwards (ruling AMB-422); the result is owed no more. Tells which. */
async function tellIncompatible(
  work: Work,
  request: BloodRequest,
  { slip, bankId, isOnTheWay, bags, since }: Then & { since: readonly { id: string; bagId: string }[] },
): Promise<string[]> {
  const told = []
  for (const bag of bags) {
    const match = since.find(({ bagId }) => bagId === bag.id)
    if (!match) continue
    told.push(bag.id)
    if (slip.bags.some(({ id, isOwed }) => id === bag.id && isOwed))
      await benchWriter(work).payOwed(slip.slip, bag.id, match.id)
    const detail = { bag: bagName(bag), bank: bankId, result: 'incompatible' as const }
    await recordOn(work, request, {
      kind: 'owed-result-came',
      detail: { ...detail, ...(isOnTheWay && { isCarried: true as const }) },
    })
    await setIncompatibleAside(work, request.id, bag.id)
  }
  return told
}

/** A bench would have told it when the tube came (ruling AMB-423). Of an order that is over, and of an older tube, nobody does. */
async function ringOfTube(
  work: Work,
  request: BloodRequest,
  order: BenchOrder,
  tube: Sample & { bankId: string },
): Promise<void> {
  const onHold = isUnderWay(order) ? whyOnHold(order, tube, tube.receivedAt) : null
  const newest = onHold && (await newestSample(work, request.id, tube.bankId))
  if (onHold && newest?.id === tube.id) await tellWanted(work, request, onHold)
}

const isLeaving = ({ bags }: Sheet, nth: number): boolean => {
  const told = bags[nth]
  return told !== undefined && hasLeftOnPaper(told)
}

function tubeOn(
  at: At,
  { sample }: Sheet,
  {
    sampleHours,
    requestId,
    ...by
  }: { bankId: string; person: string; requestId: string; sampleHours: number },
) {
  if (!sample) return null
  const { receivedAt, ...told } = sample
  return tubeOf(at(receivedAt), by, { ...told, requestId, unfitReason: null }, sampleHours)
}

async function matchesOn(
  at: At,
  { bags: told, matchedAt }: Sheet,
  {
    bags,
    requestId,
    sampleId,
    person,
  }: { bags: readonly Bag[]; requestId: string; sampleId: string | undefined; person: string },
) {
  const made = []
  for (const [nth, { match }] of told.entries()) {
    const bag = bags[nth]
    if (!match || !matchedAt || !bag || !sampleId) continue
    const tried = { ...match, requestId, sampleId, note: '', doneBy: person }
    made.push(await keepMatch(at(matchedAt), bag, tried))
  }
  return made
}

/** Held, in the order of the paper. Of several parts of a donation the one that is meant has to be said. */
async function bagsOn(
  work: Work,
  { bags: told }: Sheet,
  { bankId, component }: Pick<Bag, 'bankId' | 'component'>,
): Promise<Bag[]> {
  const numbers = told.map(({ number }) => number)
  const known = await benchStore(work.db).numbered(bankId, numbers)
  const ids = told.map(({ number, division }, nth) => {
    const [first, second] = bagsMeant(known, { number, division }, component)
    const field = `bags.${nth}.number`
    if (!first) refuse(sheetWords, no('bag-unknown', field, { number }))
    if (second) refuse(sheetWords, no('bag-parts', field, { number, part: second.division }))
    return first?.id ?? ''
  })
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (twice >= 0)
    refuse(sheetWords, no('bag-twice', `bags.${twice}.number`, { number: numbers[twice] ?? '' }))
  const locked = await lockBags(work, ids)
  return ids.map((id) => {
    const bag = locked.find((one) => one.id === id)
    if (bag?.bankId !== bankId) throw notFound()
    return bag
  })
}
