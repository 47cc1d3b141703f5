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
