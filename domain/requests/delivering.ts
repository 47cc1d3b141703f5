import type { Wording } from '../basics/refusal.ts'

/** §9: one delivery holds at most this many units. */
export const unitsPerDelivery = 3

/** The units of each delivery of a request: 7 is [3, 3, 1] (§4.2). */
export function deliveriesFor(units: number): number[] {
  return Array.from({ length: deliveryCount(units) }, (_, done) =>
    Math.min(unitsPerDelivery, units - done * unitsPerDelivery),
  )
}

/** §5.1: what leaving the units field says when one delivery is not enough. */
export function deliveriesNotice(units: number): Wording | null {
  if (!Number.isInteger(units) || units <= unitsPerDelivery) return null
  return {
    title: 'Several Deliveries',
    text: `There are going to be ${deliveryCount(units)} deliveries for this Request. A single delivery holds at most ${unitsPerDelivery} units.`,
  }
}

const deliveryCount = (units: number): number => Math.ceil(units / unitsPerDelivery)
