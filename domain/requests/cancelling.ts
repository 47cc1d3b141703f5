import { no } from '../basics/refusal.ts'
import { isBlank, line } from '../basics/text.ts'
import type { BloodRequest, RequestStatus } from './request.ts'
import { statusText } from './showing.ts'
import type { RequestRefusal } from './words.ts'

/** Ruling AMB-60: until a blood bank has taken it. */
const cancellable: readonly RequestStatus[] = ['pending', 'hospital-admin-approved']

/** Why it is no longer wanted; kept in the timeline. */
export const CancelReason = line(500)

export const mayBeCancelled = ({ status }: Pick<BloodRequest, 'status'>): boolean =>
  cancellable.includes(status)

export function whyNotCancel(
  request: Pick<BloodRequest, 'status' | 'bankId'>,
  reason: string,
): RequestRefusal | null {
  if (!mayBeCancelled(request)) return no('not-cancellable', undefined, { status: statusText(request) })
  if (isBlank(reason)) return no('no-reason', 'reason')
  return CancelReason.safeParse(reason).success ? null : no('reason-too-long', 'reason')
}

export const cancel = (request: BloodRequest, now: Date): BloodRequest => ({
  ...request,
  status: 'cancelled',
  updatedAt: now,
  version: request.version + 1,
})
