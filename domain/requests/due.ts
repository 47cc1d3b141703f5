import { showWhen } from '../basics/show-when.ts'
import { minutes, timeLeft } from '../basics/time.ts'
import { beforeSample } from './listing.ts'
import type { BloodRequest } from './request.ts'
import { deadlineStillOpen, exactSpan } from './timeline.ts'
import { dueAt, type Moment } from './urgency.ts'

export type Due = Moment

/** The sample until it is taken, then the delivery; null when nothing is due any more. */
export function nextDue(
  request: Pick<BloodRequest, 'status' | 'pickupAt' | 'deadlineAt'>,
  now: Date,
): Due | null {
  const deadlineAt = deadlineStillOpen(request)
  if (!deadlineAt) return null
  return beforeSample.some((status) => status === request.status)
    ? dueAt('sample', request.pickupAt, now)
    : dueAt('delivery', deadlineAt, now)
}

/** How a pickup stands whatever became of the rest. */
export const pickupDue = ({ pickupAt }: Pick<BloodRequest, 'pickupAt'>, now: Date): Due =>
  dueAt('sample', pickupAt, now)

const named = { sample: 'sample', delivery: 'deliver by' } as const

/** `sample 3:40 pm`, `deliver by Tue, 7:30 am`. */
export const dueText = ({ what, at }: Due, now: Date): string => `${named[what]} ${showWhen(at, now)}`

/** `24 min left`, `1 h 24 min left`, `21 min late`. */
export function leftText({ at }: Pick<Due, 'at'>, now: Date): string {
  const { ms, isPassed } = timeLeft(at, now)
  const length = ms < minutes(1) ? 'less than 1 min' : exactSpan(ms)
  return `${length} ${isPassed ? 'late' : 'left'}`
}
