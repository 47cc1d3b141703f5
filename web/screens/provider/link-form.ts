import { tidy } from '#domain/basics/text.ts'
import { bankIdOf, type LinkForm, linkWords, otherBank } from '#domain/requests/linking.ts'

/** In the order in which a person meets the fields. */
export const emptyForm: LinkForm = { requestId: '', bankId: '', otherBank: '', driverEmail: '' }
export type LinkField = keyof LinkForm
const screenOrder = Object.keys(emptyForm) as LinkField[]

export type FieldErrors = Partial<Record<LinkField, string>>

/** What to say at which field. An incomplete form shows all its gaps, not only the first. */
export function errorsFor(
  refusal: { code: string; field?: string | undefined; text: string },
  form: LinkForm,
): FieldErrors {
  if (refusal.code === 'form-incomplete' || refusal.code === 'bank-name-letters') return gapsIn(form)
  const field = screenOrder.find((known) => known === refusal.field)
  return field ? { [field]: refusal.text } : {}
}

function gapsIn(form: LinkForm): FieldErrors {
  const isOther = form.bankId === otherBank && bankIdOf(form) === ''
  return {
    ...(tidy(form.requestId) === '' && { requestId: 'Please fill this in.' }),
    ...(form.bankId === '' && { bankId: 'Please choose one.' }),
    ...(isOther && {
      otherBank: tidy(form.otherBank) === '' ? 'Please fill this in.' : linkWords['bank-name-letters'].text,
    }),
    ...(form.driverEmail === '' && { driverEmail: linkWords['driver-missing'].text }),
  }
}

export const firstOf = (errors: FieldErrors): LinkField | undefined =>
  screenOrder.find((field) => errors[field] !== undefined)

export const isSame = (one: LinkForm, other: LinkForm): boolean =>
  screenOrder.every((field) => one[field] === other[field])
