import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { tidy } from '../basics/text.ts'
import { type BloodRequest, type Delivery, type RequestStatus, wasNotTaken } from './request.ts'
import { statusText } from './showing.ts'

/** §5.3 and §8, literally. */
export const moveWords = {
  'form-incomplete': {
    title: 'Form Incomplete',
    text: 'Please fill all fields before submitting the form',
  },
  'no-request-id': { title: 'Form Incomplete', text: 'Please Specify A Request ID' },
  'request-unknown': { title: 'Data Not Submitted', text: 'Request ID Not Found' },
  'bank-missing': {
    title: 'Data Not Submitted',
    text: 'Please ensure that BloodBank is linked to the Hospital',
  },
  'not-updated': { title: 'Data Not Submitted', text: 'Error Updating The Document' },
  'not-delivered': {
    title: 'Invoice Not Approved',
    text: 'Only a delivered order can be completed here: this one is {status}.',
    conflict: true,
  },
} satisfies Record<string, Wording>

/** §8. */
export const moveDone: Wording = {
  title: 'Data Submitted',
  text: 'The details have been successfully submitted',
}

export type MoveRefusal = Refusal<keyof typeof moveWords>

/** §5.3: for these somebody must have issued the blood. */
const needsBank: readonly RequestStatus[] = ['bloodbank-approved', 'partially-completed', 'completed']

export function whyNotMoveForm(form: { requestId: string; status: string }): MoveRefusal | null {
  if (tidy(form.requestId) === '') return no('form-incomplete', 'requestId')
  return form.status === '' ? no('form-incomplete', 'status') : null
}

export function whyNotMove(
  request: Pick<BloodRequest, 'bankId'> | undefined,
  status: RequestStatus,
): MoveRefusal | null {
  if (!request) return no('request-unknown', 'requestId')
  return needsBank.includes(status) && request.bankId === null ? no('bank-missing', 'status') : null
}

/** §4.2: Approve Invoice is for what has been delivered (ruling AMB-58 for the bank). */
export function whyNotApproveInvoice(request: Pick<BloodRequest, 'status' | 'bankId'>): MoveRefusal | null {
  if (request.status !== 'delivery-completed') {
    return no('not-delivered', undefined, { status: statusText(request) })
  }
  return whyNotMove(request, 'completed')
}

/** Ruling AMB-213: what a status says of the delivery, in the driver's words; the others say nothing of it. */
const deliveryWords: Partial<Record<RequestStatus, string>> = {
  'sample-acquired': 'sample acquired',
  'cross-matching': 'cross matching',
  issued: 'issued',
  'partially-completed': 'partly delivered',
  'delivery-completed': 'delivered',
  completed: 'delivered',
}

/** Whoever sets one of these says that somebody took it, whatever the clock had said before. */
const takenStatuses: readonly RequestStatus[] = [
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
  'delivery-completed',
]

/**
 * §4.2: what a status brings with it. The delivery is stamped once, and so is the first completion; later moves away
 * and back change neither (rulings AMB-53, 55).
 */
export function move(request: BloodRequest, status: RequestStatus, now: Date): BloodRequest {
  const invoiceKind = takenStatuses.includes(status) ? 'NORMAL' : request.invoiceKind
  const isNotTaken = wasNotTaken({ status, invoiceKind })
  const isDelivered = !isNotTaken && (status === 'delivery-completed' || status === 'completed')
  const deliveredAt = request.deliveredAt ?? (isDelivered ? now : null)
  const isStamped = request.deliveredAt === null && deliveredAt !== null
  // what the hospital said of a rejection of its own is no reason for this one
  const isOther = status === 'hospital-admin-rejected' && request.status !== status
  return {
    ...request,
    ...(isOther ? { rejectedFor: null, rejectionNote: null } : {}),
    status,
    invoiceKind,
    deliveryStatus: (isNotTaken ? undefined : deliveryWords[status]) ?? request.deliveryStatus,
    deliveredAt,
    isLate: isStamped ? deliveredAt > request.deadlineAt : request.isLate,
    firstCompletedAt: request.firstCompletedAt ?? (status === 'completed' ? now : null),
    updatedAt: now,
    version: request.version + 1,
  }
}

/** Ruling AMB-103: an empty note leaves the one there is. */
export const withNote = (request: BloodRequest, note: string | undefined): BloodRequest =>
  note === undefined || tidy(note) === '' ? request : { ...request, note: tidy(note) }

/**
 * Ruling AMB-65: partly completed closes the next delivery but never the last; delivered or completed closes all. What
 * comes before that is said of the one under way (AMB-213).
 */
export function moveDeliveries<One extends Delivery>(
  deliveries: readonly One[],
  request: Pick<BloodRequest, 'status' | 'invoiceKind'>,
  now: Date,
): One[] {
  const { status } = request
  const close = (delivery: One): One =>
    delivery.deliveredAt === null ? { ...delivery, state: 'delivered', deliveredAt: now } : delivery
  if (wasNotTaken(request)) return [...deliveries]
  if (status === 'delivery-completed' || status === 'completed') return deliveries.map(close)
  const state = deliveryWords[status]
  if (state === undefined) return [...deliveries]
  const next = deliveries.findIndex(({ deliveredAt }) => deliveredAt === null)
  return deliveries.map((delivery, at) => {
    if (at !== next) return delivery
    if (status !== 'partially-completed') return { ...delivery, state }
    return at < deliveries.length - 1 ? close(delivery) : delivery
  })
}

/** How many of the open deliveries a status closes, as `moveDeliveries` does. */
export function closedBy(
  status: RequestStatus,
  { invoiceKind, openDeliveries }: Pick<BloodRequest, 'invoiceKind'> & { readonly openDeliveries: number },
): number {
  if (wasNotTaken({ status, invoiceKind })) return 0
  if (status === 'delivery-completed' || status === 'completed') return openDeliveries
  return status === 'partially-completed' && openDeliveries > 1 ? 1 : 0
}
