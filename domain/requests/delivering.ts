import { no, type Wording } from '../basics/refusal.ts'
import { isBlank, line, tidy } from '../basics/text.ts'
import { unitLimits } from './raising.ts'
import type { BloodRequest, Delivery } from './request.ts'
import type { RequestRefusal } from './words.ts'

/** §9: one delivery holds at most this many units. */
export const unitsPerDelivery = 3

/** The units of each delivery of a request: 7 is [3, 3, 1] (§4.2). */
export function deliveriesFor(units: number): number[] {
  return Array.from({ length: deliveryCount(units) }, (_, done) =>
    Math.min(unitsPerDelivery, units - done * unitsPerDelivery),
  )
}

/** §5.1: what leaving the units field says when one delivery is not enough; not of a number that will be refused. */
export function deliveriesNotice(units: number): Wording | null {
  if (!Number.isInteger(units) || units <= unitsPerDelivery || units > unitLimits.max) return null
  return {
    title: 'Several Deliveries',
    text: `There are going to be ${deliveryCount(units)} deliveries for this Request. A single delivery holds at most ${unitsPerDelivery} units.`,
  }
}

const deliveryCount = (units: number): number => Math.ceil(units / unitsPerDelivery)

/** `1 of 3`: how many have arrived. */
export const arrivedText = (deliveries: readonly Pick<Delivery, 'deliveredAt'>[]): string =>
  `${deliveries.filter(({ deliveredAt }) => deliveredAt !== null).length} of ${deliveries.length}`

export const DeliveryText = line(200)

export const whyNotWrite = (text: string): RequestRefusal | null =>
  isBlank(text) ? no('no-delivery-status', 'text') : null

/** §4.2: free text, stored in lower case; tidied last, because a small letter may join with its accent. */
const inSmallLetters = (text: string): string => tidy(text.toLowerCase())

export const writeDeliveryStatus = (request: BloodRequest, text: string, now: Date): BloodRequest => ({
  ...request,
  deliveryStatus: inSmallLetters(text),
  updatedAt: now,
  version: request.version + 1,
})

/** Ruling AMB-213: what a person wrote with a status goes before that status's own words; nothing written leaves those. */
export const withDeliveryText = (request: BloodRequest, text: string | undefined): BloodRequest =>
  text === undefined || isBlank(text) ? request : { ...request, deliveryStatus: inSmallLetters(text) }
