import { hours } from '../basics/time.ts'

/** What one bank could give for an order. */
type Offer = {
  readonly freeUnits: number | null
  readonly pricePaise: number | null
  readonly countedAt: Date | null
  /** Its shelf is as it is now, however long ago somebody counted. */
  readonly keepsBags?: boolean
  /** Why it refused this order. */
  readonly refusal: string | null
}

/** Ruling AMB-121: what was counted, less what was linked since. Never below zero: then there is none. */
export const freeUnits = (counted: number, linkedSince: number): number => Math.max(0, counted - linkedSince)

/**
 * A suggestion, no decision: first the banks that have enough, the freshly counted before the old and of one hour the
 * cheaper before the dearer; then those that have some, the most first; then those of whom nothing is known, and
 * last those that refused it.
 */
export const bestFirst = <One extends Offer>(offers: readonly One[], units: number, now: Date): One[] =>
  [...offers].sort(
    (one, other) =>
      Number(one.refusal !== null) - Number(other.refusal !== null) ||
      rank(one, units) - rank(other, units) ||
      (rank(one, units) === 1 ? (other.freeUnits ?? 0) - (one.freeUnits ?? 0) : 0) ||
      hoursSince(one, now) - hoursSince(other, now) ||
      (one.pricePaise ?? Number.MAX_SAFE_INTEGER) - (other.pricePaise ?? Number.MAX_SAFE_INTEGER),
  )

function rank({ freeUnits: free }: Offer, units: number): number {
  if (free === null) return 3
  if (free >= units) return 0
  return free > 0 ? 1 : 2
}

const hoursSince = ({ countedAt, keepsBags }: Offer, now: Date): number =>
  countedAt === null || keepsBags ? 0 : Math.floor((now.getTime() - countedAt.getTime()) / hours(1))

/** What speaks against a bank, in a sentence, and of bags what they are free for; null if a count has enough, or is not known. */
export function offerNote(
  offer: { freeUnits: number | null; units: number | null; keepsBags?: boolean; isAnyFree?: boolean },
  needed: number,
  { isLate = false } = {},
): string | null {
  const { freeUnits: free, units, keepsBags, isAnyFree } = offer
  if (free === null) return null
  if (keepsBags) {
    const alive = `${free} free, alive ${isLate ? 'now' : 'at the deadline'}`
    if (free >= needed) return `${alive}.`
    if (free > 0) return `Only ${alive}; the order needs ${needed}.`
    if (!isAnyFree) return 'No bag lies free.'
    return isLate ? 'No free bag fits.' : 'No free bag fits and outlives the deadline.'
  }
  if (free >= needed) return null
  if (free > 0) return `Only ${free} free, the order needs ${needed}.`
  return units === 0 || units === null ? 'None in stock.' : `None free: all ${units} are for other orders.`
}
