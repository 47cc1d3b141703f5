/** A slip on paper names the patient: who may have it, and until when (ruling AMB-314). */
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { days, later } from '../basics/time.ts'
import { isUnderWay } from '../driving/stepping.ts'
import { type Actor, isBank, isBankAdmin, isHospital } from '../people/actor.ts'
import type { BloodRequest } from '../requests/request.ts'

export const slipWords = {
  'slip-closed': {
    title: 'Slip Closed',
    text: 'This order has been over for more than 7 days. Please ask an admin of your blood bank for its slip.',
  },
} satisfies Record<string, Wording>

type Order = Pick<BloodRequest, 'hospitalId' | 'updatedAt'> & Parameters<typeof isUnderWay>[0]

/** Everybody else is told that there is no such slip. */
export function isOwnSlip(actor: Actor, bankId: string, { hospitalId }: Pick<Order, 'hospitalId'>): boolean {
  if (actor.kind !== 'member' || actor.organisationId === null) return false
  return (
    (isBank(actor) && actor.organisationId === bankId) ||
    (isHospital(actor) && actor.organisationId === hospitalId)
  )
}

export function whyNotOpenSlip(
  actor: Actor,
  order: Order,
  now: Date,
): Refusal<keyof typeof slipWords> | null {
  if (isHospital(actor) || isBankAdmin(actor)) return null
  return isUnderWay(order) || now < later(order.updatedAt, days(7)) ? null : no('slip-closed')
}
