import type { BloodRequest, RequestStatus } from './request.ts'

/** Nothing more comes of these: whoever needs the blood still, or again, asks anew (ruling AMB-297). */
const over: readonly RequestStatus[] = [
  'hospital-admin-rejected',
  'bloodbank-rejected',
  'delivery-completed',
  'completed',
  'cancelled',
]

/** Nobody took it in time, and nobody has since (ruling AMB-216). */
export const isUntaken = ({ status, expired }: Pick<BloodRequest, 'status' | 'expired'>): boolean =>
  expired && (status === 'pending' || status === 'hospital-admin-approved')

export const mayBeRaisedAgain = (request: Pick<BloodRequest, 'status' | 'expired'>): boolean =>
  over.includes(request.status) || isUntaken(request)
