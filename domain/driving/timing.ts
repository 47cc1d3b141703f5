import { later, minutes } from '../basics/time.ts'
import type { StepReport } from './reporting.ts'

/**
 * When it was done by our clock: as long ago as the phone says, whatever its own clock shows. Never in the future, and
 * never before what must have come first.
 */
export function actTime(
  { doneAt, sentAt }: Pick<StepReport, 'doneAt' | 'sentAt'>,
  now: Date,
  notBefore: Date,
): Date {
  const ago = Math.max(0, sentAt.getTime() - doneAt.getTime())
  const at = Math.max(now.getTime() - ago, notBefore.getTime())
  return new Date(Math.min(at, now.getTime()))
}

/** A smaller difference is a slow answer. */
const leastStepMs = minutes(2)

/**
 * When a report is sent, by the clock that the phone had when the step was done: if that was set right or wrong in
 * between, the difference of the two would say nothing. How far the server's clock was ahead then and is now.
 */
export function sentBy(
  phoneNow: Date,
  { aheadMs, aheadThenMs }: { aheadMs: number; aheadThenMs: number | undefined },
): Date {
  const stepMs = aheadThenMs === undefined ? 0 : aheadMs - aheadThenMs
  return Math.abs(stepMs) < leastStepMs ? phoneNow : later(phoneNow, stepMs)
}
