import { cameToNothing } from './listing.ts'
import { closedBy } from './moving.ts'
import type { BloodRequest, RequestStatus } from './request.ts'
import { undoableUntil } from './undoing.ts'

type Order = Pick<BloodRequest, 'status' | 'orderType' | 'invoiceKind'> & { readonly openDeliveries: number }

/** The way of an order when all goes well. */
const way: readonly RequestStatus[] = [
  'pending',
  'hospital-admin-approved',
  'bloodbank-approved',
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
  'delivery-completed',
  'completed',
]

const isEnd = (status: RequestStatus): boolean => cameToNothing.some((end) => end === status)

/** How a status that is set by hand follows the one there is. */
export type StatusChange = {
  /** `pending → issued skips 4 steps`. */
  readonly text: string
  /** What is left out, in its order. */
  readonly skipped: readonly RequestStatus[]
  /** It is not what comes next: somebody may have meant another order, or another status. */
  readonly isUnusual: boolean
  /** What it does to the deliveries of an order in parts; null where there is at most one to close. */
  readonly closing: string | null
}

/** Whether there is a way back from a status, for whoever is about to set it. */
export const undoText = (to: RequestStatus): string =>
  undoableUntil({ kind: 'request-moved', at: new Date(0) }, to)
    ? 'It can be undone for 2 minutes.'
    : 'It cannot be undone.'

export function statusChange(order: Order, to: RequestStatus): StatusChange {
  const { openDeliveries: open } = order
  const closed = closedBy(to, order)
  const { isUnusual, ...step } = stepBetween(order, to)
  if (closed === 0 || open <= 1) return { ...step, isUnusual, closing: null }
  if (closed < open) return { ...step, isUnusual, closing: `It closes one of ${open} open deliveries.` }
  const all = open === 2 ? 'both' : `all ${open}`
  return { ...step, isUnusual: true, closing: `It closes ${all} open deliveries.` }
}

function stepBetween(
  { status: from, orderType }: Pick<Order, 'status' | 'orderType'>,
  to: RequestStatus,
): Omit<StatusChange, 'closing'> {
  if (from === to) return { text: `It stays ${to}.`, skipped: [], isUnusual: false }
  const change = `${from} → ${to}`
  const unusual = (what: string, skipped: RequestStatus[] = []) => ({
    text: `${change} ${what}`,
    skipped,
    isUnusual: true,
  })
  if (isEnd(to)) return unusual('ends this order')
  if (isEnd(from)) return unusual('opens this order again')
  // only reservations are reserved, and only some orders come in parts
  const isStep = (status: RequestStatus) =>
    status !== 'partially-completed' && (status !== 'reservation-approved' || orderType === 'reservation')
  const [before, after] = [way.indexOf(from), way.indexOf(to)]
  if (after < before) {
    const steps = Math.max(1, way.slice(after, before).filter(isStep).length)
    return unusual(`goes ${steps === 1 ? '1 step' : `${steps} steps`} back`)
  }
  const skipped = way.slice(before + 1, after).filter(isStep)
  if (skipped.length === 0) return { text: change, skipped, isUnusual: false }
  return unusual(`skips ${skipped.length === 1 ? '1 step' : `${skipped.length} steps`}`, skipped)
}
