import { useEffect } from 'react'
import { type Route, topicOf } from '#contract/route.ts'
import { queryClient } from '../../api/queries.ts'

const everyMs = 4_000

/** For what the live stream does not tell of: asked again every few seconds while somebody looks. */
export function useLookAgain(route: Route): void {
  const topic = topicOf(route)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void queryClient.invalidateQueries({ queryKey: [topic] })
    }, everyMs)
    return () => clearInterval(timer)
  }, [topic])
}
