/** A smaller difference may be network delay: the machine's clock is then taken as right. */
const leastOffMs = 120_000
/** An answer that took longer says little about the time. */
const longestWayMs = 10_000

let aheadMs = 0

let isHeard: () => void
/** The first answer came: until then this machine's clock is all there is. */
export const timeIsKnown = new Promise<void>((resolve) => {
  isHeard = resolve
})

/** The time by the server's clock, so that a machine whose own is wrong can do all that others can. */
export const now = (): Date => new Date(Date.now() + aheadMs)

/** Takes the server's time from an answer's `Date` header; sent and received by this machine's clock. */
export function hearTime(said: string | null, askedAt: number, cameAt = Date.now()): void {
  const told = Date.parse(said ?? '')
  const tookMs = cameAt - askedAt
  if (Number.isNaN(told) || tookMs < 0 || tookMs > longestWayMs) return
  const offMs = told - (askedAt + tookMs / 2)
  aheadMs = Math.abs(offMs) < leastOffMs ? 0 : offMs
  isHeard()
}
