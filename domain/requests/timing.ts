import { hours, later } from '../basics/time.ts'
import { driven } from '../driving/steps.ts'
import type { BloodRequest, Delivery, InvoiceKind, RequestStatus } from './request.ts'

/** §4.2: a reservation ends by itself this long after its deadline (ruling AMB-13). */
export const grace = hours(1)

/** Ruling AMB-14: what somebody took in hand. What nobody accepted is not completed, what was refused stays so. */
export const selfCompleting = [
  'bloodbank-approved',
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
  'delivery-completed',
] as const satisfies RequestStatus[]

/** Ruling AMB-56: nobody took these in time. */
export const expiring = ['pending', 'hospital-admin-approved'] as const satisfies RequestStatus[]

/** What the clock brings a request, if anything. */
export function dueNow(request: BloodRequest, now: Date): 'complete' | 'expire' | null {
  if (now < later(request.deadlineAt, grace)) return null
  if (isOneOf(expiring, request.status)) return request.expired ? null : 'expire'
  const completes = request.orderType === 'reservation' && isOneOf(selfCompleting, request.status)
  return completes && request.bankId !== null ? 'complete' : null
}

const isOneOf = (statuses: readonly RequestStatus[], status: RequestStatus): boolean =>
  statuses.includes(status)

type Carried = Pick<BloodRequest, 'status' | 'invoiceKind'> & {
  readonly deliveries: readonly Pick<Delivery, 'deliveredAt'>[]
}

/** Ruling AMB-211: the clock completed it before all of it was there, and its driver still has it to bring. */
export const isStillOut = ({ status, invoiceKind, deliveries }: Carried): boolean =>
  status === 'completed' &&
  invoiceKind === 'NORMAL' &&
  deliveries.some(({ deliveredAt }) => deliveredAt === null)

/** Of an order that a slip moves nothing of, as in an emergency: its bank has begun all the same (ruling AMB-361). */
type Begun = { readonly haveBagsLeft?: boolean }

/** Ruling AMB-89: of a reservation that the bank never began with, the fee alone is billed. */
const kindWhenDue = ({
  status,
  deliveries,
  haveBagsLeft = false,
}: Omit<Carried, 'invoiceKind'> & Begun): InvoiceKind =>
  status === 'bloodbank-approved' &&
  !haveBagsLeft &&
  deliveries.every(({ deliveredAt }) => deliveredAt === null)
    ? 'RESERVATION_DECLINED'
    : 'NORMAL'

/** Ruling AMB-211: nothing is delivered by it. What was taken and is not there is late; what nobody took is not. */
export function completeByClock(
  request: BloodRequest,
  deliveries: Carried['deliveries'],
  now: Date,
  { haveBagsLeft = false }: Begun = {},
): BloodRequest {
  const { status, deliveredAt, firstCompletedAt } = request
  const invoiceKind =
    firstCompletedAt === null ? kindWhenDue({ status, deliveries, haveBagsLeft }) : request.invoiceKind
  const isMissing = deliveredAt === null && status !== 'delivery-completed'
  return {
    ...request,
    status: 'completed',
    isLate: isMissing ? invoiceKind === 'NORMAL' : request.isLate,
    firstCompletedAt: firstCompletedAt ?? now,
    invoiceKind,
    updatedAt: now,
    version: request.version + 1,
  }
}

/** Nothing else changes: nobody did anything (ruling AMB-56). */
export const expire = (request: BloodRequest): BloodRequest => ({ ...request, expired: true })

/** What the minute still tells of: a server that was away longer than this rings nobody out of bed for it. */
export const longestLate = hours(24)

type Owed = Pick<BloodRequest, 'status' | 'orderType' | 'deadlineAt' | 'deliveredAt' | 'linkedAt'> & Begun

/**
 * Its deadline has passed, and it is in somebody's hands and not there. What was linked after the deadline was known to be
 * late; a reservation with which its bank never began is not (ruling AMB-211).
 */
export function isOverdue(request: Owed, now: Date): boolean {
  const { status, orderType, deadlineAt, deliveredAt, linkedAt, haveBagsLeft = false } = request
  if (deliveredAt !== null || now < deadlineAt || now >= later(deadlineAt, longestLate)) return false
  if (orderType === 'reservation' && status === 'bloodbank-approved' && !haveBagsLeft) return false
  return driven.includes(status) && (linkedAt === null || linkedAt < deadlineAt)
}
