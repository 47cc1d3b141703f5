/** Another group than was asked for, which needs the hospital's nod. */
import { type ShelfGroup, shelfGroupName } from '../bags/kinds.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { type BenchOrder, benchWords, patientOf, whyNotAtBench } from './bench-order.ts'
import { fitOf, isAboutRh } from './fit.ts'

export const substitutionWords = {
  ...benchWords,
  'no-nod-needed': {
    title: 'Nothing To Ask',
    text: '{group} fits this patient: nobody has to be asked.',
  },
  'group-never-fits': { title: 'Does Not Fit', text: '{group} may not be given to this patient.' },
  'not-offered': {
    title: 'Nothing Offered',
    text: 'No blood bank offers {group} for this order just now.',
    conflict: true,
  },
  'rh-doctor': {
    title: 'Doctor Missing',
    text: 'Rh-positive blood for an Rh-negative patient needs the name of the doctor who decides it.',
  },
  'rh-reason': {
    title: 'Reason Missing',
    text: 'Rh-positive blood for an Rh-negative patient needs a reason.',
  },
} satisfies Record<string, Wording>

export type SubstitutionRefusal = Refusal<keyof typeof substitutionWords>

/** Only what needs care is asked for: what fits needs no nod, and what never fits gets none. */
export function whyNotPropose(
  order: BenchOrder,
  bankId: string,
  bloodGroup: ShelfGroup,
): SubstitutionRefusal | null {
  const refusal = whyNotAtBench(order, bankId)
  if (refusal) return refusal
  const { level } = fitOf(order.component, patientOf(order), { bloodGroup, attributes: [] })
  const group = { group: shelfGroupName(bloodGroup) }
  if (level === 'never') return no('group-never-fits', 'bloodGroup', group)
  return level === 'care' ? null : no('no-nod-needed', 'bloodGroup', group)
}

type Asked = Pick<BenchOrder, 'component' | 'bloodGroup' | 'sex' | 'age'>

/** Whether a yes to this group needs the doctor who decides it (ruling AMB-362). */
export const needsDoctor = (asked: Asked, bloodGroup: ShelfGroup): boolean =>
  isAboutRh(fitOf(asked.component, patientOf(asked), { bloodGroup, attributes: [] }))

type Said = { readonly bloodGroup: ShelfGroup; readonly doctor: string; readonly reason: string }

/** A yes that says all that is asked of it for this patient. */
export const isWholeNod = (asked: Asked, { bloodGroup, doctor, reason }: Said): boolean =>
  !needsDoctor(asked, bloodGroup) || !(isBlank(doctor) || isBlank(reason))

/** Groups whose last word is a yes, of some words with the newest first: a question that is open again ends it. */
export const nodsAmong = <One extends { bloodGroup: ShelfGroup; isAccepted: boolean | null }>(
  newestFirst: readonly One[],
): One[] =>
  newestFirst.filter(
    (one, at) =>
      one.isAccepted === true &&
      newestFirst.findIndex(({ bloodGroup }) => bloodGroup === one.bloodGroup) === at,
  )

/** The hospital's word. A no needs nothing. */
export function whyNotDecide(
  order: BenchOrder,
  { bloodGroup, isOpen }: { bloodGroup: ShelfGroup; isOpen: boolean },
  { isAccepted, doctor, reason }: { isAccepted: boolean; doctor: string; reason: string },
): SubstitutionRefusal | null {
  if (!isOpen) return no('not-offered', 'bloodGroup', { group: shelfGroupName(bloodGroup) })
  if (!isAccepted || !needsDoctor(order, bloodGroup)) return null
  if (isBlank(doctor)) return no('rh-doctor', 'doctor')
  return isBlank(reason) ? no('rh-reason', 'reason') : null
}
