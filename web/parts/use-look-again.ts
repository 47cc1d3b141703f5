import { useEffect } from 'react'
import { type Route, topicOf } from '#contract/route.ts'
import { askAgain } from '../api/queries.ts'

const everyMs = 4_000

/**
 * For data that has no live events: polled every few seconds while the page is visible. Not after a first load that
 * failed: its failure stays to be read until somebody tries again.
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
