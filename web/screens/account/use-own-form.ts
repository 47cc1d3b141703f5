import { useRef, useState } from 'react'
import type { InputOf, OutputOf, Route } from '#contract/route.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { showAlert } from '../../ui/alert-store.ts'

/** One form of the account page: sends one call at a time, and marks the field that a refusal belongs to. */
export function useOwnForm(id: string) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ field: string; text: string } | null>(null)
  const isTaken = useRef(false)

  function mark(field: string, text: string) {
    setWrong({ field, text })
    document.querySelector<HTMLInputElement>(`#${id} [name=${field}]`)?.focus()
  }

  async function send<R extends Route>(route: R, input: InputOf<R>): Promise<OutputOf<R> | null> {
    if (isTaken.current) return null
    isTaken.current = true
    setBusy(true)
    setWrong(null)
    try {
      return await call(route, input)
    } catch (error) {
      if (isRefusal(error) && error.answer.field) mark(error.answer.field, error.answer.text)
      else await showAlert(wordsFor(error))
      return null
    } finally {
      isTaken.current = false
      setBusy(false)
    }
  }

  const fieldOf = (name: string) => ({ name, error: wrong?.field === name ? wrong.text : null })
  return { id, busy, fieldOf, mark, send, mend: () => setWrong(null) }
}

/** The button that was pressed may be gone with what it belonged to: then the page has the focus, not its top. */
export const catchFocus = (): void =>
  void requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  })
