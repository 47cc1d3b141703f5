/** An order as the bench of its bank has it. */
import type { BagAttribute, Bombay, ShelfGroup } from '../bags/kinds.ts'
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
  | 'component'
  | 'units'
  | 'orderType'
  | 'deadlineAt'
>

export type BenchOrder = Asked & {
  /** The patient's, as the hospital has it: of a Bombay patient not what the request says (ruling AMB-376). */
  readonly bloodGroup: ShelfGroup
  /** What was ever found or said of this patient, and not taken back: in an emergency they are Oh (ruling AMB-405). */
  readonly everBombay: Bombay | null
  readonly needs: readonly BagAttribute[]
  /** In their order. `packed`: bags that go with it, on however many slips; null while it has none. */
  readonly deliveries: readonly BenchDelivery[]
}

type BenchDelivery = Pick<Delivery, 'seq' | 'units' | 'state' | 'deliveredAt'> & {
  readonly packed: number | null
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

export const patientOf = ({
  bloodGroup,
  sex,
  age,
}: Pick<BenchOrder, 'bloodGroup' | 'sex' | 'age'>): FitPatient => ({
  group: bloodGroup,
  sex,
  age,
})

/** Units of it that no slip has yet. To what is there nothing is added, however little came. */
export const unitsToPack = ({ units, packed, deliveredAt }: Omit<BenchDelivery, 'seq' | 'state'>): number =>
  deliveredAt === null ? Math.max(0, units - (packed ?? 0)) : 0

/** Units of the order that no slip has yet, and that did not go without one. */
export const unitsOwed = ({ deliveries }: Pick<BenchOrder, 'deliveries'>): number =>
  deliveries.reduce((sum, one) => sum + unitsToPack(one), 0)

/** It is on the road with bags of ours: for what is packed now its driver has to come back (ruling AMB-371). */
export const hasLeft = ({ state, packed, deliveredAt }: Omit<BenchDelivery, 'seq' | 'units'>): boolean =>
  packed !== null && state === 'issued' && deliveredAt === null

/** The first that lacks bags. One that left with a part comes after those that wait: its rest needs a way of its own. */
export function nextToPack({ deliveries }: Pick<BenchOrder, 'deliveries'>): BenchDelivery | undefined {
  const open = deliveries.filter((one) => unitsToPack(one) > 0)
  return open.find((one) => !hasLeft(one)) ?? open[0]
}
