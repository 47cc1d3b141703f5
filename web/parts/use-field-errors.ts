import { useState } from 'react'
import { focusOn } from '../ui/focus.ts'
import { type Errors, firstOf, without } from './form-errors.ts'

/** What is wrong at which field of a form, and the way there. Ids begin with the form's name. */
export function useFieldErrors<Field extends string>(name: string, fields: readonly Field[]) {
  const [errors, setErrors] = useState(noErrors<Field>)
  const idOf = (field: Field): string => `${name}-${field}`

  return {
    errors,
    setErrors,
    idOf,
    fieldOf: (field: Field) => ({ id: idOf(field), error: errors[field] ?? null }),
    focus: (field: Field) => focusOn(idOf(field)),
    /** These are not wrong any more; none named, all of them. */
    mend: (...mended: Field[]) =>
      setErrors((before) => (mended.length > 0 ? without(before, mended) : noErrors())),
    /** Says what is wrong at its field, without an alert. */
    mark(wrong: Errors<Field>) {
      setErrors(wrong)
      const first = firstOf(wrong, fields)
      if (first !== undefined) document.getElementById(idOf(first))?.focus()
    },
  }
}

const noErrors = <Field extends string>() => ({}) as Errors<Field>
