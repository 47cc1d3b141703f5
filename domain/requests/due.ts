import { showWhen } from '../basics/show-when.ts'
import { daysBetween, minutes, showDay, showTime, timeLeft } from '../basics/time.ts'
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

/** For a row: `deliver by 6:40` and `1 h 24 left`. Another day says by itself what is left of it; of one gone by, its date does. */
export function shortDue(due: Due, now: Date): { text: string; left: string | null } {
  const ahead = daysBetween(now, due.at)
  const left = ahead <= 0 || due.urgency !== 'calm' ? shortLeft(due, now) : null
  if (ahead > 0) return { text: dueText(due, now), left }
  return { text: `${named[due.what]} ${ahead === 0 ? clockOf(due.at) : dateOf(due.at)}`, left }
}

const shortLeft = (due: Due, now: Date): string =>
  leftText(due, now)
    .replace(/(\d{2,} h) \d+ min/, '$1')
    .replace(/(\d h) (\d+) min/, (_, h, min) => `${h} ${min.padStart(2, '0')}`)
    .replace('less than ', '< ')

/** Without the weekday: `15 Nov`. */
const dateOf = (at: Date): string => showDay(at).replace(/^\w+, /, '')

/** Whether it is morning or evening is plain from what is left. */
const clockOf = (at: Date): string => showTime(at).replace(/ [ap]m$/i, '')

/** `delivered 4:48 pm, in time`; null of what was not delivered, and once its outcome is told. */
export function deliveredText(
  { status, deliveredAt, deadlineAt }: Pick<BloodRequest, 'status' | 'deliveredAt' | 'deadlineAt'>,
  now: Date,
): string | null {
  if (status !== 'delivery-completed' || deliveredAt === null) return null
  const late = deliveredAt.getTime() - deadlineAt.getTime()
  const kept = late <= 0 ? 'in time' : `${late < minutes(1) ? 'less than 1 min' : exactSpan(late)} late`
  return `delivered ${showWhen(deliveredAt, now)}, ${kept}`
}
