/** What else would fit an order, where no bank has enough of the very group (ruling AMB-331). */
import type { ShelfGroup } from '../bags/kinds.ts'
import { type FitLevel, type FitPatient, fitLevels, fitOf, fitText } from './fit.ts'

/** What lies free of one group at one bank. */
export type FreeOfGroup = {
  readonly bankId: string
  readonly name: string
  readonly bloodGroup: ShelfGroup
  readonly units: number
}

export type Alternative = FreeOfGroup & {
  readonly level: FitLevel
  /** The group, why it fits, and whose word it needs. */
  readonly text: string
  readonly isAlarming: boolean
}

/** More than that nobody compares. */
const mostShown = 6

/** The best first, and of one group who has most of it. What never fits is not named. */
export function alternativesFor(
  component: Parameters<typeof fitOf>[0],
  patient: FitPatient,
  free: readonly FreeOfGroup[],
): Alternative[] {
  return free
    .filter(({ bloodGroup, units }) => bloodGroup !== patient.group && units > 0)
    .map((one) => ({ one, fit: fitOf(component, patient, { ...one, attributes: [] }) }))
    .filter(({ fit }) => fit.level !== 'never')
    .sort(
      (a, b) =>
        fitLevels.indexOf(a.fit.level) - fitLevels.indexOf(b.fit.level) ||
        a.fit.rank - b.fit.rank ||
        b.one.units - a.one.units ||
        (a.one.name < b.one.name ? -1 : 1),
    )
    .slice(0, mostShown)
    .map(({ one, fit }) => ({
      ...one,
      ...{ level: fit.level, isAlarming: fit.isAlarming },
      text: `${fitText(one, fit)}${fit.level === 'care' ? '; the hospital has to say yes first' : ''}`,
    }))
}
