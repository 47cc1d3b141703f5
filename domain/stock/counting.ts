import { z } from 'zod'
import {
  type BloodGroup,
  bloodGroups,
  type ComponentCode,
  BloodGroup as Group,
  groupName,
} from '../basics/blood.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { showDateTime } from '../basics/time.ts'

export const stockWords = {
  'not-a-quantity': {
    title: 'Invalid Quantity',
    text: 'Please enter a whole number of at least 0 for {group}.',
  },
  'too-many': { title: 'Invalid Quantity', text: 'Please enter at most {most} units for {group}.' },
  'told-twice': { title: 'Named Twice', text: '{component} is named twice.' },
  'not-counted-yet': {
    title: 'Not Counted Yet',
    text: 'There is no count that could still be correct. Please enter the quantities.',
    conflict: true,
  },
  'counted-meanwhile': {
    title: 'Counted Meanwhile',
    text: '{by} counted this on {at}, after you began. What you typed is kept and not saved: please look at the numbers again, then submit once more.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type StockRefusal = Refusal<keyof typeof stockWords>

/** More than any bank keeps of one group; a slip of the finger is longer than this. */
export const mostUnits = 9_999

/** Units of one component, by blood group. */
export type Quantities = Readonly<Record<BloodGroup, number>>

/** What the form holds of all eight groups. Null is blank. */
export const StockDraft = z.record(Group, z.number().nullable())
export type StockDraft = Readonly<Record<BloodGroup, number | null>>

/** §5.7: numbers, minimum 0. A blank one counts as 0 (ruling AMB-120). */
export function whyNotCount(draft: StockDraft): StockRefusal | null {
  for (const group of bloodGroups) {
    const units = draft[group] ?? 0
    const values = { group: groupName(group), most: mostUnits }
    if (Number.isNaN(units) || units < 0) return no('not-a-quantity', group, values)
    if (units >= mostUnits + 1) return no('too-many', group, values)
  }
  return null
}

/** A component once, and each as if it were typed (ruling AMB-346). */
export function whyNotFeed(
  counts: readonly { readonly component: ComponentCode; readonly quantities: StockDraft }[],
): StockRefusal | null {
  for (const [at, { component, quantities }] of counts.entries()) {
    if (counts.findIndex((one) => one.component === component) < at)
      return no('told-twice', `counts.${at}.component`, { component })
    const refusal = whyNotCount(quantities)
    if (refusal) return { ...refusal, field: `counts.${at}.quantities.${refusal.field}` }
  }
  return null
}

/** §5.7: parsed as integers, so that 7.9 is 7. */
export const countOf = (draft: StockDraft): Quantities => byGroup((group) => Math.trunc(draft[group] ?? 0))

export const byGroup = <Value>(of: (group: BloodGroup) => Value): Record<BloodGroup, Value> =>
  Object.fromEntries(bloodGroups.map((group) => [group, of(group)])) as Record<BloodGroup, Value>

/** When and by whom a component was counted; null until it was. */
export type LastCount = { readonly countedAt: Date; readonly countedBy: string } | null

/** The numbers were entered, or confirmed, over an older count than the one there is. */
export function whyNotOver(last: LastCount, seenAt: Date | null): StockRefusal | null {
  if (last === null || last.countedAt.getTime() === seenAt?.getTime()) return null
  return no('counted-meanwhile', undefined, { by: last.countedBy, at: showDateTime(last.countedAt) })
}

export const whyNotConfirm = (last: LastCount, seenAt: Date | null): StockRefusal | null =>
  last === null ? no('not-counted-yet') : whyNotOver(last, seenAt)
