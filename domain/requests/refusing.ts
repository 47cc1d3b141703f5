import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank, line } from '../basics/text.ts'
import type { BloodRequest, RequestStatus } from './request.ts'

export const refuseWords = {
  'not-refusable': {
    title: 'Cannot Be Refused',
    text: 'Only an order that was just linked to you can be refused here: this one is {status}. Please call the provider.',
    conflict: true,
  },
  'no-reason': { title: 'Reason Missing', text: 'Please say why the order is refused.' },
  'reason-too-long': { title: 'Reason Too Long', text: 'Please say it in at most 500 characters.' },
} satisfies Record<string, Wording>

export type RefuseRefusal = Refusal<keyof typeof refuseWords>

/** Ruling AMB-60: before the sample is on its way. */
const refusable: readonly RequestStatus[] = ['bloodbank-approved']

/** Why it cannot be issued; kept in the timeline. A line break becomes a space. */
export const RefuseReason = line(500)

export const mayBeRefused = ({ status }: Pick<BloodRequest, 'status'>): boolean => refusable.includes(status)

export function whyNotRefuse(request: Pick<BloodRequest, 'status'>, reason: string): RefuseRefusal | null {
  if (!mayBeRefused(request)) return no('not-refusable', undefined, { status: request.status })
  if (isBlank(reason)) return no('no-reason', 'reason')
  return RefuseReason.safeParse(reason).success ? null : no('reason-too-long', 'reason')
}

/** The bank stays linked: the provider sees who refused, and links another. */
export const refuseOrder = (request: BloodRequest, now: Date): BloodRequest => ({
  ...request,
  status: 'bloodbank-rejected',
  updatedAt: now,
  version: request.version + 1,
})
