import { hours, minutes } from '../basics/time.ts'

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
}

export type Verdict =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed'; readonly wait: number }
  /** `isDead`: nothing was taken in all that time, or it said so itself. */
  | { readonly state: 'given-up'; readonly isDead: boolean }

export function judge({ code, tries, firstAt, lastTakenAt }: Tried, chance: number): Verdict {
  if (isTaken(code)) return { state: 'delivered' }
  if (code === gone) return { state: 'given-up', isDead: true }
  const wait = waitAfter(tries, chance)
  if (wait !== null) return { state: 'failed', wait }
  return { state: 'given-up', isDead: lastTakenAt === null || lastTakenAt < firstAt }
}
