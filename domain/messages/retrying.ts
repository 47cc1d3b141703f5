/** Some three days: at first every few seconds, at last every quarter of an hour. */
export const mostAttempts = 300
const firstWaitSeconds = 2
const longestWaitSeconds = 900

/** Before the next attempt. `chance`, from 0 to 1: what failed together is not tried again together. */
export const secondsToWait = (attempts: number, chance: number): number => {
  const wait = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(attempts - 1, 20))
  return wait * (0.75 + chance / 2)
}
