/** A bag tried against a sample. */
import { z } from 'zod'
import type { Bag } from '../bags/bag.ts'
import { hasRedCells } from '../bags/kinds.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { type BenchOrder, benchWords, whyNotAtBench } from './bench-order.ts'
import { type Sample, sampleWords, whyNotThisTube, whyNotTrustSample } from './sample.ts'

const methods = ['saline', 'immediate-spin', 'ahg-tube', 'gel'] as const
export const CrossmatchMethod = z.enum(methods)
export type CrossmatchMethod = z.infer<typeof CrossmatchMethod>
const results = ['compatible', 'incompatible'] as const
export const CrossmatchResult = z.enum(results)
export type CrossmatchResult = z.infer<typeof CrossmatchResult>

export type Crossmatch = {
  readonly requestId: string
  readonly sampleId: string
  readonly bagId: string
  readonly method: CrossmatchMethod
  readonly result: CrossmatchResult
  readonly doneAt: Date
  readonly doneBy: string
}

export const matchWords = {
  ...benchWords,
  ...sampleWords,
  'not-held-here': { title: 'Not Held', text: 'Bag {number} is not held for this order.', conflict: true },
  'no-match-needed': {
    title: 'No Cross-Match',
    text: 'This component is given by its group, without a cross-match.',
  },
  'nothing-owed': { title: 'Nothing Owed', text: 'No result is owed for this bag.', conflict: true },
  'bag-barred': {
    title: 'Incompatible',
    text: 'Bag {number} was incompatible with this patient. It is free for others.',
  },
} satisfies Record<string, Wording>

export type MatchRefusal = Refusal<keyof typeof matchWords>

/** Incompatible once is incompatible for this patient, on whatever sample. */
export const isBarred = (bagId: string, matches: readonly Pick<Crossmatch, 'bagId' | 'result'>[]): boolean =>
  matches.some((one) => one.bagId === bagId && one.result === 'incompatible')

/** On this sample and no older one. */
export const isMatched = (
  bagId: string,
  sampleId: string,
  matches: readonly Pick<Crossmatch, 'bagId' | 'sampleId' | 'result'>[],
): boolean =>
  !isBarred(bagId, matches) &&
  matches.some((one) => one.bagId === bagId && one.sampleId === sampleId && one.result === 'compatible')

/** `matches`: all of this patient. `heldFor`: the order of the bag's open hold. */
export function whyNotMatch(
  order: BenchOrder,
  bankId: string,
  {
    bag,
    heldFor,
    sample,
    matches,
  }: { bag: Bag; heldFor: string | null; sample: Sample | null; matches: readonly Crossmatch[] },
  now: Date,
): MatchRefusal | null {
  const refusal = whyNotAtBench(order, bankId)
  if (refusal) return refusal
  if (!hasRedCells(bag.component)) return no('no-match-needed')
  const { number } = bag
  if (isBarred(bag.id, matches)) return no('bag-barred', 'bagId', { number })
  if (bag.state !== 'held' || heldFor !== order.id) return no('not-held-here', 'bagId', { number })
  return whyNotTrustSample(sample, order, now)
}

/**
 * Of a bag that left cross-matched: what is read later may still prove it wrong, however old the tube is by then, and
 * whether or not the order is over (ruling AMB-432).
 */
export function whyNotProveWrong({
  bag,
  sample,
  matches,
}: {
  bag: Pick<Bag, 'id' | 'number' | 'component'>
  sample: Sample | null
  matches: readonly Pick<Crossmatch, 'bagId' | 'result'>[]
}): MatchRefusal | null {
  if (!hasRedCells(bag.component)) return no('no-match-needed')
  if (isBarred(bag.id, matches)) return no('bag-barred', 'bagId', { number: bag.number })
  return sample ? null : no('no-sample')
}

/** Of a bag that left in an emergency: it is away, the order may be over or another bank's, and the result is wanted all the same. */
export function whyNotRecordOwed(
  order: BenchOrder,
  { sample, isOwed }: { sample: Sample | null; isOwed: boolean },
  now: Date,
): MatchRefusal | null {
  return isOwed ? whyNotThisTube(sample, order, now) : no('nothing-owed', 'bagId')
}
