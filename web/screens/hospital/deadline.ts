import type { OwnRequest } from '#contract/requests.ts'
import { minutes, timeLeft } from '#domain/basics/time.ts'
import { deadlineStillOpen, exactSpan } from '#domain/requests/timeline.ts'

type DeadlineText = { text: string; isPassed: boolean }

/** How a deadline that is still open stands: `2 h 48 min left`. */
export function deadlineText(
  request: Pick<OwnRequest, 'status' | 'deadlineAt'>,
  now: Date,
): DeadlineText | null {
  const deadlineAt = deadlineStillOpen(request)
  if (!deadlineAt) return null
  const { ms, isPassed } = timeLeft(deadlineAt, now)
  const span = ms < minutes(1) ? 'less than 1 min' : exactSpan(ms)
  return { text: isPassed ? `passed ${span} ago` : `${span} left`, isPassed }
}
