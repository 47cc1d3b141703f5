import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { earlier, hours, later } from '../basics/time.ts'
import type { BloodRequest, RequestStatus } from './request.ts'
import { statusText } from './showing.ts'

export const reservationWords = {
  'not-a-reservation': {
    title: 'Reservation Not Approved',
    text: 'This order is not a reservation that waits for an approval: it is {status}.',
    conflict: true,
  },
  'outside-window': {
    title: 'Reservation Not Approved',
    text: 'A reservation can be approved from 30 hours before the sample pickup to 1 hour after the delivery deadline.',
  },
} satisfies Record<string, Wording>

type Reserved = Pick<BloodRequest, 'orderType' | 'status' | 'bankId' | 'pickupAt' | 'deadlineAt'>

/** §4.2, literally: in every other status it is offered (ruling AMB-15). */
const settled: readonly RequestStatus[] = ['hospital-admin-approved', 'reservation-approved', 'completed']

export function whyNotApproveReservation(
  request: Reserved,
  now: Date,
): Refusal<keyof typeof reservationWords> | null {
  if (request.orderType !== 'reservation' || settled.includes(request.status)) {
    return no('not-a-reservation', undefined, { status: statusText(request) })
  }
  // both edges included (ruling AMB-17)
  const isOpen = earlier(request.pickupAt, hours(30)) <= now && now <= later(request.deadlineAt, hours(1))
  return isOpen ? null : no('outside-window')
}

export const approveReservation = (request: BloodRequest, now: Date): BloodRequest => ({
  ...request,
  status: 'reservation-approved',
  updatedAt: now,
  version: request.version + 1,
})
