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
  type Mistake,
  mistakeIn,
  submit,
  whyNotSubmit,
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

/** §5.7: the rules of the public form stay, as of the day on which the form was sent. */
export const whyNotKeep = (
  draft: ConsentDraft,
  form: Pick<ConsentForm, 'bankId' | 'submittedOn'>,
): Refusal<DonorCode> | null => whyNotSubmit(asSent(draft), { bankId: form.bankId, today: form.submittedOn })

/** What stands against Submit, in its order. */
export function whyNotComplete(
  draft: ConsentDraft,
  form: Pick<ConsentForm, 'bankId' | 'submittedOn'>,
  isDrawn: boolean,
): Refusal<DonorCode | keyof typeof signingWords> | null {
  return whyNotKeep(draft, form) ?? whyNotSign(draft.signature, isDrawn)
}

/** The details to be mended, in the order of the form, and what is wrong with each. */
export const detailMistakes = (
  draft: ConsentDraft,
  { submittedOn }: Pick<ConsentForm, 'submittedOn'>,
): [DonorField, Mistake][] =>
  detailOrder.flatMap((field): [DonorField, Mistake][] => {
    const mistake = mistakeIn(asSent(draft), field, submittedOn)
    return mistake ? [[field, mistake]] : []
  })

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
    age: ageOn(changed.bornOn, submittedOn),
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

/** §4.2: Reject. It needs no signature and no reason (ruling AMB-140), and is no completion (ruling AMB-141). */
export const reject = <Form extends ConsentForm>(form: Form, draft: ConsentDraft): Form => ({
  ...keepDraft(form, draft),
  status: 'rejected',
})

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
