import type { BloodRequest, RequestStatus } from './request.ts'

/** Nothing more comes of these: whoever needs the blood still, or again, asks anew (ruling AMB-297). */
const over: readonly RequestStatus[] = [
  'hospital-admin-rejected',
  'bloodbank-rejected',
  'delivery-completed',
  'completed',
  'cancelled',
]

export const mayBeRaisedAgain = ({ status, expired }: Pick<BloodRequest, 'status' | 'expired'>): boolean =>
  over.includes(status) || expired
