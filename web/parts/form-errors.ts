import type { Wording } from '#domain/basics/refusal.ts'

/** What is wrong, at its field. */
export type Errors<Field extends string = string> = Readonly<Partial<Record<Field, string>>>

/** What speaks against a form: a rule's refusal in words, or the server's answer. */
export type Objection = Wording & { readonly code?: string; readonly field?: string | undefined }
export type Marked = Pick<Objection, 'code' | 'field' | 'text'>

/** What to say at which field. An incomplete form shows all its gaps, not only the first. */
export function errorsFor<Field extends string>(
  { code, field, text }: Marked,
  fields: readonly Field[],
  gaps?: Errors<Field>,
): Errors<Field> {
  if (gaps && code === 'form-incomplete') return gaps
  const wrong = fieldIn(fields, field)
  return (wrong === undefined ? {} : { [wrong]: text }) as Errors<Field>
}

/** By its own name, or as a part of what is sent: `quantities.A+` is the field `A+`. */
function fieldIn<Field extends string>(
  fields: readonly Field[],
  named: string | undefined,
): Field | undefined {
  const last = named?.split('.').at(-1)
  return fields.find((one) => one === named) ?? fields.find((one) => one === last)
}

export const toFillIn = <Field extends string>(gaps: readonly Field[]): Errors<Field> =>
  Object.fromEntries(gaps.map((gap) => [gap, 'Please fill this in.'])) as Errors<Field>

export const without = <Field extends string>(
  errors: Errors<Field>,
  mended: readonly string[],
): Errors<Field> =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !mended.includes(field))) as Errors<Field>

/** The first in the order of the form; in a form that names no order, the one that was marked first. */
export const firstOf = <Field extends string>(
  errors: Errors<Field>,
  fields: readonly Field[],
): Field | undefined =>
  fields.find((field) => errors[field] !== undefined) ?? (Object.keys(errors)[0] as Field | undefined)
