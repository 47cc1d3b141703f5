import { isBlank } from '#domain/basics/text.ts'
import { detailOrder, isRequired } from '#domain/donors/submitting.ts'
import type { Form } from './form.ts'

export const steps = ['details', 'deferrals', 'questions', 'declarations'] as const
export type Step = (typeof steps)[number]

/**
 * How much of each section is filled in, from 0 to 1. Where only what is true is ticked, nothing may be: then the
 * section counts once the consent below it is given.
 */
export function filledIn(form: Form): Record<Step, number> {
  const needed = detailOrder.filter((field) => isRequired(field, Number(form.donations)))
  const filled = needed.filter((field) => !isBlank(form[field] ?? ''))
  const ticked = (boxes: Record<string, boolean>) =>
    form.consent || Object.values(boxes).some(Boolean) ? 1 : 0
  return {
    details: filled.length / needed.length,
    deferrals: ticked(form.deferrals),
    questions: ticked(form.answers),
    declarations: (Number(form.consent) + Number(form.screeningDeclared)) / 2,
  }
}
