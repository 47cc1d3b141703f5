import type { OwnRequest } from '#contract/requests.ts'
import { minutes } from '#domain/basics/time.ts'
import { deadlineStillOpen, exactSpan } from '#domain/requests/timeline.ts'

type TimeLeft = { text: string; isPassed: boolean }

/** How a deadline that is still open stands: `2 h 48 min left`. */
export function timeLeft(request: Pick<OwnRequest, 'status' | 'deadlineAt'>, now: Date): TimeLeft | null {
  const deadlineAt = deadlineStillOpen(request)
  if (!deadlineAt) return null
  const ms = deadlineAt.getTime() - now.getTime()
  if (ms >= 0) return { text: `${spanFrom(ms)} left`, isPassed: false }
  return { text: `passed ${spanFrom(-ms)} ago`, isPassed: true }
}

const spanFrom = (ms: number): string => (ms < minutes(1) ? 'less than 1 min' : exactSpan(ms))
