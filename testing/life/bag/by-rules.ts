import type { Bag } from '#domain/bags/bag.ts'
import {
  type DonationResult,
  discardDonation,
  mandatoryTests,
  whyNotRecordResult,
  whyNotRelease,
} from '#domain/bags/donation-tests.ts'
import { takeIn, whyNotTakeIn } from '#domain/bags/intake.ts'
import { usualLives } from '#domain/bags/lives.ts'
import { discardBag, moveBag, whyNotDiscard, whyNotMoveBag } from '#domain/bags/moving.ts'
import { dayOf, later, minutes } from '#domain/basics/time.ts'
import { type BenchOrder, nextToPack } from '#domain/matching/bench-order.ts'
import { type Crossmatch, isMatched, whyNotMatch } from '#domain/matching/crossmatch.ts'
import {
  type BagHold,
  heldOnMatch,
  holdEnds,
  holdUntil,
  type ReleaseReason,
  release,
  whyNotHold,
} from '#domain/matching/holding.ts'
import { whyNotIssue } from '#domain/matching/issuing.ts'
import { foundGroup, type Sample, validUntil, whyNotReceiveSample } from '#domain/matching/sample.ts'
import { aBenchOrder } from '../../makers/bags.ts'
import { instantAt, minuteAt } from '../time.ts'
import type { World } from '../walking.ts'
import { type Act, type Bags, deliveries, dueAfter, levelOf, type Seen, type Wish } from './model.ts'

const bankId = 'redbank'

type Shelf = Wish & {
  bags: Bag[]
  results: Map<string, DonationResult[]>
  holds: BagHold[]
  orders: BenchOrder[]
  /** The newest of each order. */
  samples: Map<string, Sample>
  drawn: number
  matches: Crossmatch[]
  wrongs: string[]
}

/** The rules of bags and matching, put together as handlers will do it. */
export function bagsByRules(): World<Bags> {
  const shelves: Shelf[] = []
  return {
    people: null,
    begin: (wish, now) => void shelves.push(begun(wish, instantAt(now))),
    act: (at, act, now) => (actOn(shelves[at] as Shelf, act, instantAt(now)) ? 'done' : 'refused'),
    seen: () => shelves.map(seenIn),
  }
}

const begun = (wish: Wish, now: Date): Shelf => ({
  ...wish,
  bags: [],
  results: new Map(),
  holds: [],
  orders: wish.asked.map((bloodGroup, at) =>
    aBenchOrder({
      id: `order-${at}`,
      bloodGroup,
      component: wish.component,
      units: 4,
      deadlineAt: later(now, minutes(dueAfter)),
      deliveries: deliveries.map((units, seq) => ({
        seq: seq + 1,
        units,
        state: '-',
        deliveredAt: null,
        packed: null,
      })),
    }),
  ),
  samples: new Map(),
  drawn: 0,
  matches: [],
  wrongs: [],
})

const openHold = (shelf: Shelf, bagId: string): BagHold | null =>
  shelf.holds.find((one) => one.bagId === bagId && one.releasedAt === null) ?? null

function replace(shelf: Shelf, bag: Bag): void {
  shelf.bags = shelf.bags.map((one) => (one.id === bag.id ? bag : one))
}

function endHold(shelf: Shelf, bagId: string, reason: ReleaseReason, now: Date): void {
  shelf.holds = shelf.holds.map((one) =>
    one.bagId === bagId && one.releasedAt === null ? release(one, reason, now) : one,
  )
}

function actOn(shelf: Shelf, act: Act, now: Date): boolean {
  switch (act.kind) {
    case 'take in':
      return intake(shelf, act, now)
    case 'sweep':
      sweep(shelf, now)
      return true
    case 'sample':
    case 'cancel':
    case 'issue': {
      const order = shelf.orders[act.order]
      if (!order || order.status === 'cancelled') return false
      if (act.kind === 'sample') return receive(shelf, order, act, now)
      if (act.kind === 'issue') return issue(shelf, order, act, now)
      shelf.orders = shelf.orders.map((one) => (one === order ? { ...one, status: 'cancelled' } : one))
      endHolds(shelf, now, order.id)
      return true
    }
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
  if (whyNotReceiveSample(draft, now)) return false
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
  const results = shelf.results.get(bag.id) ?? []
  switch (act.kind) {
    case 'test': {
      const found: DonationResult[] = act.isReactive
        ? [{ test: 'HBsAg', result: 'reactive' }]
        : [
            ...mandatoryTests.map((test) => ({ test, result: 'negative' as const })),
            { test: 'group', result: bag.bloodGroup },
          ]
      if (found.some((one) => whyNotRecordResult(one, results, [bag]))) return false
      shelf.results.set(bag.id, [...results, ...found])
      for (const gone of act.isReactive ? discardDonation([bag]).discarded : []) {
        endHold(shelf, gone.id, 'discarded', now)
        replace(shelf, gone)
      }
      return true
    }
    case 'discard':
      if (whyNotDiscard(bag, { reason: 'leaking', note: '', by: 'bank' }, now)) return false
      endHold(shelf, bag.id, 'discarded', now)
      replace(shelf, discardBag(bag))
      return true
    case 'release':
      if (whyNotRelease(bag, results, now)) return false
      replace(shelf, moveBag(bag, 'release'))
      return true
    case 'hold':
      return hold(shelf, act, bag, now)
    default:
      return match(shelf, act, bag, now)
  }
}

function hold(shelf: Shelf, act: Act & { kind: 'hold' }, bag: Bag, now: Date): boolean {
  const order = shelf.orders[act.order]
  if (!order) return false
  const sample = shelf.samples.get(order.id) ?? null
  const refusal = whyNotHold(
    order,
    bankId,
    {
      bag,
      hold: openHold(shelf, bag.id),
      held: shelf.holds.filter((one) => one.requestId === order.id && one.releasedAt === null).length,
      sample,
      matches: shelf.matches.filter(({ requestId }) => requestId === order.id),
      spareHours: 4,
      earlyReason: 'there is no other',
      emergency: act.isEmergency ? { group: foundGroup(sample, order, now) } : null,
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
  const order = shelf.orders[act.order]
  if (!order) return false
  const sample = shelf.samples.get(order.id) ?? null
  const matches = shelf.matches.filter(({ requestId }) => requestId === order.id)
  const hold = openHold(shelf, bag.id)
  const heldFor = hold?.requestId ?? null
  if (whyNotMatch(order, bankId, { bag, heldFor, sample, matches }, now) || !sample || !hold) return false
  const result = act.isCompatible ? 'compatible' : 'incompatible'
  const made = {
    requestId: order.id,
    sampleId: sample.id,
    bagId: bag.id,
    method: 'gel' as const,
    result,
  } as const
  shelf.matches.push({ ...made, doneAt: now, doneBy: 'meena' })
  if (act.isCompatible) {
    shelf.holds[shelf.holds.indexOf(hold)] = { ...hold, until: heldOnMatch(order, sample, hold, now) }
    return true
  }
  endHold(shelf, bag.id, 'swapped', now)
  replace(shelf, moveBag(bag, 'let-go'))
  return true
}

function issue(shelf: Shelf, order: BenchOrder, act: Act & { kind: 'issue' }, now: Date): boolean {
  const bags = act.bags.flatMap((at) => shelf.bags[at] ?? [])
  const sample = shelf.samples.get(order.id) ?? null
  const next = nextToPack(order)
  if (bags.length < act.bags.length || !next) return false
  const refusal = whyNotIssue(
    order,
    bankId,
    {
      seq: next.seq,
      bags: bags.map((bag) => ({
        bag,
        heldFor: openHold(shelf, bag.id)?.requestId ?? null,
        results: shelf.results.get(bag.id) ?? [],
        isInspected: act.isInspected,
      })),
      sample,
      matches: shelf.matches.filter(({ requestId }) => requestId === order.id),
      nods: [],
      emergency: act.isEmergency ? { doctor: 'Dr. K. Meenakshi', reason: 'pressure 70 over 40' } : null,
      issuedBy: 'meena',
      checkedBy: act.isChecked ? 'revathi' : 'meena',
      needsChecker: true,
      hasKey: true,
    },
    now,
  )
  if (refusal) return false
  for (const bag of bags) {
    shelf.wrongs.push(...wrongsOf(shelf, order, bag, act.isEmergency, now))
    endHold(shelf, bag.id, 'issued', now)
    replace(shelf, moveBag(bag, 'issue'))
  }
  const packed = { ...next, packed: (next.packed ?? 0) + bags.length }
  shelf.orders = shelf.orders.map((one) =>
    one === order
      ? { ...one, deliveries: one.deliveries.map((each) => (each === next ? packed : each)) }
      : one,
  )
  return true
}

/** Looked at apart from all rules, when it has left. */
function wrongsOf(shelf: Shelf, order: BenchOrder, bag: Bag, isEmergency: boolean, now: Date): string[] {
  const sample = shelf.samples.get(order.id)
  const found = sample && foundGroup(sample, order, now)
  const level = levelOf(shelf.component, isEmergency ? (found ?? null) : order.bloodGroup, bag.bloodGroup)
  const results = shelf.results.get(bag.id) ?? []
  return [
    ...(now.getTime() >= bag.expiresAt.getTime() ? [`${bag.id} expired`] : []),
    ...(results.some(({ result }) => result === 'reactive') ? [`${bag.id} reactive`] : []),
    ...(level === 'never' ? [`${bag.id} unfit`] : []),
    ...(shelf.component === 'PRBC' &&
    !isEmergency &&
    !(
      sample &&
      isMatched(
        bag.id,
        sample.id,
        shelf.matches.filter(({ requestId }) => requestId === order.id),
      )
    )
      ? [`${bag.id} unmatched`]
      : []),
  ]
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
    orders: shelf.orders.map(({ status, deliveries: all }) => ({
      isOpen: status !== 'cancelled',
      packed: all.flatMap(({ packed }) => packed ?? []),
    })),
    wrongs: [
      ...shelf.wrongs,
      ...twice.map(({ bagId }) => `${bagId} in two holds`),
      ...loose.map(({ id }) => `${id} held without a hold`),
    ],
  }
}
