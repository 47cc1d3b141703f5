/** Where the server reads the time: handlers are given it, rules are told it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** For tests: stands at an instant, or runs on from it, until it is moved. Made only when NODE_ENV is test. */
export function movableClock(): Clock & { moveTo(at: Date | null): void } {
  let shift = 0
  return {
    now: () => new Date(Date.now() + shift),
    moveTo: (at) => {
      shift = at === null ? 0 : at.getTime() - Date.now()
    },
  }
}
