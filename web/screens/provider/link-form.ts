import type { orders } from '#contract/orders.ts'
import type { InputOf } from '#contract/route.ts'
import { tidy } from '#domain/basics/text.ts'
import { bankIdOf, type LinkForm, linkWords, otherBank } from '#domain/requests/linking.ts'
import { type Errors, errorsFor as errorsAt, type Marked } from '../../parts/form-errors.ts'

/** In the order in which a person meets the fields. */
export const emptyForm: LinkForm = { requestId: '', bankId: '', otherBank: '', driverEmail: '' }
export type LinkField = keyof LinkForm
export const screenOrder = Object.keys(emptyForm) as LinkField[]

/** What to say at which field. A bank's name without letters is as good as none. */
export function errorsFor(objection: Marked, form: LinkForm): Errors<LinkField> {
  const code = objection.code === 'bank-name-letters' ? 'form-incomplete' : objection.code
  const field = objection.field === 'id' ? 'requestId' : objection.field
  return errorsAt({ ...objection, code, field }, screenOrder, gapsIn(form))
}

function gapsIn(form: LinkForm): Errors<LinkField> {
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

export const isSame = (one: LinkForm, other: LinkForm): boolean =>
  screenOrder.every((field) => one[field] === other[field])

/** What is chosen for an order. */
export type Choice = Omit<LinkForm, 'requestId'>

export const choiceOf = ({ bankId, otherBank, driverEmail }: LinkForm): Choice => ({
  bankId,
  otherBank,
  driverEmail,
})

/** Whether somebody chose something else than what the order brought. */
export const isByHand = (draft: Choice, filled: Choice): boolean =>
  (['bankId', 'otherBank', 'driverEmail'] as const).some(
    (field) => draft[field] !== '' && draft[field] !== filled[field],
  )

export type LinkInput = InputOf<typeof orders.link>
