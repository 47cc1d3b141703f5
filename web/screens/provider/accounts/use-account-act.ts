import { accounts } from '#contract/organisations.ts'
import { type InputOf, type OutputOf, type Route, topicOf } from '#contract/route.ts'
import { call, Refused, wordsFor } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts'

type Outcome<R extends Route> = { answer: OutputOf<R> } | { field: string | undefined; text: string }

/** One act at a time: what is under way, and an alert if the server says no. */
export function useAccountAct() {
  const { doing, take } = useOneAtATime()

  async function act<R extends Route>(
    name: string,
    route: R,
    input: InputOf<R>,
    options: { done: string; key?: string },
  ): Promise<Outcome<R> | null> {
    const outcome = await take(name, () => send(route, input, options))
    void queryClient.invalidateQueries({ queryKey: [topicOf(accounts.list)] })
    return outcome
  }

  return { busy: doing, act }
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
