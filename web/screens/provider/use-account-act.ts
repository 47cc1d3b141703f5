import { useRef, useState } from 'react'
import { accounts } from '#contract/organisations.ts'
import { type InputOf, type OutputOf, type Route, topicOf } from '#contract/route.ts'
import { call, Refused, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { showToast } from '../../ui/toast-store.ts'

type Outcome<R extends Route> = { answer: OutputOf<R> } | { field: string | undefined; text: string }

/** One act at a time: what is under way, and an alert if the server says no. */
export function useAccountAct() {
  const [busy, setBusy] = useState<string | null>(null)
  const isTaken = useRef(false)

  async function act<R extends Route>(
    name: string,
    route: R,
    input: InputOf<R>,
    options: { done: string; key?: string },
  ): Promise<Outcome<R> | null> {
    if (isTaken.current) return null
    isTaken.current = true
    setBusy(name)
    const outcome = await send(route, input, options)
    isTaken.current = false
    setBusy(null)
    void queryClient.invalidateQueries({ queryKey: [topicOf(accounts.list)] })
    return outcome
  }

  return { busy, act }
}

async function send<R extends Route>(
  route: R,
  input: InputOf<R>,
  { done, key }: { done: string; key?: string },
): Promise<Outcome<R>> {
  try {
    const answer = await call(route, input, key ? { key } : {})
    showToast({ text: done, kind: 'success' })
    return { answer }
  } catch (error) {
    const words = wordsFor(error)
    await showAlert(words)
    return { field: error instanceof Refused ? error.answer.field : undefined, text: words.text }
  }
}
