import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { DonorDraft, type DonorField, DonorForm } from './donor-form.ts'
import { Findings } from './findings.ts'
import { deferralKeys, questionKeys } from './questions.ts'
import { SignatureDraft, type signingWords, whyNotSign } from './signing.ts'
import {
  ageOn,
  type DonorCode,
  detailOrder,
  isRequired,
  type Mistake,
  mistakeIn,
  submit,
} from './submitting.ts'

export const DonationId = z.string().regex(/^[0-9a-f]{8}$/)
export const formStatuses = ['incomplete', 'complete', 'rejected'] as const
export type FormStatus = (typeof formStatuses)[number]

/** A form with what the bank adds to it (§3.3); of the signature only what it is. */
export const ConsentForm = DonorForm.extend({
  completedAt: z.coerce.date().nullable(),
  findings: Findings.nullable(),
  signatureName: z.string().nullable(),
  isDrawn: z.boolean(),
})
export type ConsentForm = z.infer<typeof ConsentForm>

/** What staff may change: all but what the donor declared, and in which language. */
export const ConsentDraft = DonorDraft.omit({
  language: true,
  consent: true,
  screeningDeclared: true,
}).extend({
  findings: Findings,
  signature: SignatureDraft,
})
export type ConsentDraft = z.output<typeof ConsentDraft>

export const consentWords = {
  'already-decided': {
    title: 'Already Decided',
    text: 'Somebody else decided this form meanwhile: it is {status} and cannot be changed.',
    conflict: true,
  },
  'changed-meanwhile': {
    title: 'Changed Meanwhile',
    text: 'Somebody else saved this form while you worked on it. Their changes are shown now, and yours are kept: please look through the form and press again.',
    conflict: true,
  },
  'not-complete': {
    title: 'No Certificate',
    text: 'There is a certificate for complete forms alone: this one is {status}.',
    conflict: true,
  },
  'signature-lost': {
    title: 'No Certificate',
    text: 'The drawn signature of this form cannot be found. Please tell the provider.',
    conflict: true,
  },
} satisfies Record<string, Wording>
type ConsentCode = keyof typeof consentWords

/** As somebody saw it: a mark of everything that was in it then. */
type Seen = { readonly status: FormStatus; readonly seen: string }

/** §4.2: only what is incomplete can be changed, and only as it was seen. */
export function whyNotTouch(form: Seen, seen: string): Refusal<ConsentCode> | null {
  if (form.status !== 'incomplete') return no('already-decided', undefined, { status: form.status })
  return form.seen === seen ? null : no('changed-meanwhile')
}

export const whyNotCertify = ({ status }: Pick<ConsentForm, 'status'>): Refusal<ConsentCode> | null =>
  status === 'complete' ? null : no('not-complete', undefined, { status })

/** Where it is kept once it was drawn. */
export const certificatePath = ({ bankId, id }: Pick<ConsentForm, 'bankId' | 'id'>): string =>
  `certificates/${bankId}/${id}.pdf`

/**
 * The details to be mended, in the order of the form, and what is wrong with each. Only what staff changed is looked
 * at, by the rules of the public form as of the day on which it was sent: a form that came in with a gap can be worked
 * with (ruling AMB-138). What every form has cannot be emptied.
 */
export function detailMistakes(draft: ConsentDraft, form: ConsentForm): [DonorField, Mistake][] {
  const before = draftOf(form)
  const sent = asSent(draft)
  return detailOrder.flatMap((field): [DonorField, Mistake][] => {
    if (draft[field] === before[field]) return []
    const mistake = mistakeIn(sent, field, form.submittedOn)
    return mistake && (mistake !== 'missing' || isRequired(field)) ? [[field, mistake]] : []
  })
}

/** What stands against Save, in its order: what was typed must be of its kind, and nothing else is asked for. */
export function whyNotKeep(draft: ConsentDraft, form: ConsentForm): Refusal<DonorCode> | null {
  const wrong = detailMistakes(draft, form).map(([field]) => field)
  if (wrong.includes('phone')) return no('invalid-phone', 'phone')
  if (wrong[0]) return no('form-incomplete', wrong[0])
  return isNegative(draft) ? no('negative-number', 'donations') : null
}

const isNegative = ({ donations }: ConsentDraft): boolean => (donations ?? 0) < 0

/** What stands against Submit, in its order: the donor type is asked for with what was typed, then the signature. */
export function whyNotComplete(
  draft: ConsentDraft,
  form: ConsentForm,
  isDrawn: boolean,
): Refusal<DonorCode | keyof typeof signingWords> | null {
  return whyNotKeep(draft, form) ?? whyNotSign(draft.signature, isDrawn)
}

/** The donor gave the consent when the form was sent; nothing here takes it back. */
const asSent = ({ findings: _, signature: __, ...details }: ConsentDraft): DonorDraft => ({
  ...details,
  language: 'en',
  consent: true,
  screeningDeclared: false,
})

/** The form with what staff wrote, of a draft that nothing speaks against. */
export function keepDraft<Form extends ConsentForm>(form: Form, draft: ConsentDraft): Form {
  const { id, bankId, language, consent, screeningDeclared, status, submittedOn, submittedAt } = form
  const changed = submit(asSent(draft), { id, bankId, now: submittedAt })
  return {
    ...form,
    ...changed,
    // what is not theirs to change, and not counted anew
    ...{ language, consent, screeningDeclared, status, submittedOn, submittedAt },
    age: changed.bornOn === form.bornOn ? form.age : ageOn(changed.bornOn, submittedOn),
    findings: Object.keys(draft.findings).length > 0 ? draft.findings : null,
  }
}

/** §4.2: Submit. The one signature that was preferred, and not the other (§3.3). */
export const complete = <Form extends ConsentForm>(form: Form, draft: ConsentDraft, now: Date): Form => ({
  ...keepDraft(form, draft),
  status: 'complete',
  completedAt: now,
  signatureName: draft.signature.preference === 'typed' ? draft.signature.name : null,
  isDrawn: draft.signature.preference === 'drawn',
})

/**
 * §4.2: Reject. It needs no signature and no reason (ruling AMB-140), and is no completion (ruling AMB-141). Nothing
 * that is typed stands against it: a detail that cannot be kept stays as the donor gave it.
 */
export function reject<Form extends ConsentForm>(form: Form, draft: ConsentDraft): Form {
  const before = draftOf(form)
  const wrong = detailMistakes(draft, form).map(([field]) => field)
  if (isNegative(draft)) wrong.push('donations')
  const asGiven = Object.fromEntries(wrong.map((field) => [field, before[field]]))
  return { ...keepDraft(form, { ...draft, ...asGiven }), status: 'rejected' }
}

/** The form as staff begin with it; the blood group they find is at first the one the donor named (ruling AMB-192). */
export function draftOf(form: ConsentForm): ConsentDraft {
  const { id: _, bankId: _b, status: _s, submittedOn: _on, submittedAt: _at, age: _a, ...rest } = form
  const { language: _l, consent: _c, screeningDeclared: _d, completedAt: _w, ...mine } = rest
  const { findings, signatureName, isDrawn, ...details } = mine
  return {
    ...details,
    findings: findings ?? { bloodGroup: form.bloodGroup },
    signature: { preference: isDrawn ? 'drawn' : signatureName ? 'typed' : null, name: signatureName ?? '' },
  }
}

/** What the donor ticked: each may keep them from giving blood. */
export const flaggedIn = ({ deferrals, answers }: Pick<ConsentForm, 'deferrals' | 'answers'>) => ({
  deferrals: deferralKeys.filter((key) => deferrals[key]),
  answers: questionKeys.filter((key) => answers[key]),
})

/** Which parts of the form staff changed, for the trail: names of fields, never what was in them. */
export function changedParts(before: ConsentForm, after: ConsentForm): string[] {
  const [one, other] = [draftOf(before), draftOf(after)]
  const parts = Object.keys(one) as (keyof ConsentDraft)[]
  return parts.filter((part) => part !== 'signature' && textOf(one[part]) !== textOf(other[part]))
}

/** The database keeps the keys of a table in an order of its own. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : JSON.stringify(value)
