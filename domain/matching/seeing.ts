/** Who of a bank sees the patient of an order, and how long (ruling AMB-218). */
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { days, later } from '../basics/time.ts'

/** After the end of the order. */
const seenForDays = 7

export const seeingWords = {
  'not-your-order': {
    title: 'Not Your Order',
    text: 'This order is not linked to your blood bank.',
    conflict: true,
  },
  'bench-closed': {
    title: 'Closed',
    text: 'This order ended more than {days} days ago: its patient is not shown on the bench any more.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type SeeingRefusal = Refusal<keyof typeof seeingWords>

/** Linked to this bank now: open, or over for no longer than that. Or a result of this bank is still owed. */
export function whyNotSee(
  order: { readonly bankId: string | null; readonly endedAt: Date | null; readonly owed: number },
  bankId: string,
  now: Date,
): SeeingRefusal | null {
  if (order.owed > 0) return null
  if (order.bankId !== bankId) return no('not-your-order')
  if (order.endedAt === null) return null
  return now >= later(order.endedAt, days(seenForDays))
    ? no('bench-closed', undefined, { days: seenForDays })
    : null
}
