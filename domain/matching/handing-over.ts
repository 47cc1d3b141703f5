/** The bank tells that a packed delivery left, where no driver reports it (ruling AMB-220). */
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import type { DeliverySoFar } from '../driving/steps.ts'
import { currentDelivery } from '../driving/steps.ts'
import { type BenchOrder, benchWords, whyNotAtBench } from './bench-order.ts'

export const handingOverWords = {
  ...benchWords,
  'not-packed': { title: 'Not Packed', text: 'Delivery {seq} has no slip yet.', conflict: true },
  'told-already': {
    title: 'Told Already',
    text: 'That delivery {seq} left was told before: nothing is to be added.',
    conflict: true,
  },
  'not-current': {
    title: 'Another Delivery',
    text: 'The delivery before this one has not arrived yet.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type HandingOverRefusal = Refusal<keyof typeof handingOverWords>

export function whyNotHandOverBags(
  order: BenchOrder,
  bankId: string,
  { seq, soFar }: { seq: number; soFar: readonly DeliverySoFar[] },
): HandingOverRefusal | null {
  const refusal = whyNotAtBench(order, bankId)
  if (refusal) return refusal
  const packed = order.deliveries.find((one) => one.seq === seq)?.packed ?? null
  if (packed === null) return no('not-packed', 'seq', { seq })
  const done = soFar.find((one) => one.seq === seq)?.done ?? []
  if (done.includes('issued') || done.includes('delivered')) return no('told-already', 'seq', { seq })
  return currentDelivery(soFar)?.seq === seq ? null : no('not-current', 'seq')
}
