import { say } from '../basics/refusal.ts'
import { whyNotRegenerateNow } from '../billing/downloading.ts'
import { invoiceWords } from '../billing/invoicing.ts'
import { displayNameOf } from '../people/actor.ts'
import { deliveriesFor } from './delivering.ts'
import { linkWords } from './linking.ts'
import { moveWords, whyNotApproveInvoice, whyNotMove } from './moving.ts'
import type { BloodRequest, RequestStatus } from './request.ts'
import { reservationWords, whyNotApproveReservation } from './reserving.ts'

/** What brings an order on, as the provider's button says it. */
export type NextStep =
  | { readonly act: 'decide' | 'link' | 'approveReservation' | 'approveInvoice' }
  | {
      readonly act: 'move'
      readonly to: RequestStatus
      /** `1 of 3`: the delivery that it closes, while others stay open. */
      readonly part?: string
    }

type Order = Pick<
  BloodRequest,
  | 'status'
  | 'bankId'
  | 'driverEmail'
  | 'orderType'
  | 'pickupAt'
  | 'deadlineAt'
  | 'regeneratingUntil'
  | 'units'
> & { readonly openDeliveries: number; readonly stopWaits: boolean }

/** The status that follows when all goes well. */
const onward: Partial<Record<RequestStatus, RequestStatus>> = {
  'bloodbank-approved': 'sample-acquired',
  'reservation-approved': 'sample-acquired',
  'sample-acquired': 'cross-matching',
  'cross-matching': 'issued',
  issued: 'delivery-completed',
  'partially-completed': 'delivery-completed',
}

/** Null: it is somebody else's turn, or nobody's. It asks the rules of each act and allows nothing by itself. */
export function nextStep(order: Order, now: Date): NextStep | null {
  const { status } = order
  // nothing brings on what waits for a decision (ruling AMB-262)
  if (order.stopWaits) return { act: 'decide' }
  if (status === 'hospital-admin-approved') return { act: 'link' }
  if (status === 'bloodbank-approved' && order.orderType === 'reservation') {
    return whyNotApproveReservation(order, now) ? null : { act: 'approveReservation' }
  }
  if (status === 'delivery-completed') {
    return whyNotApproveInvoice(order) ? { act: 'link' } : { act: 'approveInvoice' }
  }
  const step = onwardFrom(order)
  return step === null || whyNotMove(order, step.to) ? null : step
}

/** One press closes one delivery: the bags of the others have not arrived (ruling AMB-65). */
function onwardFrom({ status, units, openDeliveries }: Order) {
  const to = onward[status]
  if (to === undefined) return null
  if (to !== 'delivery-completed' || openDeliveries <= 1) return { act: 'move', to } as const
  const all = deliveriesFor(units).length
  return { act: 'move', to: 'partially-completed', part: `${all - openDeliveries + 1} of ${all}` } as const
}

export function nextStepText(step: NextStep): string {
  if (step.act === 'move') {
    if (step.part !== undefined) return `Next: ${step.part} delivered`
    return `Next: ${step.to === 'delivery-completed' ? 'delivered' : step.to}`
  }
  return {
    decide: 'Decide',
    link: 'Link',
    approveReservation: 'Approve Reservation',
    approveInvoice: 'Approve Invoice',
  }[step.act]
}

/** Whose turn it is, where it is not the provider's. */
export const waitsFor = (order: Pick<BloodRequest, 'status'> & { hospitalName: string }): string | null =>
  order.status === 'pending' ? `${displayNameOf(order.hospitalName)} decides` : null

/** Why each act may not be done now; null for what may. */
export const whyNotNow = (order: Order, now: Date) => {
  const reservation = whyNotApproveReservation(order, now)
  const invoice = whyNotApproveInvoice(order)
  const regeneration = whyNotRegenerateNow(order, now)
  return {
    link: order.status === 'pending' ? linkWords['not-approved'].text : null,
    approveReservation: reservation && say(reservationWords, reservation).text,
    approveInvoice: invoice && say(moveWords, invoice).text,
    regenerate: regeneration && say(invoiceWords, regeneration).text,
  }
}
