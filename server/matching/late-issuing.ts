import type { Slip } from '#contract/matching.ts'
import { type Bag, bagName, bagsMeant } from '#domain/bags/bag.ts'
import { no } from '#domain/basics/refusal.ts'
import {
  hasLeftOnPaper,
  isReactive,
  type Sheet,
  sheetWords,
  tubeAt,
  whyNotIssueLate,
} from '#domain/downtime/late-issue.ts'
import { whyOnHold } from '#domain/matching/bench-list.ts'
import { isCarried } from '#domain/matching/setting-aside.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { lockBags, moveBags, openHoldsOf, ordersOfIssued } from '../db/bags.ts'
import { recordOn } from '../db/requests.ts'
import { setRecalledAside } from '../db/setting-aside.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { hasSlipKey } from '../slips/signing.ts'
import { keepMatch } from './crossmatching.ts'
import { letGo } from './holding.ts'
import { sendOut } from './issuing.ts'
import { keepTube, tubeOf } from './samples.ts'
import { benchOrderOf, benchStore } from './store.ts'
import { setMisfitsOf } from './substituting.ts'

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
  const left = await ordersOfIssued(
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
      isOnSlip: left.some(({ bagId }) => bagId === bag.id),
      results: results.filter(({ number }) => number === bag.number),
    })),
    ...{ sample, matches, needsChecker: secondChecker },
    nods: await store.nodsOf(request.id, bankId),
    hasKey: await hasSlipKey(work.db, bankId),
  }
  const asked = { ...order, raisedAt: request.raisedAt }
  refuse(sheetWords, whyNotIssueLate(asked, bankId, sheet, facts, now))
  if (tube) await keepTube(at(tube.receivedAt), tube, whyOnHold(order, tube, issuedAt) === null)
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
  const unsafe = facts.bags.filter(({ results: found }, nth) => isLeaving(sheet, nth) && isReactive(found))
  const { deliveredAt = null } = order.deliveries.find((one) => one.seq === seq) ?? {}
  const misfits = bloodGroup === isNow.bloodGroup ? [] : await setMisfitsOf(at(now), request, isNow)
  const told = await callBack(at(now), request, slip, {
    bankId,
    deliveredAt,
    bags: unsafe.map(({ bag }) => bag),
  })
  const isMisfit = (id: string) => misfits.includes(id)
  return {
    ...told,
    bags: told.bags.map((bag) => (isMisfit(bag.id) ? { ...bag, setAside: 'misfit' as const } : bag)),
  }
}

/** As what left by the bench and was found reactive afterwards (ruling AMB-378). */
async function callBack(
  work: Work,
  request: BloodRequest,
  slip: Slip,
  { bankId, deliveredAt, bags }: { bankId: string; deliveredAt: Date | null; bags: readonly Bag[] },
): Promise<Slip> {
  const isOnTheWay = isCarried({ state: 'issued', deliveredAt, setAsideAt: null })
  for (const bag of bags) {
    const detail = { bag: bagName(bag), bank: bankId, ...(isOnTheWay && { isCarried: true as const }) }
    await recordOn(work, request, { kind: 'bag-recalled', detail })
    await setRecalledAside(work, request.id, bag.id)
  }
  const setAside = (id: string) => (bags.some((bag) => bag.id === id) ? ('recalled' as const) : null)
  return { ...slip, bags: slip.bags.map((bag) => ({ ...bag, setAside: setAside(bag.id) })) }
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
