/** Which bags are offered for an order, and in which order. */
import { type Bag, isExpired } from '../bags/bag.ts'
import type { BagAttribute, ShelfComponent } from '../bags/kinds.ts'
import { isFree } from '../bags/shelf.ts'
import { hours, later, showTime, span } from '../basics/time.ts'
import { type Fit, type FitPatient, fitLevels, fitOf, fitText } from './fit.ts'
import { missingNeeds, unaskedOf } from './needs.ts'

export type ChoiceOrder = {
  readonly component: ShelfComponent
  readonly patient: FitPatient
  readonly needs: readonly BagAttribute[]
  readonly deadlineAt: Date
  /** Bags that were incompatible with this patient. */
  readonly barred: readonly string[]
}

export type Choice = {
  readonly bag: Bag
  readonly fit: Fit
  readonly unasked: readonly BagAttribute[]
}

export type Choices = {
  readonly offered: readonly Choice[]
  /** They end soon after the deadline: taken only with a reason. */
  readonly endingSoon: readonly Choice[]
}

/** When a bag has to be alive: at the deadline, and of what is late already now. */
export const neededAt = (deadlineAt: Date, now: Date): Date => (deadlineAt > now ? deadlineAt : now)

/** Until when a bag should live, so that nobody has to hurry with it. */
const mustOutlive = (deadlineAt: Date, spareHours: number, now: Date): Date =>
  later(neededAt(deadlineAt, now), hours(spareHours))

/** Alive at the deadline and not long after. */
export const endsSoon = (
  bag: Pick<Bag, 'expiresAt'>,
  deadlineAt: Date,
  spareHours: number,
  now: Date,
): boolean => isExpired(bag, mustOutlive(deadlineAt, spareHours, now))

export function choicesFor(order: ChoiceOrder, bags: readonly Bag[], spareHours: number, now: Date): Choices {
  const deadline = mustOutlive(order.deadlineAt, 0, now)
  const possible = bags
    .filter((bag) => bag.component === order.component && isFree(bag, now) && !isExpired(bag, deadline))
    .filter((bag) => missingNeeds(order.needs, bag).length === 0 && !order.barred.includes(bag.id))
    .map((bag) => choiceOf(order, bag))
    .filter(({ fit }) => fit.level !== 'never')
    .sort(byMerit)
  const isSoon = ({ bag }: Choice) => endsSoon(bag, order.deadlineAt, spareHours, now)
  return { offered: possible.filter((one) => !isSoon(one)), endingSoon: possible.filter(isSoon) }
}

const choiceOf = (order: ChoiceOrder, bag: Bag): Choice => ({
  bag,
  fit: fitOf(order.component, order.patient, bag),
  unasked: unaskedOf(order.needs, bag),
})

/** Fit, then what nobody asked for, then the soonest end, then the number: the same shelf reads the same to everybody. */
const byMerit = (one: Choice, other: Choice): number =>
  fitLevels.indexOf(one.fit.level) - fitLevels.indexOf(other.fit.level) ||
  one.fit.rank - other.fit.rank ||
  one.unasked.length - other.unasked.length ||
  one.bag.expiresAt.getTime() - other.bag.expiresAt.getTime() ||
  (one.bag.number < other.bag.number ? -1 : Number(one.bag.number > other.bag.number))

/** `O POS, identical, expires in 3 days: take first`. */
export function choiceText({ bag, fit, unasked }: Choice, isFirst: boolean, now: Date): string {
  const ends = `expires in ${span(bag.expiresAt.getTime() - now.getTime())}`
  const text = `${fitText(bag, fit)}, ${ends}`
  if (unasked.length > 0)
    return `${text}; ${unasked.join(', ')}: nobody asked for it, leave it for who needs it`
  return isFirst ? `${text}: take first` : text
}

/** `1 bag expires too soon, at 4:10 pm: less than 4 h after the deadline. Taken only with a reason.` */
export function endingSoonText({ endingSoon }: Choices, spareHours: number): string | null {
  const [first] = endingSoon.toSorted((a, b) => a.bag.expiresAt.getTime() - b.bag.expiresAt.getTime())
  if (!first) return null
  const bags =
    endingSoon.length === 1
      ? '1 bag expires too soon,'
      : `${endingSoon.length} bags expire too soon, the first`
  return `${bags} at ${showTime(first.bag.expiresAt)}: less than ${spareHours} h after the deadline. Taken only with a reason.`
}
