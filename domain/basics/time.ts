/** Ruling AMB-01: every wall-clock rule, on the server and in the browser, is India's, whatever the machine says. */
const zone = 'Asia/Kolkata'

/** India keeps no summer time, so its distance from UTC is one number. */
const offsetMs = 5.5 * 3_600_000

export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
export const earlier = (at: Date, ms: number): Date => new Date(at.getTime() - ms)
export const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000)
export const wholeMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

/** The calendar day in India, as `2026-11-15`. */
export const dayOf = (at: Date): string => later(at, offsetMs).toISOString().slice(0, 10)

/** The wall clock in India, as `16:30`. */
export const timeOf = (at: Date): string => later(at, offsetMs).toISOString().slice(11, 16)

/** Minutes since midnight in India. */
export function minuteOfDay(at: Date): number {
  const local = later(at, offsetMs)
  return local.getUTCHours() * 60 + local.getUTCMinutes()
}

/** The instant of a day (`2026-11-15`) and a wall-clock time (`16:30`) in India. */
export const instantOf = (day: string, time: string): Date =>
  earlier(new Date(`${day}T${time}:00.000Z`), offsetMs)

/** How long until then, or how long ago it passed. */
export function timeLeft(deadlineAt: Date, now: Date): { ms: number; isPassed: boolean } {
  const ms = deadlineAt.getTime() - now.getTime()
  return { ms: Math.abs(ms), isPassed: ms < 0 }
}

/** Those that are whole: `2 h 48 min` until it is less. */
export const hoursAndMinutes = (ms: number): [h: number, min: number] => [
  Math.floor(ms / hours(1)),
  Math.floor((ms % hours(1)) / minutes(1)),
]

/** How many calendar days `at` lies after `from`: 0 is the same day in India. */
export function daysBetween(from: Date, at: Date): number {
  return Math.round((Date.parse(dayOf(at)) - Date.parse(dayOf(from))) / days(1))
}

// costly to make; marked, those that a page does not use are left out of its script
const mediumDate = /* @__PURE__ */ new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: zone })
const mediumDateTime = /* @__PURE__ */ new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: zone,
})
const clockTime = /* @__PURE__ */ new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: zone,
})
const mediumTime = /* @__PURE__ */ new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', timeZone: zone })
const shortTime = /* @__PURE__ */ new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone: zone })
const shortDay = /* @__PURE__ */ new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: zone,
})

/** §9: en-IN medium, `15 Nov 2026`. */
export const showDate = (at: Date): string => mediumDate.format(at)
/** Medium date and short time, `15 Nov 2026, 10:42 am` (ruling AMB-182). */
export const showDateTime = (at: Date): string => mediumDateTime.format(at)
/** With seconds, for the clocks of the screens. */
export const showClock = (at: Date): string => clockTime.format(at)
/** `10:41:32 am`. */
export const showTimeWithSeconds = (at: Date): string => mediumTime.format(at)
export const showTime = (at: Date): string => shortTime.format(at)
export const showDay = (at: Date): string => shortDay.format(at)

/** How long ago, in the largest unit that is not zero: `34 min ago`. */
export function ago(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime()
  if (ms < minutes(1)) return 'just now'
  return `${span(ms)} ago`
}

/** A length of time in its largest unit: `34 min`, `2 h`, `3 days`. */
export function span(ms: number): string {
  if (ms < hours(1)) return `${Math.floor(ms / minutes(1))} min`
  if (ms < days(2)) return `${Math.floor(ms / hours(1))} h`
  return `${Math.floor(ms / days(1))} days`
}
