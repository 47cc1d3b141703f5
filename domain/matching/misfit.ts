/** Bags that left, and whose patient proved to have another group since (ruling AMB-360). */
import type { BagState } from '../bags/bag.ts'
import type { ShelfComponent } from '../bags/kinds.ts'
import { type BenchOrder, patientOf } from './bench-order.ts'
import { type FitBag, fitOf } from './fit.ts'

export type LeftBag = FitBag & {
  readonly component: ShelfComponent
  readonly state: BagState
  readonly isEmergency: boolean
}

/** In somebody's hands, and not in the patient. */
export const isOut = ({ state }: { readonly state: BagState }): boolean =>
  state === 'issued' || state === 'received'

/**
 * By the group as it was just corrected: what never fits, and what needs care, since whoever said yes to it said so for
 * another group. A doctor who asked for an emergency has decided about care.
 */
export function isMisfit(asked: Pick<BenchOrder, 'bloodGroup' | 'sex' | 'age'>, bag: LeftBag): boolean {
  if (!isOut(bag)) return false
  const { level } = fitOf(bag.component, patientOf(asked), bag)
  return level === 'never' || (level === 'care' && !bag.isEmergency)
}
