import { minutes, timeLeft } from '../basics/time.ts'

/** What of an order is due next, and how pressing it is. */
export type Moment = {
  readonly what: 'sample' | 'delivery'
  readonly at: Date
  readonly urgency: 'calm' | 'near' | 'late'
}

/** From when on somebody should look at it. */
const near = { sample: minutes(40), delivery: minutes(90) }

export function dueAt(what: Moment['what'], at: Date, now: Date): Moment {
  const { ms, isPassed } = timeLeft(at, now)
  return { what, at, urgency: isPassed ? 'late' : ms <= near[what] ? 'near' : 'calm' }
}
