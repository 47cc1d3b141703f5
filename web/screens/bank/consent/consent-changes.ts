import type { SeenForm } from '#contract/consent.ts'
import type { Wording } from '#domain/basics/refusal.ts'
import { type ConsentDraft, detailMistakes, draftOf } from '#domain/donors/consenting.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import type { Errors } from '../../../parts/form-errors.ts'
import { stillTyped } from '../../../parts/still-typed.ts'

type Details = Omit<ConsentDraft, 'findings' | 'signature' | 'deferrals' | 'answers'>

/** Local changes on top of the server's version, so that nobody else's changes are overwritten unseen. */
export type Changes = {
  details: Partial<Details>
  findings: Partial<Record<keyof ConsentDraft['findings'], string | null>>
  deferrals: Partial<ConsentDraft['deferrals']>
  answers: Partial<ConsentDraft['answers']>
  signature: Partial<ConsentDraft['signature']>
}
export type KeptChanges = Map<string, Changes>
export const unchanged: Changes = { details: {}, findings: {}, deferrals: {}, answers: {}, signature: {} }

export function withChanges(form: SeenForm, changes: Changes): ConsentDraft {
  const { seen: _, ...asItIs } = form
  const before = draftOf(asItIs)
  return {
    ...before,
    ...changes.details,
    findings: { ...before.findings, ...changes.findings } as ConsentDraft['findings'],
    deferrals: { ...before.deferrals, ...changes.deferrals },
    answers: { ...before.answers, ...changes.answers },
    signature: { ...before.signature, ...changes.signature },
  }
}

/** What was typed since it was sent. A signature belongs to the form once it is complete. */
export const leftOf = (now: Changes, sent: Changes): Changes => ({
  details: stillTyped(now.details, sent.details),
  findings: stillTyped(now.findings, sent.findings),
  deferrals: stillTyped(now.deferrals, sent.deferrals),
  answers: stillTyped(now.answers, sent.answers),
  signature: now.signature,
})

/** What to say at which field; the alert says the first of it. */
export function mistakesIn(
  draft: ConsentDraft,
  form: SeenForm,
  said: Wording & { field?: string | undefined },
): Errors {
  const inDetails = detailMistakes(draft, form).map(([key, mistake]) => [key, donorWordsEn.mistakes[mistake]])
  if (inDetails.length > 0) return Object.fromEntries(inDetails)
  return said.field === undefined ? {} : { [said.field.split('.').at(-1) ?? '']: said.text }
}
