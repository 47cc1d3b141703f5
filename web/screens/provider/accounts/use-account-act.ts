import { accounts } from '#contract/organisations.ts'
import { type InputOf, type OutputOf, type Route, topicOf } from '#contract/route.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts'

/** One act at a time: what is under way, and an alert if the server says no. */
export function useAccountAct() {
  const { doing, take } = useOneAtATime()

  /** Null if it failed, or if another is under way. */
  async function act<R extends Route>(
    name: string,
    route: R,
    input: InputOf<R>,
    { done }: { done: string },
  ): Promise<OutputOf<R> | null> {
    const answer = await take(name, () => send(route, input, done))
    void queryClient.invalidateQueries({ queryKey: [topicOf(accounts.list)] })
    return answer
  }

  return { busy: doing, act }
}

async function send<R extends Route>(route: R, input: InputOf<R>, done: string): Promise<OutputOf<R> | null> {
  try {
    const answer = await call(route, input)
    showToast({ text: done, kind: 'success' })
    return answer
  } catch (error) {
    await showAlert(wordsFor(error))
    return null
  }
}
