/**
 * One component on the shelves of a bank: counted, confirmed, given to orders (§3.3, §5.7, AMB-120, 121). Written down a
 * second time, without a line of the product's own.
 */
import { type Draw, dicer, pick } from '../dice.ts'
import type { Model } from '../walking.ts'

export const groups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const
export type Group = (typeof groups)[number]
export const components = ['PRBC', 'SDP', 'FFP', 'RDP'] as const
export type Component = (typeof components)[number]

/** Each bank has all of the clerks, and each of those a page before them. */
export type People = { readonly banks: readonly string[]; readonly clerks: readonly string[] }
/** `offered`: the group of an order for which the provider looks for a bank all the while. */
export type Wish = { readonly bank: string; readonly component: Component; readonly offered: Group }

/** What was typed, group by group; null is an empty field. */
export type Typed = readonly (number | null)[]

export type Act =
  | { readonly kind: 'look' | 'confirm'; readonly clerk: string }
  | { readonly kind: 'count'; readonly clerk: string; readonly typed: Typed }
  /** The same page twice at once: a double click, a slow line. */
  | { readonly kind: 'count twice'; readonly clerk: string; readonly typed: Typed }
  | { readonly kind: 'link'; readonly group: Group; readonly units: number }
  /** The bank refuses an order, or it is cancelled. */
  | { readonly kind: 'refuse' | 'cancel'; readonly order: number }

type Order = { readonly group: Group; readonly units: number; readonly at: number; isGiven: boolean }

export type Life = Wish & {
  /** Each count is another one, though it be of the same numbers. */
  version: number
  counted: { readonly at: number; readonly by: string; readonly units: readonly number[] } | null
  /** The version that each has before their eyes. */
  readonly seen: Record<string, number>
  readonly orders: Order[]
}

export type Shelf = { readonly units: number; readonly linked: number; readonly level: string }
export type Seen = {
  /** On the page of its bank. */
  counted: { at: number; by: string } | null
  freshness: string
  shelves: Record<string, Shelf>
  /** What the provider is offered; null: nothing is known. */
  free: number | null
  /** In the trail: how often it was counted or confirmed. */
  counts: number
}

export type Stock = { people: People; wish: Wish; life: Life; act: Act; seen: Seen }

export const stock: Model<Stock> = {
  name: 'Component',
  // each bank has the same components, so that whoever mixes them up is found out
  wish: (draw, { banks }, at) => ({
    bank: banks[at % banks.length] ?? '',
    component: components[Math.floor(at / banks.length) % components.length] ?? 'PRBC',
    offered: pick(groups, draw),
  }),
  begins: (wish) => ({ ...wish, version: 0, counted: null, seen: {}, orders: [] }),
  tellsWish: ({ bank, component }) => `${component} of ${bank}, never counted`,
  act: actFrom,
  tells,
  happens,
  seen: seenOf,
  /** Two acts are never in one minute; shelf lives end. */
  wait(dice) {
    const draw = dicer(dice)
    const kind = draw(10)
    if (kind < 6) return 1 + draw(50)
    if (kind < 8) return 60 * (1 + draw(20))
    return 1440 * (1 + draw(kind < 9 ? 8 : 60))
  },
}

function happens(life: Life, act: Act, now: number): string {
  switch (act.kind) {
    case 'look':
      life.seen[act.clerk] = life.version
      return 'done'
    case 'count':
      return count(life, act.clerk, act.typed, now)
    case 'count twice': {
      const first = count(life, act.clerk, act.typed, now)
      // of two at once one is taken, and the other is over an older count
      return first === 'done' ? 'done, stale' : `${first}, ${first}`
    }
    case 'confirm':
      if (life.counted === null || isOld(life, act.clerk)) return 'stale'
      return keep(life, act.clerk, life.counted.units, now)
    case 'link':
      life.orders.push({ group: act.group, units: act.units, at: now, isGiven: true })
      return 'done'
    default: {
      const order = life.orders[act.order]
      if (!order?.isGiven) return 'nothing'
      order.isGiven = false
      return 'done'
    }
  }
}

/** §5.7: whole numbers from 0 on, what is behind the point is dropped, an empty field is 0 (AMB-120). */
function count(life: Life, clerk: string, typed: Typed, now: number): string {
  if (typed.some((units) => units !== null && (units < 0 || Math.floor(units) > 9999))) return 'refused'
  if (isOld(life, clerk)) return 'stale'
  return keep(
    life,
    clerk,
    typed.map((units) => Math.floor(units ?? 0)),
    now,
  )
}

/** Whoever never looked has an empty page before them, which is how it was at first. */
const isOld = (life: Life, clerk: string): boolean => (life.seen[clerk] ?? 0) !== life.version

function keep(life: Life, clerk: string, units: readonly number[], now: number): string {
  life.version++
  life.counted = { at: now, by: `${clerk}.${life.bank}`, units }
  life.seen[clerk] = life.version
  return 'done'
}

const day = 1440
const shelfDays: Record<Component, number> = { PRBC: 42, SDP: 5, RDP: 5, FFP: 365 }

function seenOf(life: Life, now: number): Seen {
  const { counted, component, orders } = life
  const units = (group: Group) => counted?.units[groups.indexOf(group)] ?? 0
  // AMB-121: what was linked since the count, and not what came to nothing
  const linked = (group: Group) =>
    orders
      .filter((order) => order.isGiven && order.group === group && counted !== null && order.at > counted.at)
      .reduce((sum, order) => sum + order.units, 0)
  const free = (group: Group) => Math.max(0, units(group) - linked(group))
  const level = (group: Group) => (free(group) === 0 ? 'out' : free(group) < 3 ? 'low' : 'enough')
  const age = counted === null ? 0 : now - counted.at
  const byGroup = <Value>(of: (group: Group) => Value) =>
    Object.fromEntries(groups.map((group) => [group, of(group)]))
  return {
    counted: counted && { at: counted.at, by: counted.by },
    freshness:
      counted === null
        ? 'never'
        : age > shelfDays[component] * day
          ? 'outlived'
          : age > day
            ? 'stale'
            : 'fresh',
    shelves: byGroup((group) => ({ units: units(group), linked: linked(group), level: level(group) })),
    free: counted === null ? null : free(life.offered),
    counts: life.version,
  }
}

function actFrom(life: Life, draw: Draw, { clerks }: People): Act {
  const clerk = pick(clerks, draw)
  const given = life.orders.findIndex(({ isGiven }) => isGiven)
  switch (draw(12)) {
    case 0:
    case 1:
    case 2:
      return { kind: 'look', clerk }
    case 3:
    case 4:
    case 5:
      return { kind: 'count', clerk, typed: typedFrom(draw) }
    case 6:
      return { kind: 'count twice', clerk, typed: typedFrom(draw) }
    case 7:
      return { kind: 'confirm', clerk }
    case 8:
    case 9:
      return { kind: 'link', group: pick(groups, draw), units: 1 + draw(9) }
    default:
      return {
        kind: draw(2) === 0 ? 'refuse' : 'cancel',
        order: draw(4) === 0 ? draw(3) : Math.max(0, given),
      }
  }
}

/** Mostly a count as people make them; one in six has something in it that is none, or is no whole number. */
function typedFrom(draw: Draw): Typed {
  const typed: (number | null)[] = groups.map(() => (draw(6) === 0 ? null : draw(draw(3) === 0 ? 60 : 6)))
  if (draw(6) === 0) typed[draw(groups.length)] = pick([-1, -0.5, 10_000, 9_999.9, 9_999, 7.9, 0.5], draw)
  return typed
}

function tells(act: Act): string {
  switch (act.kind) {
    case 'look':
    case 'confirm':
      return `${act.clerk}: ${act.kind}`
    case 'link':
      return `an order of ${act.units} ${act.group} is linked`
    case 'refuse':
    case 'cancel':
      return `${act.kind} order ${act.order + 1}`
    default:
      return `${act.clerk}: ${act.kind} [${act.typed.map((units) => units ?? '').join(' ')}]`
  }
}
