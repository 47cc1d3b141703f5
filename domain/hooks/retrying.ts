import { days, hours, minutes } from '../basics/time.ts'

/** Before each further try: three days of them in all. */
export const waits: readonly number[] = [
  ...[5_000, 30_000, minutes(2), minutes(10), minutes(30)],
  ...[hours(1), hours(2), hours(4), hours(8), hours(12), hours(12), hours(12), hours(12), hours(9)],
]

/** After so many tries in vain. Null: it is given up. `chance`, from 0 to 1: what failed together is not tried together. */
export function waitAfter(tries: number, chance: number): number | null {
  const wait = waits[tries - 1]
  return wait === undefined ? null : wait * (0.9 + chance / 5)
}

/** They have too much to do, and may say when to come back. */
const overloaded: readonly (number | null)[] = [429, 503]
/** What is asked for beyond it is not heeded. */
export const longestQuiet = days(1)

/** How long whoever was called asked to be left alone by `Retry-After`, in seconds or by a date; 0: they did not. */
export function quietAfter(code: number | null, retryAfter: string | null, now: Date): number {
  if (retryAfter === null || !overloaded.includes(code)) return 0
  const said = retryAfter.trim()
  const ms = /^\d+$/.test(said) ? Number(said) * 1_000 : whenIn(said) - now.getTime()
  return ms > 0 ? Math.min(ms, longestQuiet) : 0
}

/** `Wed, 18 Nov 2026 04:30:00 GMT`, in which the clocks of the web agree. */
const whenIn = (said: string): number => (/ GMT$/.test(said) ? Date.parse(said) : Number.NaN)

/** Who puts us off has it no longer than who fails. */
const longestPutOff = days(3)

/** The address is there and says that nobody takes it any more. */
const gone = 410

export const isTaken = (code: number | null): boolean => code !== null && code >= 200 && code < 300

type Tried = {
  readonly code: number | null
  /** So often by now. */
  readonly tries: number
  /** When it was tried first. */
  readonly firstAt: Date
  /** When the hook last took anything. */
  readonly lastTakenAt: Date | null
  /** So long nobody is to call there. */
  readonly quiet: number
}

export type Verdict =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed'; readonly wait: number }
  /** `isDead`: nothing was taken in all that time, or it said so itself. */
  | { readonly state: 'given-up'; readonly isDead: boolean }

export function judge(tried: Tried, now: Date, chance: number): Verdict {
  const { code, tries, firstAt, lastTakenAt, quiet } = tried
  if (isTaken(code)) return { state: 'delivered' }
  if (code === gone) return { state: 'given-up', isDead: true }
  const wait = waitAfter(tries, chance)
  const isPutOff = quiet > 0 && now.getTime() - firstAt.getTime() >= longestPutOff
  if (wait !== null && !isPutOff) return { state: 'failed', wait: Math.max(wait, quiet) }
  return { state: 'given-up', isDead: lastTakenAt === null || lastTakenAt < firstAt }
}
