/** Which blood a patient may have. A suggestion with its reason: a doctor and the bank decide. */
import { z } from 'zod'
import {
  type AboGroup,
  aboOf,
  type BagAttribute,
  isRhPositive,
  type ShelfComponent,
  type ShelfGroup,
  shelfGroupName,
} from '../bags/kinds.ts'
import { fillIn } from '../basics/fill-in.ts'
import type { Sex } from '../basics/person.ts'
import type { Wording } from '../basics/refusal.ts'

/** `care` needs somebody's nod beyond the bench. */
export const fitLevels = ['best', 'ok', 'care', 'never'] as const
export const FitLevel = z.enum(fitLevels)
export type FitLevel = z.infer<typeof FitLevel>

/** Null: nobody knows the group. */
export type FitPatient = { readonly group: ShelfGroup | null; readonly sex: Sex; readonly age: number }
export type FitBag = { readonly bloodGroup: ShelfGroup; readonly attributes: readonly BagAttribute[] }

export type Fit = {
  readonly level: FitLevel
  readonly reason: FitReason
  /** Which comes first within a level: 0 before 1. */
  readonly rank: number
  /** A patient who may bear children would get Rh-positive blood. */
  readonly isAlarming: boolean
}

/** What stands behind the group of a bag: `O NEG, fits, spare for Rh-negative patients`. */
export const fitWords = {
  identical: 'identical',
  'same-abo': 'same ABO group; Rh is not matched for plasma',
  compatible: 'fits',
  'spares-negative': 'fits, spare for Rh-negative patients',
  'rh-positive': 'Rh positive for an Rh-negative patient: only on a doctor’s word',
  'rh-positive-young':
    'Rh positive for an Rh-negative patient who may bear children: avoid; only on a doctor’s word',
  'red-cells-attacked': 'never: the patient’s blood destroys these red cells',
  'plasma-attacks': 'never: this plasma destroys the patient’s red cells',
  'plasma-care': 'with care: low titre, by the policy of the house',
  'platelets-care': 'another group: with care',
  'platelets-titre': 'another group, not marked as low titre: with care',
  'group-unknown': 'the patient’s group is not known',
  'group-unknown-negative':
    'the patient’s group is not known, and Rh negative is for whoever may bear children or is young',
  'group-unknown-positive':
    'the patient’s group is not known, and Rh positive is for whoever may bear children or is young only on a doctor’s word',
  'group-unknown-never': 'never while the patient’s group is not known',
  'bombay-patient': 'never: a Bombay patient gets Bombay blood alone. Ask your doctor',
  'bombay-bag': 'never: rare, kept for Bombay patients. Ask your doctor',
  'whole-blood': 'never: whole blood is given identical alone. Ask your doctor',
} as const
export type FitReason = keyof typeof fitWords

/** Rh-positive blood for an Rh-negative patient: a doctor decides it, by name and with a reason. */
export const isAboutRh = ({ reason }: Pick<Fit, 'reason'>): boolean =>
  reason === 'rh-positive' || reason === 'rh-positive-young'

export const fitText = (bag: Pick<FitBag, 'bloodGroup'>, { reason }: Pick<Fit, 'reason'>): string =>
  fillIn('{group}, {why}', { group: shelfGroupName(bag.bloodGroup), why: fitWords[reason] })

/** How a bag is refused that never fits: `why` is its text of fit. */
export const neverFits = {
  title: 'Does Not Fit',
  text: 'Bag {number} may not be given to this patient. {why}.',
} satisfies Wording

export function fitOf(component: ShelfComponent, patient: FitPatient, bag: FitBag): Fit {
  const { group } = patient
  if (group !== null && (isBombay(group) || isBombay(bag.bloodGroup))) return fitOfBombay(group, bag)
  if (isBombay(bag.bloodGroup)) return never('bombay-bag')
  if (component === 'WB') return bag.bloodGroup === group ? best : never('whole-blood')
  if (group === null) return fitOfUnknown(component, patient, bag)
  if (component === 'PRBC') return fitOfRedCells(group, patient, bag)
  // cryoprecipitate is taken as plasma: nobody has checked a wider rule
  if (component === 'FFP' || component === 'CRYO') return fitOfPlasma(group, bag)
  return fitOfPlatelets(group, patient, bag)
}

const isBombay = (group: ShelfGroup): boolean => aboOf(group) === 'Oh'

const judged = (level: FitLevel, reason: FitReason, rank = 0, isAlarming = false): Fit => ({
  level,
  reason,
  rank,
  isAlarming,
})
const best = judged('best', 'identical')
const never = (reason: FitReason): Fit => judged('never', reason)

/** Of whoever is neither man nor woman nobody knows it, so they are asked about as women are. */
const mayBear = ({ sex, age }: FitPatient): boolean => sex !== 'Male' && age <= 50
const isYoung = ({ sex, age }: FitPatient): boolean => (sex === 'Male' ? age <= 18 : age <= 50)

function fitOfBombay(group: ShelfGroup, bag: FitBag): Fit {
  if (group === bag.bloodGroup) return best
  return never(isBombay(group) ? 'bombay-patient' : 'bombay-bag')
}

/** Whose red cells and plasma, the first choice first; what is not there is not given. */
const redCells: Record<AboGroup, readonly AboGroup[]> = {
  O: ['O'],
  A: ['A', 'O'],
  B: ['B', 'O'],
  AB: ['AB', 'A', 'B', 'O'],
  Oh: ['Oh'],
}
const plasma: Record<AboGroup, readonly AboGroup[]> = {
  O: ['O', 'A', 'B', 'AB'],
  A: ['A', 'AB'],
  B: ['B', 'AB'],
  AB: ['AB'],
  Oh: ['Oh'],
}
const plasmaWithCare: Record<AboGroup, readonly AboGroup[]> = {
  O: [],
  A: ['B'],
  B: ['A'],
  AB: ['A', 'B'],
  Oh: [],
}
const platelets: Record<AboGroup, readonly AboGroup[]> = {
  O: ['O', 'A', 'B', 'AB'],
  A: ['A', 'B', 'O', 'AB'],
  B: ['B', 'A', 'O', 'AB'],
  AB: ['AB', 'A', 'B', 'O'],
  Oh: ['Oh'],
}

function fitOfRedCells(group: ShelfGroup, patient: FitPatient, { bloodGroup }: FitBag): Fit {
  if (bloodGroup === group) return best
  const place = redCells[aboOf(group)].indexOf(aboOf(bloodGroup))
  if (place === -1) return never('red-cells-attacked')
  if (isRhPositive(bloodGroup) && !isRhPositive(group)) return positiveForNegative(patient, place)
  const spares = isRhPositive(group) && !isRhPositive(bloodGroup)
  return judged('ok', spares ? 'spares-negative' : 'compatible', 2 * place + Number(spares))
}

const positiveForNegative = (patient: FitPatient, rank: number): Fit =>
  mayBear(patient) ? judged('care', 'rh-positive-young', rank, true) : judged('care', 'rh-positive', rank)

function fitOfPlasma(group: ShelfGroup, { bloodGroup }: FitBag): Fit {
  if (bloodGroup === group) return best
  const [patient, donor] = [aboOf(group), aboOf(bloodGroup)]
  if (patient === donor) return judged('best', 'same-abo', 1)
  const place = plasma[patient].indexOf(donor)
  if (place !== -1) return judged('ok', 'compatible', place)
  const careful = plasmaWithCare[patient].indexOf(donor)
  return careful === -1 ? never('plasma-attacks') : judged('care', 'plasma-care', careful)
}

/** There is no never: whoever bleeds without platelets gets what there is. */
function fitOfPlatelets(group: ShelfGroup, patient: FitPatient, { bloodGroup, attributes }: FitBag): Fit {
  if (bloodGroup === group) return best
  const place = platelets[aboOf(group)].indexOf(aboOf(bloodGroup))
  const isPositive = isRhPositive(bloodGroup) && !isRhPositive(group)
  if (isPositive && (place === 0 || mayBear(patient))) return positiveForNegative(patient, place)
  if (place === 0) return judged('ok', 'spares-negative')
  const isTitreAsked = aboOf(bloodGroup) === 'O' && !attributes.includes('low-titre')
  return judged('care', isTitreAsked ? 'platelets-titre' : 'platelets-care', place)
}

function fitOfUnknown(component: ShelfComponent, patient: FitPatient, { bloodGroup }: FitBag): Fit {
  const donor = aboOf(bloodGroup)
  if (component === 'PRBC') {
    if (donor !== 'O') return never('group-unknown-never')
    if (isYoung(patient)) {
      return isRhPositive(bloodGroup)
        ? judged('care', 'group-unknown-positive', 0, mayBear(patient))
        : judged('best', 'group-unknown-negative')
    }
    return isRhPositive(bloodGroup) ? judged('best', 'group-unknown') : judged('ok', 'spares-negative')
  }
  if (component === 'FFP' || component === 'CRYO') {
    if (donor === 'AB') return judged('best', 'group-unknown')
    return donor === 'A' ? judged('care', 'plasma-care') : never('group-unknown-never')
  }
  return judged('care', 'group-unknown', platelets.AB.indexOf(donor))
}
