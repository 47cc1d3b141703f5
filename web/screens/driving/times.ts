import { dayOf, hours, minutes, showDay, showTime } from '#domain/basics/time.ts'
import { type DrivingWords, fillIn } from '#domain/driving/words.ts'

/** How long is left, or since when it is late; whole minutes, as a driver counts. */
export function timeLeft(deadlineAt: Date, now: Date, { order }: DrivingWords) {
  const ms = deadlineAt.getTime() - now.getTime()
  const whole = Math.floor(Math.abs(ms) / minutes(1))
  const [h, min] = [Math.floor(whole / 60), whole % 60]
  const time = h > 0 ? `${h} ${order.hours} ${min} ${order.minutes}` : `${min} ${order.minutes}`
  return {
    text: fillIn(ms < 0 ? order.late : order.left, { time }),
    tone: ms < 0 ? 'late' : ms < hours(0.5) ? 'soon' : 'fine',
  } as const
}

/** With its day only if that is not today. */
export const momentText = (at: Date, now: Date): string =>
  dayOf(at) === dayOf(now) ? showTime(at) : `${showDay(at)}, ${showTime(at)}`
