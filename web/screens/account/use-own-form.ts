import type { ChangeEvent } from 'react'
import type { InputOf, Route } from '#contract/route.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { errorsFor } from '../../parts/form-errors.ts'
import { useForm } from '../../parts/use-form.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'

/** One form of the account page, of plain texts: what a refusal says stands at its field, and nowhere else. */
export function useOwnForm<Field extends string>(name: string, empty: Record<Field, string>) {
  const fields = Object.keys(empty) as Field[]
  const form = useForm({ name, empty, fields })

  const send = <R extends Route>(route: R, input: InputOf<R>) =>
    form.send(
      () => {
        form.mend()
        return call(route, input)
      },
      { failed },
    )

  async function failed(error: unknown) {
    if (isRefusal(error) && error.answer.field) form.mark(errorsFor(error.answer, fields))
    else await showAlert(wordsFor(error))
  }

  const textOf = (field: Field) => ({
    ...form.fieldOf(field),
    name: field,
    value: form.draft[field],
    onChange({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) {
      form.setDraft((before) => ({ ...before, [field]: value }))
      form.mend()
    },
  })

  return { ...form, send, textOf }
}

/** The pressed button may be gone with its part of the page: then the main part gets the focus. */
export const catchFocus = (): void =>
  void requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  })
