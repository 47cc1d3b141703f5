/**
 * A few bags and two orders at one bank: taken in, tested, held, matched, issued, cancelled, swept. Written down a second
 * time, without a line of the product's own.
 */
import { type Draw, pick } from '../dice.ts'
import type { Model } from '../walking.ts'

export const groups = ['O+', 'O-', 'A+', 'AB+'] as const
export type Group = (typeof groups)[number]
export const components = ['PRBC', 'FFP', 'SDP'] as const
export type Component = (typeof components)[number]

export type Wish = { readonly component: Component; readonly asked: readonly [Group, Group] }

export type Act =
  | { readonly kind: 'take in'; readonly group: Group; readonly lives: number }
  | { readonly kind: 'test'; readonly bag: number; readonly isReactive: boolean }
  | { readonly kind: 'release'; readonly bag: number }
  | { readonly kind: 'discard'; readonly bag: number }
  | {
      readonly kind: 'sample'
      readonly order: number
      readonly isLabelled: boolean
      readonly isGroup: boolean
    }
  | { readonly kind: 'hold'; readonly bag: number; readonly order: number; readonly isEmergency: boolean }
  | { readonly kind: 'match'; readonly bag: number; readonly order: number; readonly isCompatible: boolean }
  | {
      readonly kind: 'issue'
      readonly bags: readonly number[]
      readonly order: number
      readonly isEmergency: boolean
      readonly isInspected: boolean
      readonly isChecked: boolean
    }
  | { readonly kind: 'cancel'; readonly order: number }
  | { readonly kind: 'sweep' }

type Bag = {
  readonly group: Group
  readonly end: number
  state: string
  tests: 'none' | 'clear' | 'reactive'
  hold: { readonly order: number; readonly until: number } | null
}
type Sample = {
  readonly n: number
  readonly until: number
  readonly isLabelled: boolean
  readonly isGroup: boolean
}
type Order = {
  readonly group: Group
  readonly deadline: number
  isOpen: boolean
  sample: Sample | null
  samples: number
  readonly packed: number[]
  readonly matched: { readonly bag: number; readonly sample: number; readonly isCompatible: boolean }[]
}
export type Life = Wish & { readonly bags: Bag[]; readonly orders: Order[] }

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
      packed: [],
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
    orders: orders.map(({ isOpen, packed }) => ({ isOpen, packed: [...packed] })),
    wrongs: [],
  }),
}

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
      })
      return 'done'
    case 'sample': {
      const order = life.orders[act.order]
      if (!order?.isOpen) return 'refused'
      order.samples++
      order.sample = { ...act, n: order.samples, until: now + 72 * 60 }
      return 'done'
    }
    case 'cancel': {
      const order = life.orders[act.order]
      if (!order?.isOpen) return 'refused'
      order.isOpen = false
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
  const isHere = ['quarantine', 'available', 'held'].includes(bag.state)
  if (act.kind === 'test') {
    if (bag.tests === 'reactive' && !act.isReactive) return false
    bag.tests = act.isReactive ? 'reactive' : 'clear'
    if (act.isReactive && isHere) discard(bag)
    return true
  }
  if (act.kind === 'discard') {
    if (!isHere) return false
    discard(bag)
    return true
  }
  if (act.kind === 'release') {
    if (bag.state !== 'quarantine' || bag.tests !== 'clear' || now >= bag.end) return false
    bag.state = 'available'
    return true
  }
  const order = life.orders[act.order]
  if (!order?.isOpen) return false
  return act.kind === 'hold' ? hold(life, act, bag, order, now) : match(life, act, bag, order, now)
}

function discard(bag: Bag): void {
  bag.state = 'discarded'
  bag.hold = null
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
  if (bag.state !== 'available' || now >= bag.end) return false
  if (act.isEmergency && life.component !== 'PRBC') return false
  if (!act.isEmergency && order.sample?.isLabelled === false) return false
  const group = act.isEmergency ? groupIn(order, now) : order.group
  if (levelOf(life.component, group, bag.group) === 'never') return false
  if (isBarred(order, act.bag)) return false
  const owed = 4 - order.packed.reduce((sum, bags) => sum + bags, 0)
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
  if (life.component !== 'PRBC' || bag.hold?.order !== act.order || !tube?.isGroup) return false
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
  const next = deliveries.findIndex((units, at) => (order?.packed[at] ?? 0) < units)
  const most = (deliveries[next] ?? 0) - (order?.packed[next] ?? 0)
  if (!order?.isOpen || chosen.length === 0 || chosen.length > most) return 'refused'
  if (new Set(act.bags).size < act.bags.length || !act.isInspected || !act.isChecked) return 'refused'
  if (act.isEmergency ? life.component !== 'PRBC' : !tubeOf(order, now)?.isGroup) return 'refused'
  const group = act.isEmergency ? groupIn(order, now) : order.group
  for (const at of act.bags) {
    const bag = life.bags[at]
    if (!bag || bag.hold?.order !== act.order || now >= bag.end || bag.tests !== 'clear') return 'refused'
    const level = levelOf(life.component, group, bag.group)
    if (level === 'never' || (level === 'care' && !act.isEmergency) || isBarred(order, at)) return 'refused'
    const isMatched = order.matched.some((one) => one.bag === at && one.sample === order.sample?.n)
    if (life.component === 'PRBC' && !act.isEmergency && !isMatched) return 'refused'
  }
  for (const bag of chosen)
    if (bag) {
      bag.state = 'issued'
      bag.hold = null
    }
  order.packed[next] = (order.packed[next] ?? 0) + chosen.length
  return 'done'
}

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

function actFrom(life: Life, draw: Draw): Act {
  const bag = draw(Math.max(1, life.bags.length))
  const order = draw(2)
  const held = life.bags.flatMap(({ hold: one }, at) => (one?.order === order ? [at] : []))
  const dice = life.bags.length < 3 ? draw(6) : draw(24)
  if (dice < 3) {
    if (life.bags.length >= 7) return { kind: 'sweep' }
    const group = draw(3) === 0 ? pick(groups, draw) : pick(life.asked, draw)
    return { kind: 'take in', group, lives: draw(12) === 0 ? -60 : 60 + draw(2 * 1440) }
  }
  if (dice === 3) return { kind: 'test', bag, isReactive: draw(8) === 0 }
  const waiting = life.bags.findIndex(({ state }) => state === 'quarantine')
  if (dice < 6) {
    const at = waiting === -1 ? bag : waiting
    return life.bags[at]?.tests === 'none'
      ? { kind: 'test', bag: at, isReactive: false }
      : { kind: 'release', bag: at }
  }
  if (dice < 9) return { kind: 'sample', order, isLabelled: draw(6) > 0, isGroup: draw(6) > 0 }
  const free = life.bags.findIndex(({ state }) => state === 'available')
  if (dice < 13) return { kind: 'hold', bag: free === -1 ? bag : free, order, isEmergency: draw(5) === 0 }
  if (dice < 16) return { kind: 'match', bag: held[0] ?? bag, order, isCompatible: draw(4) > 0 }
  if (dice < 21) {
    const count = 1 + draw(2)
    return {
      kind: 'issue',
      bags: draw(6) === 0 ? [bag, draw(7)] : held.slice(0, count),
      order,
      isEmergency: draw(4) === 0,
      isInspected: draw(10) > 0,
      isChecked: draw(10) > 0,
    }
  }
  if (dice === 21) return { kind: 'sweep' }
  return dice === 22 ? { kind: 'cancel', order } : { kind: 'discard', bag }
}
