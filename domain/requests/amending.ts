import { no } from '../basics/refusal.ts'
import { tidy } from '../basics/text.ts'
import { later, wholeMinute } from '../basics/time.ts'
import { askedIn, type RaiseDraft, whyNotRaise, withDeadline } from './raising.ts'
import { AmendedField, type AskedField, askedFields, type BloodRequest } from './request.ts'
import { statusText } from './showing.ts'
import { grace } from './timing.ts'
import type { RequestRefusal } from './words.ts'

type Amendable = Pick<BloodRequest, 'status' | 'bankId' | 'deliveryStatus'>

/** Ruling AMB-296: until somebody has decided, and nobody has carried anything of it. */
export const mayBeAmended = ({ status, bankId, deliveryStatus }: Amendable): boolean =>
  status === 'pending' && bankId === null && deliveryStatus === '-'

export const whyNotAmendable = (request: Amendable): RequestRefusal | null =>
  mayBeAmended(request) ? null : no('not-amendable', undefined, { status: statusText(request) })

/** What it asks for, as it stands. */
type Asked = Pick<BloodRequest, AskedField>

/** What it says beyond the form changes too, which no rule asks about (ruling AMB-222). */
type Beyond = { readonly isMoreNew: boolean }
const asTyped: Beyond = { isMoreNew: false }

/** §5.1 once more. Of the times only those that change are asked about: the others were right when it was raised. */
export function whyNotAmend(
  request: Asked,
  typed: RaiseDraft,
  now: Date,
  { isMoreNew } = asTyped,
): RequestRefusal | null {
  const draft = asAsked(request, typed)
  const fields = changedFields(request, draft)
  const has = (...some: readonly AskedField[]) => some.some((field) => fields.includes(field))
  const isPickup = has('pickupAt')
  const isDeadline = has('pickupAt', 'deadlineAt', 'orderType')
  const isSdp = has('component', 'pickupAt', 'deadlineAt')
  const refusal = whyNotRaise(draft, now, { isPickup, isDeadline, isSdp })
  if (refusal) return refusal
  return fields.length === 0 && !isMoreNew ? no('nothing-amended') : null
}

/** The same minute is the same time: the form knows no seconds. */
function asAsked(request: Asked, typed: RaiseDraft): RaiseDraft {
  const kept = (at: Date | null, before: Date) =>
    at && wholeMinute(at).getTime() === wholeMinute(before).getTime() ? before : at
  const pickupAt = kept(typed.pickupAt, request.pickupAt)
  const { deadlineAt, ...draft } = withDeadline({ ...typed, pickupAt })
  return { ...draft, deadlineAt: kept(deadlineAt, request.deadlineAt) }
}

const same = (one: unknown, other: unknown): boolean => plain(one) === plain(other)
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' ? tidy(value) : value
}

const changedFields = (request: Asked, draft: RaiseDraft): AskedField[] =>
  askedFields.filter((field) => !same(request[field], draft[field]))

/** What an amendment changes, in the order of the form. */
export const amendedIn = (request: Asked, typed: RaiseDraft, { isMoreNew } = asTyped): AmendedField[] => [
  ...changedFields(request, asAsked(request, typed)),
  ...(isMoreNew ? (['more'] as const) : []),
]

/** Sent again because its answer was lost. */
export const isAmendedSo = (request: BloodRequest, typed: RaiseDraft, seen: number): boolean =>
  request.status === 'pending' &&
  request.version === seen + 1 &&
  request.amendedAt !== null &&
  amendedIn(request, typed).length === 0

/** `accountId`: null where a program amends. */
export function amend(
  request: BloodRequest,
  typed: RaiseDraft,
  { accountId, now, isMoreNew = false }: { accountId: string | null; now: Date } & Partial<Beyond>,
): BloodRequest {
  const draft = asAsked(request, typed)
  const fields = amendedIn(request, typed, { isMoreNew })
  const asked = askedIn(draft)
  return {
    ...request,
    ...asked,
    // with another deadline there is time again: it is rung for anew (ruling AMB-296)
    expired: request.expired && now >= later(asked.deadlineAt, grace),
    // a program's eyes are nobody's: whoever wrote before it has written last
    amendedBy: accountId ?? request.amendedBy,
    amendedAt: now,
    amendedFields: AmendedField.options.filter(
      (one) => fields.includes(one) || request.amendedFields.includes(one),
    ),
    updatedAt: now,
    version: request.version + 1,
  }
}
