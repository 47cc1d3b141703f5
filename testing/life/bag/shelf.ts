import type { Bag } from '#domain/bags/bag.ts'
import type { DonationResult } from '#domain/bags/donation-tests.ts'
import { later, minutes } from '#domain/basics/time.ts'
import type { BenchOrder } from '#domain/matching/bench-order.ts'
import type { Crossmatch } from '#domain/matching/crossmatch.ts'
import { type BagHold, type ReleaseReason, release } from '#domain/matching/holding.ts'
import type { Sample } from '#domain/matching/sample.ts'
import type { AsideReason } from '#domain/matching/setting-aside.ts'
import { aBenchOrder } from '../../makers/bags.ts'
import type { Wish } from './life.ts'
import { deliveries, dueAfter } from './model.ts'

export const bankId = 'redbank'

/** What lies at the bank, as the rules have it. */
export type Shelf = Wish & {
  bags: Bag[]
  results: Map<string, DonationResult[]>
  holds: BagHold[]
  orders: BenchOrder[]
  /** The newest of each order. */
  samples: Map<string, Sample>
  drawn: number
  matches: Crossmatch[]
  /** All that left with a slip. */
  left: Left[]
  wrongs: string[]
}

export type Left = {
  readonly bagId: string
  readonly requestId: string
  readonly seq: number
  readonly isEmergency: boolean
  readonly issuedAt: Date
  isOwed: boolean
  aside: { why: AsideReason; at: Date } | null
  sentBackAt: Date | null
}

export const begun = (wish: Wish, now: Date): Shelf => ({
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
  left: [],
  wrongs: [],
})

export const openHold = (shelf: Shelf, bagId: string): BagHold | null =>
  shelf.holds.find((one) => one.bagId === bagId && one.releasedAt === null) ?? null

export function replace(shelf: Shelf, bag: Bag): void {
  shelf.bags = shelf.bags.map((one) => (one.id === bag.id ? bag : one))
}

export function endHold(shelf: Shelf, bagId: string, reason: ReleaseReason, now: Date): void {
  shelf.holds = shelf.holds.map((one) =>
    one.bagId === bagId && one.releasedAt === null ? release(one, reason, now) : one,
  )
}

/** An order with what goes with each delivery: what came back, is called back or was thrown away does not. */
export function orderIn(shelf: Shelf, at: number): BenchOrder | undefined {
  const order = shelf.orders[at]
  if (!order) return undefined
  const goes = ({ bagId, requestId, aside }: Left) =>
    requestId === order.id &&
    aside === null &&
    shelf.bags.some(({ id, state }) => id === bagId && state === 'issued')
  const all = order.deliveries.map((one) => ({
    ...one,
    packed: shelf.left.filter((left) => left.seq === one.seq && goes(left)).length || null,
  }))
  return { ...order, deliveries: all }
}

export const leftOf = (shelf: Shelf, bagId: string): Left | null =>
  shelf.left.find((one) => one.bagId === bagId) ?? null
