import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank, line, tidy } from '../basics/text.ts'
import type { BloodRequest, RejectionReason } from './request.ts'
import { statusText } from './showing.ts'
import { type LastAct, undoableUntil } from './undoing.ts'

export const explainWords = {
  'not-rejected': {
    title: 'Reason Not Kept',
    text: 'Only a request that was just rejected can be given a reason: it is {status}.',
    conflict: true,
  },
  'not-yours': {
    title: 'Reason Not Kept',
    text: 'Somebody else rejected this request. Only that person can say why.',
    conflict: true,
  },
  'said-already': {
    title: 'Reason Not Kept',
    text: 'Why it was rejected has been said already. Undo the rejection to decide anew.',
    conflict: true,
  },
  'too-late': {
    title: 'Reason Not Kept',
    text: 'The time to say why has passed: ten minutes after the rejection.',
    conflict: true,
  },
  'no-note': { title: 'Reason Missing', text: 'Please say in a few words why it was rejected.' },
} satisfies Record<string, Wording>

/** Free text may name the patient: it is shown with the request, and goes into no message and no event. */
export const RejectionNote = line(120)

export type Explanation = { readonly why: RejectionReason; readonly note: string }

/** By who rejected it, while it can still be undone, and once (ruling AMB-295). */
export function whyNotExplain(
  request: Pick<BloodRequest, 'status' | 'bankId' | 'version' | 'rejectedFor'>,
  act: LastAct | undefined,
  { why, note }: Explanation,
  { accountId, now, seen }: { accountId: string; now: Date; seen: number },
): Refusal<keyof typeof explainWords> | null {
  const notRejected = no('not-rejected' as const, undefined, { status: statusText(request) })
  if (request.status !== 'hospital-admin-rejected') return notRejected
  if (request.rejectedFor !== null) return no('said-already')
  if (act?.kind !== 'request-rejected' || act.version !== request.version || seen !== request.version)
    return notRejected
  if (act.by !== accountId) return no('not-yours')
  const until = undoableUntil(act, request.status)
  if (until === null || now > until) return no('too-late')
  return why === 'other' && isBlank(note) ? no('no-note', 'note') : null
}

/** Sent again because its answer was lost. */
export const isExplainedSo = (request: BloodRequest, told: Explanation, seen: number): boolean =>
  request.version === seen + 1 &&
  request.rejectedFor === told.why &&
  request.rejectionNote === noteOf(told) &&
  request.status === 'hospital-admin-rejected'

export const explain = (request: BloodRequest, told: Explanation, now: Date): BloodRequest => ({
  ...request,
  rejectedFor: told.why,
  rejectionNote: noteOf(told),
  updatedAt: now,
  version: request.version + 1,
})

/** Only what no chip says is written out. */
const noteOf = ({ why, note }: Explanation): string | null => (why === 'other' ? tidy(note) : null)
