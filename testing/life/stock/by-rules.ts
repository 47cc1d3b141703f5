import { later, minutes } from '#domain/basics/time.ts'
import {
  countOf,
  type LastCount,
  type Quantities,
  whyNotConfirm,
  whyNotCount,
  whyNotOver,
} from '#domain/stock/counting.ts'
import { freshnessOf } from '#domain/stock/freshness.ts'
import { levelOf } from '#domain/stock/levels.ts'
import { freeUnits } from '#domain/stock/offers.ts'
import { instantAt, minuteAt } from '../time.ts'
import type { World } from '../walking.ts'
import { type Act, groups, type Seen, type Stock, type Typed, type Wish } from './model.ts'

type Shelf = Wish & {
  last: LastCount
  quantities: Quantities
  counts: number
  seen: Map<string, Date | null>
  orders: { group: string; units: number; at: Date; isGiven: boolean }[]
}

export const draftOf = (typed: Typed) =>
  Object.fromEntries(groups.map((group, at) => [group, typed[at] ?? null])) as Record<
    (typeof groups)[number],
    number | null
  >

/** The rules of counting, put together as the handlers do it. */
export function stockByRules(): World<Stock> {
  const shelves: Shelf[] = []
  return {
    people: { banks: ['redbank', 'bluebank'], clerks: ['asha', 'bala'] },
    begin: (wish) =>
      void shelves.push({
        ...wish,
        last: null,
        quantities: countOf(draftOf([])),
        counts: 0,
        seen: new Map(),
        orders: [],
      }),
    act: (at, act, now) => actOn(shelves[at] as Shelf, act, instantAt(now)),
    seen: (now) => shelves.map((shelf) => seenIn(shelf, instantAt(now))),
  }
}

function actOn(shelf: Shelf, act: Act, now: Date): string {
  switch (act.kind) {
    case 'look':
      shelf.seen.set(act.clerk, shelf.last?.countedAt ?? null)
      return 'done'
    case 'count':
      return count(shelf, act.clerk, act.typed, now)
    case 'count twice': {
      const seen = shelf.seen.get(act.clerk) ?? null
      const first = count(shelf, act.clerk, act.typed, now)
      // the second has the page of before before it, and comes a moment later
      const after = shelf.seen.get(act.clerk) ?? null
      shelf.seen.set(act.clerk, seen)
      const second = count(shelf, act.clerk, act.typed, later(now, minutes(0.1)))
      shelf.seen.set(act.clerk, after)
      return `${first}, ${second}`
    }
    case 'confirm':
      if (whyNotConfirm(shelf.last, shelf.seen.get(act.clerk) ?? null)) return 'stale'
      return keep(shelf, act.clerk, shelf.quantities, now)
    case 'link':
      shelf.orders.push({ group: act.group, units: act.units, at: now, isGiven: true })
      return 'done'
    default: {
      const order = shelf.orders[act.order]
      if (!order?.isGiven) return 'nothing'
      order.isGiven = false
      return 'done'
    }
  }
}

function count(shelf: Shelf, clerk: string, typed: Typed, now: Date): string {
  if (whyNotCount(draftOf(typed))) return 'refused'
  if (whyNotOver(shelf.last, shelf.seen.get(clerk) ?? null)) return 'stale'
  return keep(shelf, clerk, countOf(draftOf(typed)), now)
}

function keep(shelf: Shelf, clerk: string, quantities: Quantities, now: Date): string {
  shelf.last = { countedAt: now, countedBy: `${clerk}.${shelf.bank}` }
  shelf.quantities = quantities
  shelf.counts++
  shelf.seen.set(clerk, now)
  return 'done'
}

function seenIn(shelf: Shelf, now: Date): Seen {
  const { last, quantities, component } = shelf
  const linked = (group: string) =>
    shelf.orders
      .filter((order) => order.isGiven && order.group === group && last !== null && order.at > last.countedAt)
      .reduce((sum, { units }) => sum + units, 0)
  const byGroup = <Value>(of: (group: (typeof groups)[number]) => Value) =>
    Object.fromEntries(groups.map((group) => [group, of(group)]))
  return {
    counted: last && { at: minuteAt(last.countedAt) ?? 0, by: last.countedBy },
    freshness: freshnessOf(component, last?.countedAt ?? null, now),
    shelves: byGroup((group) => {
      const one = { units: quantities[group], linked: linked(group) }
      return { ...one, level: levelOf(one) }
    }),
    free: last === null ? null : freeUnits(quantities[shelf.offered], linked(shelf.offered)),
    counts: shelf.counts,
  }
}
