import { showWhen } from '../basics/show-when.ts'
import { minutes, timeLeft } from '../basics/time.ts'
import { beforeSample } from './listing.ts'
import type { BloodRequest } from './request.ts'
import { deadlineStillOpen, exactSpan } from './timeline.ts'

/** What of an order is due next, and how pressing it is. */
export type Due = {
  readonly what: 'sample' | 'delivery'
  readonly at: Date
  readonly urgency: 'calm' | 'near' | 'late'
}

/** From when on somebody should look at it. */
const near = { sample: minutes(40), delivery: minutes(90) }

/** The sample until it is taken, then the delivery; null when nothing is due any more. */
export function nextDue(
  request: Pick<BloodRequest, 'status' | 'pickupAt' | 'deadlineAt'>,
  now: Date,
): Due | null {
  const deadlineAt = deadlineStillOpen(request)
  if (!deadlineAt) return null
  return beforeSample.some((status) => status === request.status)
    ? due('sample', request.pickupAt, now)
    : due('delivery', deadlineAt, now)
}

/** How a pickup stands whatever became of the rest. */
export const pickupDue = ({ pickupAt }: Pick<BloodRequest, 'pickupAt'>, now: Date): Due =>
  due('sample', pickupAt, now)

function due(what: Due['what'], at: Date, now: Date): Due {
  const { ms, isPassed } = timeLeft(at, now)
  return { what, at, urgency: isPassed ? 'late' : ms <= near[what] ? 'near' : 'calm' }
}

const named = { sample: 'sample', delivery: 'deliver by' } as const

/** `sample 3:40 pm`, `deliver by Tue, 7:30 am`. */
export const dueText = ({ what, at }: Due, now: Date): string => `${named[what]} ${showWhen(at, now)}`

/** `24 min left`, `1 h 24 min left`, `21 min late`. */
export function leftText({ at }: Pick<Due, 'at'>, now: Date): string {
  const { ms, isPassed } = timeLeft(at, now)
  const length = ms < minutes(1) ? 'less than 1 min' : exactSpan(ms)
  return `${length} ${isPassed ? 'late' : 'left'}`
}
