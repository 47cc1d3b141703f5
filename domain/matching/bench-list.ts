/** An order in the list of its bench: what has to be done with it next. */
import { z } from 'zod'
import { hasRedCells } from '../bags/kinds.ts'
import { isUnderWay } from '../driving/stepping.ts'
import { type BenchOrder, nextToPack } from './bench-order.ts'
import { type Crossmatch, isMatched } from './crossmatch.ts'
import { type Sample, type SampleRefusal, whyNotTrustSample } from './sample.ts'

const stages = ['answer', 'sample', 'on-hold', 'match', 'issue', 'packed', 'owed'] as const
export const BenchStage = z.enum(stages)
export type BenchStage = z.infer<typeof BenchStage>

export type BenchFacts = {
  readonly isAnswered: boolean
  /** The newest. */
  readonly sample: Sample | null
  /** Bags of the open holds. */
  readonly held: readonly string[]
  readonly matches: readonly Pick<Crossmatch, 'bagId' | 'sampleId' | 'result'>[]
  /** Bags of emergencies whose result is not in. */
  readonly owed: number
}

/** Nothing goes on until the hospital has done something: another tube, or another group on the request. */
const holdsUp: readonly SampleRefusal['code'][] = ['sample-unfit', 'label-differs', 'sample-group-differs']

export function whyOnHold(order: BenchOrder, sample: Sample | null, now: Date): SampleRefusal | null {
  const refusal = whyNotTrustSample(sample, order, now)
  return refusal && holdsUp.includes(refusal.code) ? refusal : null
}

/** The held bags that could leave: cross-matched on the newest sample, or given by their group alone. */
export function matchedOf(
  order: BenchOrder,
  { sample, held, matches }: Pick<BenchFacts, 'sample' | 'held' | 'matches'>,
  now: Date,
): string[] {
  if (!sample || whyNotTrustSample(sample, order, now)) return []
  return held.filter((bagId) => !hasRedCells(order.component) || isMatched(bagId, sample.id, matches))
}

export function stageOf(order: BenchOrder, facts: BenchFacts, now: Date): BenchStage {
  const next = isUnderWay(order) ? nextToPack(order) : undefined
  if (!next) return facts.owed > 0 ? 'owed' : 'packed'
  if (whyOnHold(order, facts.sample, now)) return 'on-hold'
  // too old is as none
  const isWaiting = ['no-sample', 'sample-over'].includes(
    whyNotTrustSample(facts.sample, order, now)?.code ?? '',
  )
  if (isWaiting) return facts.isAnswered || facts.sample ? 'sample' : 'answer'
  return matchedOf(order, facts, now).length >= next.units ? 'issue' : 'match'
}
