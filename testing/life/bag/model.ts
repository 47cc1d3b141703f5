/**
 * A few bags and two orders at one bank: taken in, tested, held, matched, issued, sent back, cancelled, swept. Written
 * down a second time, without a line of the product's own.
 */
import { pick } from '../dice.ts'
import { waitFrom } from '../time.ts'
import type { Model } from '../walking.ts'
import { actFrom } from './acts.ts'
import {
  type Act,
  type Bag,
  type Component,
  components,
  groups,
  type Life,
  type Order,
  type Sample,
  type Wish,
} from './life.ts'

export type Seen = {
  bags: { state: string; heldFor: number | null; until: number | null }[]
  orders: { isOpen: boolean; packed: number[] }[]
  /** What must never be: a bag in two holds, one issued expired, reactive, unfit or unmatched. */
  wrongs: string[]
}

export type Bags = { people: null; wish: Wish; life: Life; act: Act; seen: Seen }

/** Units of each order's two deliveries, and how long after the beginning it is due. */
export const deliveries = [3, 1]
export const dueAfter = 6 * 60

export const bags: Model<Bags> = {
  name: 'Shelf',
  wish: (draw) => ({
    component: draw(2) === 0 ? 'PRBC' : pick(components, draw),
    asked: [pick(groups, draw), pick(groups, draw)],
  }),
  begins: (wish, now) => ({
    ...wish,
    bags: [],
    orders: wish.asked.map((group) => ({
      group,
      deadline: now + dueAfter,
      isOpen: true,
      sample: null,
      samples: 0,
      matched: [],
    })),
  }),
  tellsWish: ({ component, asked }) => `${component} for ${asked.join(' and ')}`,
  act: actFrom,
  tells: (act) => JSON.stringify(act),
  happens,
  seen: ({ bags: all, orders }) => ({
    bags: all.map(({ state, hold }) => ({
      state,
      heldFor: hold?.order ?? null,
      until: hold?.until ?? null,
    })),
    orders: orders.map(({ isOpen }, order) => ({
      isOpen,
      packed: deliveries.map((_, delivery) => packedFor(all, order, delivery)),
    })),
    wrongs: [],
  }),
  isForAll: ({ kind }) => kind === 'sweep',
  /** Two acts are never in one minute: of two tubes one is the newer. */
  wait: (dice) => Math.max(1, waitFrom(dice)),
}

/** Of those that go with a delivery: what came back, is called back or was thrown away does not. */
const packedFor = (bags: readonly Bag[], order: number, delivery: number): number =>
  bags.filter(
    ({ state, left }) =>
      state === 'issued' && left?.order === order && left.delivery === delivery && !left.isAside,
  ).length

function happens(life: Life, act: Act, now: number): string {
  switch (act.kind) {
    case 'take in':
      if (act.lives <= 0) return 'refused'
      life.bags.push({
        group: act.group,
        end: now + act.lives,
        state: 'quarantine',
        tests: 'none',
        hold: null,
        left: null,
      })
      return 'done'
    case 'sample': {
      const order = life.orders[act.order]
      // for a result that is owed, also of what is over
      const isOwing = life.bags.some(({ left }) => left?.order === act.order && left.isOwed)
      if (!order || (!order.isOpen && !isOwing)) return 'refused'
      order.samples++
      order.sample = { ...act, n: order.samples, until: now + 72 * 60 }
      return 'done'
    }
    case 'cancel': {
      const order = life.orders[act.order]
      // the provider may say so again
      if (order) order.isOpen = false
      for (const bag of life.bags) if (bag.hold?.order === act.order) letGo(bag)
      return 'done'
    }
    case 'sweep':
      for (const bag of life.bags) {
        if (bag.hold && (now >= bag.hold.until || now >= bag.end)) letGo(bag)
        if (['quarantine', 'available'].includes(bag.state) && now >= bag.end) bag.state = 'expired'
      }
      return 'done'
    case 'issue':
      return issue(life, act, now)
    default: {
      const bag = life.bags[act.bag]
      return bag && withBag(life, act, bag, now) ? 'done' : 'refused'
    }
  }
}

function letGo(bag: Bag): void {
  bag.hold = null
  bag.state = 'available'
}

type OfOneBag = Extract<Act, { bag: number }>

function withBag(life: Life, act: OfOneBag, bag: Bag, now: number): boolean {
  switch (act.kind) {
    case 'test':
      return test(bag, act.isReactive, now)
    case 'discard':
      // what left by the book is still at its bank until a driver has it; an emergency is gone with its slip
      if (!isHere(bag) && (bag.state !== 'issued' || bag.left?.isEmergency)) return false
      discard(bag)
      return true
    case 'send back':
      return sendBack(bag)
    case 'let go':
      if (bag.hold?.order === act.order) letGo(bag)
      return true
    default: {
      const order = life.orders[act.order]
      if (!order) return false
      return act.kind === 'hold' ? hold(life, act, bag, order, now) : match(life, act, bag, order, now)
    }
  }
}

const isHere = ({ state }: Bag): boolean => ['quarantine', 'available', 'held', 'returned'].includes(state)

/** What is clear and alive is free at once; what is reactive goes, and what left is called back. */
function test(bag: Bag, isReactive: boolean, now: number): boolean {
  if (bag.tests === 'reactive' && !isReactive) return false
  bag.tests = isReactive ? 'reactive' : 'clear'
  if (isReactive && isHere(bag)) discard(bag)
  if (isReactive && bag.left) bag.left.isAside = true
  if (!isReactive && bag.state === 'quarantine' && now < bag.end) bag.state = 'available'
  return true
}

function discard(bag: Bag): void {
  bag.state = 'discarded'
  bag.hold = null
}

function sendBack(bag: Bag): boolean {
  // said once more it is no other fate
  if (!bag.left || bag.left.isSentBack) return bag.left !== null
  if (bag.state !== 'issued') return false
  bag.state = 'returned'
  bag.left.isSentBack = true
  return true
}

/** The right tube, in time. */
const tubeOf = ({ sample }: Order, now: number): Sample | null =>
  sample?.isLabelled && now < sample.until ? sample : null

function groupIn(order: Order, now: number): string | null {
  const tube = tubeOf(order, now)
  if (!tube) return null
  // whoever's blood it is, it is not as it was asked for
  return tube.isGroup ? order.group : 'B+'
}

function hold(life: Life, act: OfOneBag & { kind: 'hold' }, bag: Bag, order: Order, now: number): boolean {
  // held for it already, it stays so
  if (bag.hold?.order === act.order) return true
  if (!order.isOpen || bag.state !== 'available' || now >= bag.end) return false
  if (act.isEmergency && life.component !== 'PRBC') return false
  if (!act.isEmergency && order.sample?.isLabelled === false) return false
  const group = act.isEmergency ? groupIn(order, now) : order.group
  if (levelOf(life.component, group, bag.group) === 'never') return false
  if (isBarred(order, act.bag)) return false
  const owed = deliveries.reduce(
    (sum, units, delivery) => sum + units - packedFor(life.bags, act.order, delivery),
    0,
  )
  if (life.bags.filter((one) => one.hold?.order === act.order).length >= owed + 2) return false
  const until = act.isEmergency ? now + 120 : (order.sample?.until ?? order.deadline + 60)
  if (until <= now) return false
  bag.hold = { order: act.order, until }
  bag.state = 'held'
  return true
}

const isBarred = ({ matched }: Order, bag: number): boolean =>
  matched.some((one) => one.bag === bag && !one.isCompatible)

function match(life: Life, act: OfOneBag & { kind: 'match' }, bag: Bag, order: Order, now: number): boolean {
  const tube = tubeOf(order, now)
  if (bag.left?.order === act.order && bag.left.isOwed) {
    if (!tube) return false
    order.matched.push({ bag: act.bag, sample: tube.n, isCompatible: act.isCompatible })
    bag.left.isOwed = false
    if (!act.isCompatible && bag.state === 'issued') bag.left.isAside = true
    return true
  }
  if (!order.isOpen || life.component !== 'PRBC' || bag.hold?.order !== act.order || !tube?.isGroup)
    return false
  if (isBarred(order, act.bag)) return false
  order.matched.push({ bag: act.bag, sample: tube.n, isCompatible: act.isCompatible })
  if (act.isCompatible) bag.hold = { ...bag.hold, until: Math.max(bag.hold.until, tube.until) }
  else letGo(bag)
  return true
}

function issue(life: Life, act: Act & { kind: 'issue' }, now: number): string {
  const order = life.orders[act.order]
  const chosen = act.bags.map((at) => life.bags[at])
  // the first that has room, a part of it packed or not
  const next = deliveries.findIndex((units, at) => packedFor(life.bags, act.order, at) < units)
  const most = (deliveries[next] ?? 0) - packedFor(life.bags, act.order, next)
  if (!order?.isOpen || chosen.length === 0 || chosen.length > most) return 'refused'
  if (new Set(act.bags).size < act.bags.length || !act.isInspected || !act.isChecked) return 'refused'
  if (act.isEmergency ? life.component !== 'PRBC' : !tubeOf(order, now)?.isGroup) return 'refused'
  const group = act.isEmergency ? groupIn(order, now) : order.group
  for (const at of act.bags) {
    const bag = life.bags[at]
    if (!bag || bag.hold?.order !== act.order || now >= bag.end || bag.tests !== 'clear') return 'refused'
    const level = levelOf(life.component, group, bag.group)
    if (level === 'never' || (level === 'care' && !act.isEmergency) || isBarred(order, at)) return 'refused'
    if (life.component === 'PRBC' && !act.isEmergency && !isMatched(order, at)) return 'refused'
  }
  for (const at of act.bags) {
    const bag = life.bags[at]
    if (!bag) continue
    bag.state = 'issued'
    bag.hold = null
    bag.left = {
      ...{ order: act.order, delivery: next, isEmergency: act.isEmergency },
      ...{ isOwed: act.isEmergency && !isMatched(order, at), isAside: false, isSentBack: false },
    }
  }
  return 'done'
}

const isMatched = ({ matched, sample }: Order, bag: number): boolean =>
  matched.some((one) => one.bag === bag && one.sample === sample?.n)

const kindsOf = (group: string) => ({ a: group.startsWith('A'), b: /B/.test(group), d: group.endsWith('+') })

/** Said by what is on the cells and in the plasma; the patient is a man of 34. */
export function levelOf(
  component: Component,
  patient: string | null,
  given: string,
): 'fine' | 'care' | 'never' {
  const bag = kindsOf(given)
  if (patient === null) return component === 'PRBC' && !bag.a && !bag.b ? 'fine' : 'never'
  const own = kindsOf(patient)
  const isSame = own.a === bag.a && own.b === bag.b
  if (component === 'PRBC') {
    if ((bag.a && !own.a) || (bag.b && !own.b)) return 'never'
    return bag.d && !own.d ? 'care' : 'fine'
  }
  if (component === 'SDP') return isSame && (own.d || !bag.d) ? 'fine' : 'care'
  // the plasma of a group has what attacks the cells that it lacks
  const attacks = (!bag.a && own.a) || (!bag.b && own.b)
  if (!attacks) return 'fine'
  return bag.a || bag.b ? 'care' : 'never'
}
