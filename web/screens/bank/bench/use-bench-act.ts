import { useState } from 'react'
import { matching } from '#contract/matching.ts'
import { type InputOf, type OutputOf, type Route, topicOf } from '#contract/route.ts'
import { call, isRefusal, wordsFor } from '../../../api/client.ts'
import { makeKeys } from '../../../api/key.ts'
import { queryClient } from '../../../api/queries.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts'

export type BenchActs = ReturnType<typeof useBenchAct>

/** One act at the bench at a time; what is refused is said, and what was not answered may be sent again as the same. */
export function useBenchAct() {
  const { doing, take } = useOneAtATime<string>()
  const [keys] = useState(() => makeKeys())

  /** Null if it was refused or another is under way. `name`: which button is busy. */
  const act = <R extends Route>(name: string, route: R, input: InputOf<R>): Promise<OutputOf<R> | null> =>
    take(name, async () => {
      try {
        const answer = await call(route, input, { key: keys.keyFor([route.path, input]) })
        keys.forget()
        return answer
      } catch (error) {
        if (isRefusal(error)) keys.forget()
        await showAlert(wordsFor(error))
        return null
      } finally {
        // busy until the screen shows what has become of it
        await queryClient.invalidateQueries({ queryKey: [topicOf(matching.open)] })
      }
    })

  return { doing, act }
}
