import { daysBetween, showDay, showTime } from '#domain/basics/time.ts'

/** The time alone if it is today's; with the weekday for the days ahead, with the date beyond them. */
export function showWhen(at: Date, now: Date): string {
  const ahead = daysBetween(now, at)
  if (ahead === 0) return showTime(at)
  const day = showDay(at)
  return `${0 < ahead && ahead < 7 ? day.split(',')[0] : day}, ${showTime(at)}`
}
