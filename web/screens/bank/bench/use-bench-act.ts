import { useRef, useState } from 'react'
import { matching } from '#contract/matching.ts'
import { type InputOf, type OutputOf, type Route, topicOf } from '#contract/route.ts'
import { call, isRefusal, wordsFor } from '../../../api/client.ts'
import { makeKeys } from '../../../api/key.ts'
import { queryClient } from '../../../api/queries.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'

export type BenchActs = ReturnType<typeof useBenchAct>

/**
 * Acts at the bench, one after the other: whoever holds three bags presses three times without waiting. What is refused
 * is said, and what was not answered may be sent again as the same call.
 */
export function useBenchAct() {
  const [doing, setDoing] = useState<ReadonlySet<string>>(new Set())
  const running = useRef(new Set<string>())
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const keys = useRef(new Map<string, ReturnType<typeof makeKeys>>())

  function mark(name: string, isRunning: boolean) {
    if (isRunning) running.current.add(name)
    else running.current.delete(name)
    setDoing(new Set(running.current))
  }

  async function run<R extends Route>(
    name: string,
    route: R,
    input: InputOf<R>,
  ): Promise<OutputOf<R> | null> {
    const own = keys.current.get(name) ?? makeKeys()
    keys.current.set(name, own)
    try {
      const answer = await call(route, input, { key: own.keyFor(input) })
      own.forget()
      return answer
    } catch (error) {
      if (isRefusal(error)) own.forget()
      await showAlert(wordsFor(error))
      return null
    } finally {
      // busy until the screen shows what has become of it
      await queryClient.invalidateQueries({ queryKey: [topicOf(matching.open)] })
      mark(name, false)
    }
  }

  /** Null if it was refused, or is under way already. `name`: which button is busy. */
  async function act<R extends Route>(
    name: string,
    route: R,
    input: InputOf<R>,
  ): Promise<OutputOf<R> | null> {
    if (running.current.has(name)) return null
    mark(name, true)
    const mine = last.current.then(() => run(name, route, input))
    last.current = mine.catch(() => undefined)
    return mine
  }

  return { act, isDoing: (name: string): boolean => doing.has(name), isBusy: doing.size > 0 }
}
