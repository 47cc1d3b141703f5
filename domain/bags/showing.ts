/** What a person reads of bags and shelves. */
import {
  daysBetween,
  hoursAndMinutes,
  showDate,
  showDateTime,
  showDay,
  showTime,
  timeOf,
} from '../basics/time.ts'
import { type Bag, isExpired } from './bag.ts'
import { type BagAttribute, shelfGroupName } from './kinds.ts'
import { type ComponentLife, lifeOf, type Treatment, treat, treatments } from './lives.ts'
import type { DiscardReason } from './moving.ts'
import { isScarce, type ShelfCell } from './shelf.ts'

/** In words first, the date second. */
export type ExpiryText = { readonly when: string; readonly more: string; readonly isUrgent: boolean }

export function expiryText(bag: Pick<Bag, 'expiresAt'>, now: Date): ExpiryText {
  const { expiresAt: at } = bag
  const ahead = daysBetween(now, at)
  if (isExpired(bag, now))
    return { when: 'expired', more: `${showDate(at)}, ${showTime(at)}`, isUrgent: true }
  if (ahead === 0) return { when: `today, ${showTime(at)}`, more: leftText(at, now), isUrgent: true }
  if (ahead === 1) return { when: 'tomorrow', more: tomorrowText(at), isUrgent: false }
  return { when: `in ${ahead} days`, more: ahead < 7 ? showDay(at) : showDate(at), isUrgent: false }
}

/** The end of the day is what is meant without a time. */
const tomorrowText = (at: Date): string =>
  timeOf(at) === '23:59' ? showDay(at) : `${showDay(at)}, ${showTime(at)}`

function leftText(at: Date, now: Date): string {
  const [h, min] = hoursAndMinutes(at.getTime() - now.getTime())
  return h === 0 ? `in ${min} min` : `in ${h} h${h < 10 ? ` ${min} min` : ''}`
}

const sum = (cells: readonly ShelfCell[], of: (cell: ShelfCell) => number): number =>
  cells.reduce((all, cell) => all + of(cell), 0)

/** The line under the shelf's title. */
export function shelfText(cells: readonly ShelfCell[]): string {
  const free = sum(cells, (cell) => cell.free)
  const held = sum(cells, (cell) => cell.held)
  const quarantine = sum(cells, (cell) => cell.quarantine)
  const all = free + held + quarantine
  const today = sum(cells, (cell) => cell.ending.day)
  const lying = `${all} ${all === 1 ? 'bag' : 'bags'}: ${free} free, ${held} held, ${quarantine} in quarantine.`
  if (all === 0) return 'No bag lies here yet.'
  return today === 0
    ? lying
    : `${lying} ${today} free ${today === 1 ? 'one expires' : 'ones expire'} within 24 hours.`
}

/** One row of the shelf. */
export const rowSums = (cells: readonly (ShelfCell & { issued: number })[]) => ({
  free: sum(cells, (cell) => cell.free),
  held: sum(cells, (cell) => cell.held),
  issued: cells.reduce((all, cell) => all + cell.issued, 0),
})

/** Of the free ones, those that end within each step or sooner. */
export function endingWithin(cells: readonly ShelfCell[]): {
  day: number
  threeDays: number
  week: number
  later: number
} {
  const day = sum(cells, ({ ending }) => ending.day)
  const threeDays = day + sum(cells, ({ ending }) => ending['three-days'])
  const week = threeDays + sum(cells, ({ ending }) => ending.week)
  return { day, threeDays, week, later: sum(cells, ({ ending }) => ending.later) }
}

type Judged = Pick<ShelfCell, 'free'> & { readonly minimum: number | null; readonly issued: number }

/** `empty`: none is free of what the house wants to have. */
export function cellLevel(cell: Judged): 'empty' | 'scarce' | 'enough' {
  if (!isScarce(cell)) return 'enough'
  return cell.free === 0 ? 'empty' : 'scarce'
}

const mostNamed = 3

/** What is below the house's own minimum or used up in a few days; null: nothing is, or no bags are kept. */
export function shortText(
  shelf:
    | {
        readonly settings: { readonly keepsBags: boolean }
        readonly cells: readonly (Judged & Pick<ShelfCell, 'component' | 'bloodGroup'>)[]
      }
    | undefined,
): string | null {
  if (!shelf?.settings.keepsBags) return null
  const short = shelf.cells
    .filter(isScarce)
    .map(({ component, bloodGroup }) => `${shelfGroupName(bloodGroup)} ${component}`)
  if (short.length === 0) return null
  const more = short.length - mostNamed
  const named = short.slice(0, mostNamed).join(', ')
  return `Short on your shelf: ${named}${more > 0 ? ` and ${more} more` : ''}.`
}

export const discardReasonNames: Record<DiscardReason, string> = {
  reactive: 'Reactive in a test',
  expired: 'Expired',
  leaking: 'Leaking',
  haemolysed: 'Haemolysed',
  temperature: 'Too warm or too cold',
  clotted: 'Clotted',
  'wrong-label': 'Wrong label',
  other: 'Something else',
}

export const treatmentNames: Record<Treatment, string> = {
  irradiate: 'Irradiated',
  wash: 'Washed',
  open: 'Opened',
  thaw: 'Thawed',
}

export const attributeNames: Record<BagAttribute, string> = {
  leucoreduced: 'Leucoreduced',
  irradiated: 'Irradiated',
  washed: 'Washed',
  'cmv-negative': 'CMV negative',
  'low-titre': 'Low titre',
}

/** `SAGM, 42 days`. */
export function lifeText({
  anticoagulant,
  hours,
  isUnchecked,
}: Pick<ComponentLife, 'anticoagulant' | 'hours' | 'isUnchecked'>): string {
  const length = hours % 24 === 0 ? `${hours / 24} days` : `${hours} h`
  const asked = isUnchecked ? `${length}, ask your doctor` : length
  return anticoagulant === null ? asked : `${anticoagulant}, ${asked}`
}

/** What is said before something is done to a bag. */
export function treatText(
  lives: readonly ComponentLife[],
  bag: Bag,
  treatment: Treatment,
  now: Date,
): string {
  const { expiresAt } = treat(lives, bag, treatment, now)
  const life = lifeOf(lives, bag, treatments[treatment].after)
  const unchecked = life?.isUnchecked ? ' Nobody has checked this shelf life: ask your doctor.' : ''
  return `This bag then ends on ${showDateTime(expiresAt)}.${unchecked} That is not taken back.`
}
