/** An order as the bench of its bank has it. */
import type { BagAttribute } from '../bags/kinds.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isUnderWay } from '../driving/stepping.ts'
import type { BloodRequest, Delivery } from '../requests/request.ts'
import type { FitPatient } from './fit.ts'

type Asked = Pick<
  BloodRequest,
  | 'id'
  | 'status'
  | 'invoiceKind'
  | 'bankId'
  | 'driverEmail'
  | 'patientName'
  | 'patientId'
  | 'age'
  | 'sex'
  | 'bloodGroup'
  | 'component'
  | 'units'
  | 'orderType'
  | 'deadlineAt'
>

export type BenchOrder = Asked & {
  readonly needs: readonly BagAttribute[]
  /** In their order. `packed`: bags that left with its slip; null while it has none. */
  readonly deliveries: readonly (Pick<Delivery, 'seq' | 'units' | 'deliveredAt'> & {
    readonly packed: number | null
  })[]
}

export const benchWords = {
  'not-your-order': {
    title: 'Not Your Order',
    text: 'This order is not linked to your blood bank.',
    conflict: true,
  },
  'order-over': {
    title: 'Order Over',
    text: 'This order is over: nothing is held, matched or issued for it.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type BenchRefusal = Refusal<keyof typeof benchWords>

export function whyNotAtBench(order: BenchOrder, bankId: string): BenchRefusal | null {
  if (order.bankId !== bankId) return no('not-your-order')
  return isUnderWay(order) ? null : no('order-over')
}

export const patientOf = ({ bloodGroup, sex, age }: BenchOrder): FitPatient => ({
  group: bloodGroup,
  sex,
  age,
})

/** Units that no slip has yet, and that did not go without one. */
export const unitsOwed = ({ units, deliveries }: BenchOrder): number =>
  units - deliveries.reduce((sum, one) => sum + (one.packed ?? (one.deliveredAt === null ? 0 : one.units)), 0)

/** The first that has no slip and is not there already. */
export const nextToPack = ({ deliveries }: BenchOrder): BenchOrder['deliveries'][number] | undefined =>
  deliveries.find(({ packed, deliveredAt }) => packed === null && deliveredAt === null)
