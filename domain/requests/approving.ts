import { no, type Wording } from '../basics/refusal.ts'
import { minuteOfDay } from '../basics/time.ts'
import type { Member } from '../people/actor.ts'
import type { BloodRequest } from './request.ts'
import { statusText } from './showing.ts'
import { type RequestRefusal, requestWords } from './words.ts'

/** §5.2 "8 to 18", both included, for the hour of deciding and the hour of the pickup (ruling AMB-04). */
const sdpApproved = { from: 8 * 60, to: 18 * 60 }

type Decidable = Pick<BloodRequest, 'status' | 'bankId' | 'component' | 'pickupAt' | 'raisedBy' | 'amendedBy'>

/** Who wants to approve, and whether their hospital wants another to than who raised it (ruling AMB-294). */
type Approver = Pick<Member, 'isApprovingBlocked' | 'accountId'> & { readonly needsFourEyes: boolean }

export function whyNotApprove(request: Decidable, by: Approver, now: Date): RequestRefusal | null {
  const decided = whyNotReject(request)
  if (decided) return decided
  if (by.isApprovingBlocked) return no('approving-blocked')
  if (request.component === 'SDP' && !(isSdpHour(now) && isSdpHour(request.pickupAt))) {
    return no('sdp-not-approvable')
  }
  return by.needsFourEyes ? whyNotAlone(request, by) : null
}

/**
 * Who wrote last what is to be approved: nobody else has seen it. Whoever wrote before them has not written this, and of
 * two admins one is left who may (ruling AMB-313).
 */
export function whyNotAlone(
  { raisedBy, amendedBy }: Pick<BloodRequest, 'raisedBy' | 'amendedBy'>,
  { accountId }: Pick<Member, 'accountId'>,
): RequestRefusal | null {
  if ((amendedBy ?? raisedBy) !== accountId) return null
  return no('four-eyes', undefined, { did: amendedBy === null ? 'raised' : 'amended' })
}

/** Ruling AMB-294. Of who approved last: what is pending again or was rejected is approved by nobody. */
export const isBySameHands = ({
  status,
  raisedBy,
  approvedBy,
}: Pick<BloodRequest, 'status' | 'raisedBy' | 'approvedBy'>): boolean =>
  raisedBy !== null && raisedBy === approvedBy && status !== 'pending' && status !== 'hospital-admin-rejected'

export const sameHandsText = 'raised and approved by the same person'

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

export const approve = (request: BloodRequest, now: Date, by: string | null = null): BloodRequest => ({
  ...request,
  status: 'hospital-admin-approved',
  approvedAt: now,
  approvedBy: by,
  updatedAt: now,
  version: request.version + 1,
})

/** Ruling AMB-51: a rejection leaves the time of approval empty. */
export const reject = (request: BloodRequest, now: Date): BloodRequest => ({
  ...request,
  status: 'hospital-admin-rejected',
  rejectedFor: null,
  rejectionNote: null,
  updatedAt: now,
  version: request.version + 1,
})
