import { useEffect } from 'react'
import { type Route, topicOf } from '#contract/route.ts'
import { askAgain } from '../../api/queries.ts'

const everyMs = 4_000

/**
 * For what the live stream does not tell of: asked again every few seconds while somebody looks. Not what never came:
 * its failure stands there to be read, until somebody tries again.
 */
export function useLookAgain(route: Route): void {
  const topic = topicOf(route)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden)
        askAgain(({ queryKey: [own], state }) => own === topic && state.data !== undefined)
    }, everyMs)
    return () => clearInterval(timer)
  }, [topic])
}
