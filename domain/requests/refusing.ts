import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank, line } from '../basics/text.ts'
import type { BloodRequest, RequestStatus } from './request.ts'
import { statusText } from './showing.ts'

export const refuseWords = {
  'not-refusable': {
    title: 'Cannot Be Refused',
    text: 'Only an order that was just linked to you can be refused here: this one is {status}. Please call the provider.',
    conflict: true,
  },
  'bags-left': {
    title: 'Cannot Be Refused',
    text: 'Bags have left for this order, so it cannot be refused. Please call the provider.',
    conflict: true,
  },
  'already-refused': {
    title: 'Already Refused',
    text: 'Your blood bank has refused this order. It is not yours any more.',
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

type Refusable = Pick<BloodRequest, 'status'> & {
  /** With a slip, as in an emergency, which moves no status (rulings AMB-220, AMB-361). */
  readonly haveBagsLeft: boolean
}

export const mayBeRefused = ({ status, haveBagsLeft }: Refusable): boolean =>
  refusable.includes(status) && !haveBagsLeft

export function whyNotRefuse(
  request: Refusable & Pick<BloodRequest, 'bankId'>,
  reason: string,
): RefuseRefusal | null {
  if (!refusable.includes(request.status))
    return no('not-refusable', undefined, { status: statusText(request) })
  if (!mayBeRefused(request)) return no('bags-left')
  if (isBlank(reason)) return no('no-reason', 'reason')
  return RefuseReason.safeParse(reason).success ? null : no('reason-too-long', 'reason')
}

/** Ruling AMB-212: as it was before it had a bank, so that linking another sets it going again. */
export const refuseOrder = (request: BloodRequest, now: Date): BloodRequest => ({
  ...request,
  status: 'hospital-admin-approved',
  bankId: null,
  driverEmail: null,
  linkedAt: null,
  refusedBy: [
    ...request.refusedBy.filter((bank) => bank !== request.bankId),
    ...(request.bankId === null ? [] : [request.bankId]),
  ],
  updatedAt: now,
  version: request.version + 1,
})
