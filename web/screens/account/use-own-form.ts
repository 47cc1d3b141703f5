import { useState } from 'react'
import type { InputOf, OutputOf, Route } from '#contract/route.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

/** One form of the account page: sends one call at a time, and marks the field that a refusal belongs to. */
export function useOwnForm(id: string) {
  const { doing, take } = useOneAtATime<'sending'>()
  const [wrong, setWrong] = useState<{ field: string; text: string } | null>(null)

  function mark(field: string, text: string) {
    setWrong({ field, text })
    document.querySelector<HTMLInputElement>(`#${id} [name=${field}]`)?.focus()
  }

  const send = <R extends Route>(route: R, input: InputOf<R>): Promise<OutputOf<R> | null> =>
    take('sending', async () => {
      setWrong(null)
      try {
        return await call(route, input)
      } catch (error) {
        if (isRefusal(error) && error.answer.field) mark(error.answer.field, error.answer.text)
        else await showAlert(wordsFor(error))
        return null
      }
    })

  const fieldOf = (name: string) => ({ name, error: wrong?.field === name ? wrong.text : null })
  return { id, busy: doing !== null, fieldOf, mark, send, mend: () => setWrong(null) }
}

/** The button that was pressed may be gone with what it belonged to: then the page has the focus, not its top. */
export const catchFocus = (): void =>
  void requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  })
