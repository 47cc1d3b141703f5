import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { dicer } from './dice.ts'

/** Nine in the morning: the first day of every world. */
export const beginning = 9 * 60 + 0.5

/** What passes before a round: nothing, minutes, hours, a day. */
export function waitFrom(dice: number): number {
  const draw = dicer(dice ^ 0x5bd1e995)
  const kind = draw(20)
  if (kind < 8) return 0
  if (kind < 14) return 1 + draw(50)
  if (kind < 19) return 60 + draw(360)
  return 24 * 60 + draw(1440)
}

/** Midnight of the first day. */
const zero = instantOf('2026-11-16', '00:00')
export const instantAt = (at: number): Date => later(zero, minutes(at))
/** To the half minute in which acts happen. */
export const minuteAt = (at: Date | null): number | null =>
  at === null ? null : Math.floor((at.getTime() - zero.getTime()) / 60_000) + 0.5

/** `day 2, 14:05`. */
export function clock(at: number): string {
  const [hour, minute] = [Math.floor((at % 1440) / 60), Math.floor(at % 60)]
  return `day ${Math.floor(at / 1440) + 1}, ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
