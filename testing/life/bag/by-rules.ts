import type { Bag } from '#domain/bags/bag.ts'
import {
  type DonationResult,
  discardDonation,
  standOf,
  whyNotRecordResult,
  whyNotRelease,
} from '#domain/bags/donation-tests.ts'
import { takeIn, whyNotTakeIn } from '#domain/bags/intake.ts'
import { usualLives } from '#domain/bags/lives.ts'
import { moveBag, whyNotMoveBag } from '#domain/bags/moving.ts'
import { dayOf, later, minutes } from '#domain/basics/time.ts'
import { type BenchOrder, whyNotAtBench } from '#domain/matching/bench-order.ts'
import { whyNotMatch } from '#domain/matching/crossmatch.ts'
import { heldOnMatch, holdEnds, holdUntil, whyNotHold } from '#domain/matching/holding.ts'
import { groupInEmergency, validUntil, whyNotReceiveSample } from '#domain/matching/sample.ts'
import { whyNotMove } from '#domain/requests/moving.ts'
import { clearTests } from '../../makers/bags.ts'
import { instantAt, minuteAt } from '../time.ts'
import type { World } from '../walking.ts'
import { discard, issue, keepMatch, recordOwed, sendBack, setAside } from './leaving-by-rules.ts'
import type { Act } from './life.ts'
import type { Bags, Seen } from './model.ts'
import { bankId, begun, endHold, leftOf, openHold, orderIn, replace, type Shelf } from './shelf.ts'

/** The rules of bags and matching, put together as the handlers do it. */
export function bagsByRules(): World<Bags> {
  const shelves: Shelf[] = []
  return {
    people: null,
    begin: (wish, now) => void shelves.push(begun(wish, instantAt(now))),
    act: (at, act, now) => (actOn(shelves[at] as Shelf, act, instantAt(now)) ? 'done' : 'refused'),
    befall: (_act, now) => {
      for (const shelf of shelves) sweep(shelf, instantAt(now))
    },
    seen: () => shelves.map(seenIn),
  }
}

function actOn(shelf: Shelf, act: Act, now: Date): boolean {
  switch (act.kind) {
    case 'take in':
      return intake(shelf, act, now)
    case 'sample':
    case 'cancel':
    case 'issue': {
      const order = orderIn(shelf, act.order)
      if (!order) return false
      if (act.kind === 'sample') return receive(shelf, order, act, now)
      if (act.kind === 'issue') return issue(shelf, order, act, now)
      if (whyNotMove(order, 'cancelled')) return false
      shelf.orders = shelf.orders.map((one) => (one.id === order.id ? { ...one, status: 'cancelled' } : one))
      endHolds(shelf, now, order.id)
      return true
    }
    case 'sweep':
      return false
    default: {
      const bag = shelf.bags[act.bag]
      return bag !== undefined && withBag(shelf, act, bag, now)
    }
  }
}

function intake(shelf: Shelf, act: Act & { kind: 'take in' }, now: Date): boolean {
  const line = {
    number: `RB26-${1000 + shelf.bags.length}`,
    numberKind: 'own' as const,
    component: shelf.component,
    division: '',
    bloodGroup: act.group,
    segment: null,
    volumeMl: null,
    anticoagulant: null,
    attributes: [],
    collectedOn: dayOf(now),
    expiresAt: later(now, minutes(act.lives)),
    donorFormId: null,
    place: '',
  }
  const known = { lives: usualLives, twin: null, otherBank: null }
  if (whyNotTakeIn(line, [], known, now)) return false
  const bag = takeIn(line, { id: `bag-${shelf.bags.length}`, bankId }, usualLives, now)
  if (bag) shelf.bags.push(bag)
  return bag !== null
}

function endHolds(shelf: Shelf, now: Date, ofOrder?: string): void {
  for (const hold of shelf.holds.filter(({ releasedAt }) => releasedAt === null)) {
    if (ofOrder !== undefined && hold.requestId !== ofOrder) continue
    const bag = shelf.bags.find(({ id }) => id === hold.bagId)
    const order = shelf.orders.find(({ id }) => id === hold.requestId)
    const reason = bag && order && holdEnds(hold, bag, order, now)
    if (!reason || whyNotMoveBag(bag, 'let-go', 'clock', now)) continue
    endHold(shelf, bag.id, reason, now)
    replace(shelf, moveBag(bag, 'let-go'))
  }
}

function sweep(shelf: Shelf, now: Date): void {
  endHolds(shelf, now)
  for (const bag of shelf.bags)
    if (!whyNotMoveBag(bag, 'expire', 'clock', now)) replace(shelf, moveBag(bag, 'expire'))
}

function receive(shelf: Shelf, order: BenchOrder, act: Act & { kind: 'sample' }, now: Date): boolean {
  const draft = {
    takenAt: now,
    labelName: act.isLabelled ? ' MOHAMMED IRFAN' : 'Mohamed Irfan',
    labelPatientId: order.patientId,
  }
  const isOwing = shelf.left.some(({ requestId, isOwed }) => requestId === order.id && isOwed)
  if ((whyNotAtBench(order, bankId) && !isOwing) || whyNotReceiveSample(draft, now)) return false
  shelf.samples.set(order.id, {
    ...draft,
    id: `sample-${shelf.drawn++}`,
    requestId: order.id,
    receivedAt: now,
    groupFound: act.isGroup ? order.bloodGroup : 'B+',
    antibodyScreen: 'negative',
    recent: 'unknown',
    unfitReason: null,
    validUntil: validUntil(now, 'unknown', 168),
  })
  return true
}

function withBag(shelf: Shelf, act: Extract<Act, { bag: number }>, bag: Bag, now: Date): boolean {
  switch (act.kind) {
    case 'test':
      return test(shelf, bag, act.isReactive, now)
    case 'discard':
      return discard(shelf, bag, now)
    case 'send back':
      return sendBack(shelf, bag, now)
    case 'let go':
      if (openHold(shelf, bag.id)?.requestId !== shelf.orders[act.order]?.id) return true
      endHold(shelf, bag.id, 'not-needed', now)
      replace(shelf, moveBag(bag, 'let-go'))
      return true
    case 'hold':
      return hold(shelf, act, bag, now)
    default:
      return match(shelf, act, bag, now)
  }
}

function test(shelf: Shelf, bag: Bag, isReactive: boolean, now: Date): boolean {
  const before = shelf.results.get(bag.id) ?? []
  const found: DonationResult[] = isReactive
    ? [{ test: 'HBsAg', result: 'reactive' }]
    : clearTests(bag.bloodGroup)
  if (found.some((one) => whyNotRecordResult(one, before, [bag]))) return false
  const results = [...before, ...found]
  shelf.results.set(bag.id, results)
  if (standOf(results).kind !== 'reactive') {
    if (!whyNotRelease(bag, results, now)) replace(shelf, moveBag(bag, 'release'))
    return true
  }
  const { discarded, toCallBack } = discardDonation([bag])
  for (const gone of discarded) {
    endHold(shelf, gone.id, 'discarded', now)
    replace(shelf, gone)
  }
  for (const { id } of toCallBack) setAside(leftOf(shelf, id), 'recalled', now)
  return true
}

function hold(shelf: Shelf, act: Act & { kind: 'hold' }, bag: Bag, now: Date): boolean {
  const order = orderIn(shelf, act.order)
  if (!order) return false
  const open = openHold(shelf, bag.id)
  // asked for once more, it is held as it was
  if (open?.requestId === order.id) return true
  const sample = shelf.samples.get(order.id) ?? null
  const refusal = whyNotHold(
    order,
    bankId,
    {
      bag,
      hold: open,
      held: shelf.holds.filter((one) => one.requestId === order.id && one.releasedAt === null).length,
      sample,
      matches: shelf.matches.filter(({ requestId }) => requestId === order.id),
      form: null,
      spareHours: 4,
      earlyReason: 'there is no other',
      emergency: act.isEmergency ? { group: groupInEmergency(sample, order, now) } : null,
    },
    now,
  )
  if (refusal) return false
  const until = holdUntil(order, sample, act.isEmergency, now)
  shelf.holds.push({
    bagId: bag.id,
    requestId: order.id,
    heldAt: now,
    heldBy: 'meena',
    until,
    releasedAt: null,
    releaseReason: null,
  })
  replace(shelf, moveBag(bag, 'hold'))
  return true
}

function match(shelf: Shelf, act: Act & { kind: 'match' }, bag: Bag, now: Date): boolean {
  const order = orderIn(shelf, act.order)
  if (!order) return false
  const left = leftOf(shelf, bag.id)
  if (bag.state !== 'held' && left?.requestId === order.id && left.isOwed)
    return recordOwed(shelf, order, { bag, isCompatible: act.isCompatible }, now)
  const sample = shelf.samples.get(order.id) ?? null
  const matches = shelf.matches.filter(({ requestId }) => requestId === order.id)
  const hold = openHold(shelf, bag.id)
  const heldFor = hold?.requestId ?? null
  if (whyNotMatch(order, bankId, { bag, heldFor, sample, matches }, now) || !sample || !hold) return false
  keepMatch(shelf, { requestId: order.id, sampleId: sample.id, bagId: bag.id }, act.isCompatible, now)
  if (act.isCompatible) {
    shelf.holds[shelf.holds.indexOf(hold)] = { ...hold, until: heldOnMatch(order, sample, hold, now) }
    return true
  }
  endHold(shelf, bag.id, 'swapped', now)
  replace(shelf, moveBag(bag, 'let-go'))
  return true
}

function seenIn(shelf: Shelf): Seen {
  const open = shelf.holds.filter(({ releasedAt }) => releasedAt === null)
  const twice = open.filter(({ bagId }, at) => open.findIndex((one) => one.bagId === bagId) !== at)
  const loose = shelf.bags.filter(
    ({ id, state }) => (state === 'held') !== open.some((one) => one.bagId === id),
  )
  return {
    bags: shelf.bags.map(({ id, state }) => {
      const held = openHold(shelf, id)
      const at = shelf.orders.findIndex((one) => one.id === held?.requestId)
      return { state, heldFor: held ? at : null, until: minuteAt(held?.until ?? null) }
    }),
    orders: shelf.orders.map(({ status }, at) => ({
      isOpen: status !== 'cancelled',
      packed: orderIn(shelf, at)?.deliveries.map(({ packed }) => packed ?? 0) ?? [],
    })),
    wrongs: [
      ...shelf.wrongs,
      ...twice.map(({ bagId }) => `${bagId} in two holds`),
      ...loose.map(({ id }) => `${id} held without a hold`),
    ],
  }
}
