/** Where the server reads the time: handlers are given it, rules are told it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type MovableClock = Clock & {
  /** Runs on from there, or is right again. */
  moveTo(at: Date | null): void
  /** Until it is moved. */
  standAt(at: Date): void
}

/** For tests. Made only when NODE_ENV is test. */
export function movableClock(): MovableClock {
  let shift = 0
  let standing: number | null = null
  return {
    now: () => new Date(standing ?? Date.now() + shift),
    moveTo(at) {
      standing = null
      shift = at === null ? 0 : at.getTime() - Date.now()
    },
    standAt(at) {
      standing = at.getTime()
    },
  }
}
