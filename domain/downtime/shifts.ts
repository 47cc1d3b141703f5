/** When shifts change, India's time: a pack is made at each (rulings AMB-340, AMB-355). */
import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { dayOf, days, earlier, instantOf, later } from '../basics/time.ts'

export const usualShifts: readonly string[] = ['08:00', '14:00', '20:00']
export const mostShifts = 4
/** A pack of the one is made and printed before the next is due. */
const leastMinutes = 60

export const ShiftTimes = z.array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)).max(24)

export const shiftWords = {
  'no-shifts': { title: 'No Time', text: 'Please give at least one time of the day.' },
  'too-many-shifts': { title: 'Too Many Times', text: 'Please give at most {most} times.' },
  'shifts-too-close': { title: 'Times Too Close', text: 'Please leave at least an hour between two times.' },
  'shifts-changed': {
    title: 'Changed Meanwhile',
    text: 'Somebody else has set the times meanwhile. Please look at them and try again.',
    conflict: true,
  },
} satisfies Record<string, Wording>
type ShiftRefusal = Refusal<keyof typeof shiftWords>

export function whyNotShifts(times: readonly string[]): ShiftRefusal | null {
  if (times.length === 0) return no('no-shifts', 'times.0')
  if (times.length > mostShifts) return no('too-many-shifts', `times.${mostShifts}`, { most: mostShifts })
  const close = times.findIndex((time, at) => times.slice(0, at).some((other) => areClose(time, other)))
  return close === -1 ? null : no('shifts-too-close', `times.${close}`)
}

/** Midnight is nothing between them. */
function areClose(one: string, other: string): boolean {
  const apart = Math.abs(minuteOf(one) - minuteOf(other))
  return Math.min(apart, 24 * 60 - apart) < leastMinutes
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const whyNotOverShifts = (
  { version }: { readonly version: number },
  seen: number,
): ShiftRefusal | null => (version === seen ? null : no('shifts-changed'))

/** As they come in a day. */
export const inOrder = (times: readonly string[]): string[] => [...times].sort()

/** The last change of shift. */
export const shiftAt = (now: Date, times: readonly string[]): Date =>
  changesAround(now, times)
    .filter((at) => at <= now)
    .at(-1) ?? now

/** Until when a pack holds: the next change brings another. */
export const nextShift = (now: Date, times: readonly string[]): Date =>
  changesAround(now, times).find((at) => at > now) ?? now

const changesAround = (now: Date, times: readonly string[]): Date[] =>
  [earlier(now, days(1)), now, later(now, days(1))].flatMap((day) =>
    inOrder(times).map((time) => instantOf(dayOf(day), time)),
  )
