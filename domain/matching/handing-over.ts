/** The bank tells that a packed delivery left, where no driver reports it (ruling AMB-220). */
import { type Bag, isExpired } from '../bags/bag.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { showDateTime } from '../basics/time.ts'
import type { DeliverySoFar } from '../driving/steps.ts'
import { currentDelivery } from '../driving/steps.ts'
import type { Delivery } from '../requests/request.ts'
import { whyOnHold } from './bench-list.ts'
import { type BenchOrder, benchWords, whyNotAtBench } from './bench-order.ts'
import { type Sample, sampleWords } from './sample.ts'
import type { AsideReason } from './setting-aside.ts'

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

export type PackedBag = Pick<Bag, 'number' | 'expiresAt'> & { readonly isEmergency: boolean }

/** The tube speaks against what was packed: it is another's, or of another group. One that cannot be used says nothing. */
export const isInDoubt = (...asked: Parameters<typeof whyOnHold>): boolean =>
  !['sample-unfit', undefined].includes(whyOnHold(...asked)?.code)

/**
 * Of packed bags those that nobody is to hand over as they are: past their end, or their tube is in doubt, but for what left
 * in an emergency, of which a doctor has decided.
 */
export function haltedAmong<One extends PackedBag>(
  bags: readonly One[],
  isTubeInDoubt: boolean,
  now: Date,
): { ended: One[]; inDoubt: One[] } {
  const alive = bags.filter((bag) => !isExpired(bag, now))
  return {
    ended: bags.filter((bag) => isExpired(bag, now)),
    inDoubt: isTubeInDoubt ? alive.filter(({ isEmergency }) => !isEmergency) : [],
  }
}

/** Of a slip: what ended before it left is replaced on Bags. What left in an emergency is gone (ruling AMB-408). */
export const isToReplace = (
  {
    bag,
    isEmergency,
    delivery,
  }: {
    readonly bag: Pick<Bag, 'expiresAt'> & { readonly setAside: AsideReason | null }
    readonly isEmergency: boolean
    readonly delivery: Pick<Delivery, 'state' | 'deliveredAt'>
  },
  now: Date,
): boolean =>
  bag.setAside === null &&
  !isEmergency &&
  delivery.deliveredAt === null &&
  delivery.state !== 'issued' &&
  isExpired(bag, now)

type Leaving = {
  readonly seq: number
  readonly soFar: readonly DeliverySoFar[]
  /** Those that the bank packed for it. */
  readonly bags: readonly PackedBag[]
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
  // what leaves in an emergency left with its slip: it is not the bank's to discard any more (ruling AMB-408)
  const here = bags.filter(({ isEmergency }) => !isEmergency)
  const expired = here.find((bag) => isExpired(bag, now))
  if (expired)
    return no('packed-expired', 'seq', { number: expired.number, end: showDateTime(expired.expiresAt) })
  return here.length === 0 ? null : whyOnHold(order, sample, now)
}
