/** The bank tells that a packed delivery left, where no driver reports it (ruling AMB-220). */
import { type Bag, isExpired } from '../bags/bag.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { showDateTime } from '../basics/time.ts'
import type { DeliverySoFar } from '../driving/steps.ts'
import { currentDelivery } from '../driving/steps.ts'
import { whyOnHold } from './bench-list.ts'
import { type BenchOrder, benchWords, whyNotAtBench } from './bench-order.ts'
import { type Sample, sampleWords } from './sample.ts'

export const handingOverWords = {
  ...benchWords,
  ...sampleWords,
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
  'packed-expired': {
    title: 'Bag Expired',
    text: 'Bag {number} ended {end}. Discard it on Bags, and pack another.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type HandingOverRefusal = Refusal<keyof typeof handingOverWords>

type Leaving = {
  readonly seq: number
  readonly soFar: readonly DeliverySoFar[]
  /** Those that are packed for it. */
  readonly bags: readonly (Pick<Bag, 'number' | 'expiresAt'> & { readonly isEmergency: boolean })[]
  readonly sample: Sample | null
}

export function whyNotHandOverBags(
  order: BenchOrder,
  bankId: string,
  { seq, soFar, bags, sample }: Leaving,
  now: Date,
): HandingOverRefusal | null {
  const refusal = whyNotAtBench(order, bankId)
  if (refusal) return refusal
  const packed = order.deliveries.find((one) => one.seq === seq)?.packed ?? null
  if (packed === null) return no('not-packed', 'seq', { seq })
  const done = soFar.find((one) => one.seq === seq)?.done ?? []
  if (done.includes('issued') || done.includes('delivered')) return no('told-already', 'seq', { seq })
  if (currentDelivery(soFar)?.seq !== seq) return no('not-current', 'seq')
  const expired = bags.find((bag) => isExpired(bag, now))
  if (expired)
    return no('packed-expired', 'seq', { number: expired.number, end: showDateTime(expired.expiresAt) })
  // a doctor has decided about what leaves in an emergency
  return bags.every(({ isEmergency }) => isEmergency) ? null : whyOnHold(order, sample, now)
}
