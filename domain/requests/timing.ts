import { hours, later } from '../basics/time.ts'
import { move } from './moving.ts'
import type { BloodRequest, InvoiceKind, RequestStatus } from './request.ts'

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

/** Ruling AMB-89: of a reservation that the bank never began with, the fee alone is billed. */
const kindWhenDue = ({ status }: Pick<BloodRequest, 'status'>): InvoiceKind =>
  status === 'bloodbank-approved' ? 'RESERVATION_DECLINED' : 'NORMAL'

/** Late if it had been taken and was not delivered; one that was never taken is not (ruling AMB-55). */
export function completeByClock(request: BloodRequest, now: Date): BloodRequest {
  const completed = move(request, 'completed', now)
  const isLate = request.deliveredAt === null ? request.status !== 'bloodbank-approved' : request.isLate
  const invoiceKind = request.firstCompletedAt === null ? kindWhenDue(request) : request.invoiceKind
  return { ...completed, isLate, invoiceKind, deliveryStatus: request.deliveryStatus }
}

/** Nothing else changes: nobody did anything (ruling AMB-56). */
export const expire = (request: BloodRequest): BloodRequest => ({ ...request, expired: true })
