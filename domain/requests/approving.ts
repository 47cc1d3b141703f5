import { no, type Wording } from '../basics/refusal.ts'
import { minuteOfDay } from '../basics/time.ts'
import type { Member } from '../people/actor.ts'
import type { BloodRequest } from './request.ts'
import { statusText } from './showing.ts'
import { type RequestRefusal, requestWords } from './words.ts'

/** §5.2 "8 to 18", both included, for the hour of deciding and the hour of the pickup (ruling AMB-04). */
const sdpApproved = { from: 8 * 60, to: 18 * 60 }

export function whyNotApprove(
  request: Pick<BloodRequest, 'status' | 'bankId' | 'component' | 'pickupAt'>,
  hospital: Pick<Member, 'isApprovingBlocked'>,
  now: Date,
): RequestRefusal | null {
  const decided = whyNotReject(request)
  if (decided) return decided
  if (hospital.isApprovingBlocked) return no('approving-blocked')
  if (request.component === 'SDP' && !(isSdpHour(now) && isSdpHour(request.pickupAt))) {
    return no('sdp-not-approvable')
  }
  return null
}

/** Neither the hours nor an ended subscription stand in the way of a rejection (rulings AMB-03, 215). */
export const whyNotReject = (request: Pick<BloodRequest, 'status' | 'bankId'>): RequestRefusal | null =>
  request.status === 'pending' ? null : no('already-decided', undefined, { status: statusText(request) })

function isSdpHour(at: Date): boolean {
  const minute = minuteOfDay(at)
  return sdpApproved.from <= minute && minute <= sdpApproved.to
}

/** What is told about an ended subscription, on the screens and at Approve: it stops nothing by itself (ruling AMB-215). */
export function subscriptionNotice(
  hospital: Pick<Member, 'accountStatus' | 'isApprovingBlocked'>,
): Wording | null {
  if (hospital.isApprovingBlocked) return requestWords['approving-blocked']
  return hospital.accountStatus === 'subscription-ended' ? requestWords['subscription-ended'] : null
}

export const approve = (request: BloodRequest, now: Date): BloodRequest => ({
  ...request,
  status: 'hospital-admin-approved',
  approvedAt: now,
  updatedAt: now,
  version: request.version + 1,
})

/** Ruling AMB-51: a rejection leaves the time of approval empty. */
export const reject = (request: BloodRequest, now: Date): BloodRequest => ({
  ...request,
  status: 'hospital-admin-rejected',
  updatedAt: now,
  version: request.version + 1,
})
