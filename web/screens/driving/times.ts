import { fillIn } from '#domain/basics/fill-in.ts'
import { dayOf, hours, hoursAndMinutes, showDay, showTime, timeLeft } from '#domain/basics/time.ts'
import type { DrivingWords } from '#domain/driving/words.ts'

/** How long is left, or since when it is late; whole minutes, as a driver counts. */
export function deadlineText(deadlineAt: Date, now: Date, { order }: DrivingWords) {
  const { ms, isPassed } = timeLeft(deadlineAt, now)
  const [h, min] = hoursAndMinutes(ms)
  const time = h > 0 ? `${h} ${order.hours} ${min} ${order.minutes}` : `${min} ${order.minutes}`
  return {
    text: fillIn(isPassed ? order.late : order.left, { time }),
    tone: isPassed ? 'late' : ms < hours(0.5) ? 'soon' : 'fine',
  } as const
}

/** With its day only if that is not today. */
export const momentText = (at: Date, now: Date): string =>
  dayOf(at) === dayOf(now) ? showTime(at) : `${showDay(at)}, ${showTime(at)}`
