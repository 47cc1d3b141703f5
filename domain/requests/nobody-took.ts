import { z } from 'zod'
import { earlier, hours, minutes } from '../basics/time.ts'
import type { BloodRequest } from './request.ts'

/** So many minutes before the last moment at which it can still arrive in time. */
const untakenLevels = ['60', '30'] as const
export const UntakenLevel = z.enum(untakenLevels)
export type UntakenLevel = z.infer<typeof UntakenLevel>

/** Of so many deliveries the median says something; until then the default holds. */
export const enoughDeliveries = 20
const usualAtFirst = hours(2)
/**
 * §9 gives a delivery three hours: nobody can be asked to link sooner. Orders that were linked a day ahead would make the
 * usual time as long as that, and each approval ring at once.
 */
const longestUsual = hours(3)
/** The usual time is reckoned over these days. */
export const usualDays = 90

/** From the link to the delivery, in ms. */
export const usualTime = (of: { readonly deliveries: number; readonly medianMs: number }): number =>
  of.deliveries < enoughDeliveries ? usualAtFirst : Math.min(of.medianMs, longestUsual)

/** The last moment at which a link brings it in time, as things usually go. */
export const linkBy = ({ deadlineAt }: Pick<BloodRequest, 'deadlineAt'>, usualMs: number): Date =>
  earlier(deadlineAt, usualMs)

/** The earliest of all the bells, before the last moment. */
export const firstBell = minutes(60)

type Waiting = Pick<BloodRequest, 'status' | 'bankId' | 'deadlineAt' | 'expired'> & {
  /** When it came to wait for a bank, the last time that it did. */
  readonly waitsSince: Date
  /** What was rung for it so far. */
  readonly rung: readonly { readonly level: string; readonly at: Date }[]
}

/**
 * Which level is to be rung now, if any. Each once in the time that it waits: what a bank refused begins anew. Of levels
 * that are over when it is approved only the one that holds is rung. When nobody took it at all, the clock's mark does
 * the rest (ruling AMB-216).
 */
export function untakenNow(request: Waiting, usualMs: number, now: Date): UntakenLevel | null {
  if (request.status !== 'hospital-admin-approved' || request.bankId !== null || request.expired) return null
  const last = linkBy(request, usualMs)
  const level = untakenLevels.findLast((one) => now >= earlier(last, minutes(Number(one))))
  if (level === undefined) return null
  const rung = request.rung.filter(({ at }) => at >= request.waitsSince).map((one) => one.level)
  // a later one says all that an earlier one would
  const isRung = untakenLevels.slice(untakenLevels.indexOf(level)).some((one) => rung.includes(one))
  return isRung ? null : level
}
