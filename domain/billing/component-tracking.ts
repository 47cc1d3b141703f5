import { type BloodGroup, bloodGroups, type ComponentCode, componentCodes } from '../basics/blood.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { dayOf, days, earlier } from '../basics/time.ts'

export const componentWords = {
  'dates-crossed': {
    title: 'Date Error', // §5.7
    text: 'From date cannot be more than or the same as to date',
  },
} satisfies Record<string, Wording>

export type ComponentRefusal = Refusal<keyof typeof componentWords>

/** Two days, both within. */
export type DayRange = { readonly from: string; readonly to: string }

/** §2.4: the last 7 days to today. */
export const usualRange = (now: Date): DayRange => ({ from: dayOf(earlier(now, days(7))), to: dayOf(now) })

/** §5.7. */
export const whyNotRange = ({ from, to }: DayRange): ComponentRefusal | null =>
  from < to ? null : no('dates-crossed', 'from')

/** §5.7: the from date goes back to 7 days ago; the to date too, if it would still be wrong (ruling AMB-170). */
export function mendedRange({ to }: DayRange, now: Date): DayRange {
  const usual = usualRange(now)
  return usual.from < to ? { from: usual.from, to } : usual
}

export type ComponentTotal = {
  readonly bloodGroup: BloodGroup
  readonly component: ComponentCode
  readonly units: number
}

/** By group, then by component, each in its usual order (ruling AMB-169). */
export const inOrder = (totals: readonly ComponentTotal[]): ComponentTotal[] =>
  totals.toSorted(
    (a, b) =>
      bloodGroups.indexOf(a.bloodGroup) - bloodGroups.indexOf(b.bloodGroup) ||
      componentCodes.indexOf(a.component) - componentCodes.indexOf(b.component),
  )
