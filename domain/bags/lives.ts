/** How long a bag may be used. The lengths are rows: a country, or the maker of the bags, may have others. */
import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { dayOf, days, hours, instantOf, later, showDateTime } from '../basics/time.ts'
import type { Bag } from './bag.ts'
import { type BagAttribute, ShelfComponent } from './kinds.ts'

const beginnings = ['collection', 'irradiation', 'thaw', 'opening'] as const
export const Beginning = z.enum(beginnings)
export type Beginning = z.infer<typeof Beginning>

export const ComponentLife = z.object({
  component: ShelfComponent,
  /** Null: in whatever it lies. */
  anticoagulant: z.string().nullable(),
  after: Beginning,
  hours: z.number().int().positive(),
  /** No doctor and no source has said so yet: screens say "ask your doctor". */
  isUnchecked: z.boolean(),
})
export type ComponentLife = z.infer<typeof ComponentLife>

const life = (
  component: ComponentLife['component'],
  after: Beginning,
  length: number,
  { anticoagulant = null, isUnchecked = false }: Partial<ComponentLife> = {},
): ComponentLife => ({ component, anticoagulant, after, hours: length, isUnchecked })

/** With which every house begins. */
export const usualLives: readonly ComponentLife[] = [
  life('PRBC', 'collection', 35 * 24, { anticoagulant: 'CPDA-1' }),
  life('PRBC', 'collection', 42 * 24, { anticoagulant: 'SAGM' }),
  life('PRBC', 'irradiation', 28 * 24),
  life('PRBC', 'opening', 24),
  life('WB', 'collection', 35 * 24, { anticoagulant: 'CPDA-1', isUnchecked: true }),
  life('WB', 'irradiation', 28 * 24, { isUnchecked: true }),
  life('WB', 'opening', 24, { isUnchecked: true }),
  life('SDP', 'collection', 5 * 24),
  life('SDP', 'opening', 4, { isUnchecked: true }),
  life('RDP', 'collection', 5 * 24),
  life('RDP', 'opening', 4, { isUnchecked: true }),
  life('FFP', 'collection', 365 * 24),
  life('FFP', 'thaw', 24),
  life('CRYO', 'collection', 365 * 24),
  life('CRYO', 'thaw', 4, { isUnchecked: true }),
]

export const expiryWords = {
  'no-life': {
    title: 'No Shelf Life',
    text: 'No shelf life is known for this component. Please enter the expiry that stands on the label.',
  },
  'collected-later': { title: 'Invalid Collection Day', text: 'It cannot be collected after today.' },
  'expiry-before-collection': {
    title: 'Invalid Expiry',
    text: 'It would expire before the day on which it was collected.',
  },
  'expiry-too-late': {
    title: 'Invalid Expiry',
    text: 'By the shelf life of this component it ends on {end}. A label may say sooner, not later.',
  },
  'expired-already': { title: 'Past Its Expiry', text: 'Expired {end}. Not taken in.' },
  'no-such-treatment': {
    title: 'Not Done To This Component',
    text: 'No shelf life is known for this component after that.',
  },
} satisfies Record<string, Wording>

export type ExpiryRefusal = Refusal<keyof typeof expiryWords>

/** Of an unknown anticoagulant the shortest life counts: to be wrong on that side wastes a bag, and hurts nobody. */
export function lifeOf(
  lives: readonly ComponentLife[],
  { component, anticoagulant }: Pick<Bag, 'component' | 'anticoagulant'>,
  after: Beginning,
): ComponentLife | undefined {
  const rows = lives.filter((row) => row.component === component && row.after === after)
  const own = rows.filter((row) => row.anticoagulant === anticoagulant)
  const any = rows.filter((row) => row.anticoagulant === null)
  const counting = own.length > 0 ? own : any.length > 0 ? any : rows
  return counting.toSorted((one, other) => one.hours - other.hours)[0]
}

/** A label that names a day alone means its last minute. */
export const endOfDay = (day: string): Date => instantOf(day, '23:59')

type Collected = Pick<Bag, 'component' | 'anticoagulant' | 'attributes' | 'collectedOn'>

/**
 * The latest end that a bag can have. Whole days go to the end of the last one; what is counted in hours is counted from
 * the beginning of the day, because nobody knows the minute. What came in irradiated was so today at the latest.
 */
export function latestEnd(lives: readonly ComponentLife[], bag: Collected, now: Date): Date | null {
  const row = lifeOf(lives, bag, 'collection')
  if (!row) return null
  const isInDays = row.hours % 24 === 0
  const noon = instantOf(bag.collectedOn, '12:00')
  const end = isInDays
    ? endOfDay(dayOf(later(noon, hours(row.hours))))
    : later(instantOf(bag.collectedOn, '00:00'), hours(row.hours))
  const irradiated = bag.attributes.includes('irradiated') && lifeOf(lives, bag, 'irradiation')
  return irradiated ? sooner(end, later(now, hours(irradiated.hours))) : end
}

const sooner = (one: Date, other: Date): Date => (one < other ? one : other)

/** When it ends: as the label says, or by the rule where it says nothing. */
export const expiryOf = (
  lives: readonly ComponentLife[],
  bag: Collected,
  labelEnd: Date | null,
  now: Date,
): Date | null => labelEnd ?? latestEnd(lives, bag, now)

export function whyNotExpiry(
  lives: readonly ComponentLife[],
  bag: Collected,
  labelEnd: Date | null,
  now: Date,
): ExpiryRefusal | null {
  if (bag.collectedOn > dayOf(now)) return no('collected-later', 'collectedOn')
  const latest = latestEnd(lives, bag, now)
  const end = labelEnd ?? latest
  if (end === null) return no('no-life', 'expiresAt')
  if (end < instantOf(bag.collectedOn, '00:00')) return no('expiry-before-collection', 'expiresAt')
  if (latest !== null && end > latest)
    return no('expiry-too-late', 'expiresAt', { end: showDateTime(latest) })
  return now >= end ? no('expired-already', 'expiresAt', { end: showDateTime(end) }) : null
}

/** What is done to a bag on the shelf, what it then is, and from when its shorter life counts. */
export const treatments = {
  irradiate: { after: 'irradiation', attribute: 'irradiated' },
  wash: { after: 'opening', attribute: 'washed' },
  open: { after: 'opening', attribute: null },
  thaw: { after: 'thaw', attribute: null },
} as const satisfies Record<string, { after: Beginning; attribute: BagAttribute | null }>
export type Treatment = keyof typeof treatments
export const Treatment = z.enum(Object.keys(treatments) as [Treatment, ...Treatment[]])

/** Platelets may be irradiated and live as long; red cells without a row for it may not. */
const outlivesIrradiation: readonly Bag['component'][] = ['SDP', 'RDP']

export function whyNotTreat(
  lives: readonly ComponentLife[],
  bag: Pick<Bag, 'component' | 'anticoagulant'>,
  treatment: Treatment,
): ExpiryRefusal | null {
  if (lifeOf(lives, bag, treatments[treatment].after)) return null
  const isFree = treatment === 'irradiate' && outlivesIrradiation.includes(bag.component)
  return isFree ? null : no('no-such-treatment', 'treatment')
}

/** Never longer than before. */
export function treat(lives: readonly ComponentLife[], bag: Bag, treatment: Treatment, now: Date): Bag {
  const { after, attribute } = treatments[treatment]
  const row = lifeOf(lives, bag, after)
  return {
    ...bag,
    attributes:
      attribute === null || bag.attributes.includes(attribute)
        ? bag.attributes
        : [...bag.attributes, attribute],
    expiresAt: row ? sooner(bag.expiresAt, later(now, hours(row.hours))) : bag.expiresAt,
    version: bag.version + 1,
  }
}

/** How soon it ends, in the steps by which a shelf is looked at. */
export const expirySteps = ['expired', 'day', 'three-days', 'week', 'later'] as const
export type ExpiryStep = (typeof expirySteps)[number]

export function expiryStep(bag: Pick<Bag, 'expiresAt'>, now: Date): ExpiryStep {
  const left = bag.expiresAt.getTime() - now.getTime()
  if (left <= 0) return 'expired'
  if (left <= days(1)) return 'day'
  if (left <= days(3)) return 'three-days'
  return left <= days(7) ? 'week' : 'later'
}
