import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** Nobody waits longer for a hint than this. */
const longestRestMs = 800
const shortestRestMs = 100
const lookEveryMs = 100
/** Parts of its time in which the process works: above the one it has too little left, below the other enough. */
const [tooBusy, easy] = [0.9, 0.75]

/**
 * How long those who were told of a change are told no more: not at all while the process has time, and longer and
 * longer while it has none, until their questions leave it some.
 */
export function restWhileBusy(
  now: () => number = () => performance.now(),
  utilization: (since?: EventLoopUtilization) => EventLoopUtilization = performance.eventLoopUtilization,
): () => number {
  let rest = 0
  let lookedAt = now()
  let before = utilization()
  return () => {
    if (now() - lookedAt >= lookEveryMs) {
      rest = next(rest, utilization(before).utilization)
      lookedAt = now()
      before = utilization()
    }
    return rest
  }
}

function next(rest: number, busy: number): number {
  if (busy > tooBusy) return Math.min(longestRestMs, Math.max(shortestRestMs, rest * 2))
  if (busy > easy) return rest
  return rest > shortestRestMs ? rest / 1.25 : 0
}
