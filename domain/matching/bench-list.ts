/** An order in the list of its bench: what has to be done with it next. */
import { z } from 'zod'
import { hasRedCells } from '../bags/kinds.ts'
import { isUnderWay } from '../driving/stepping.ts'
import { type BenchOrder, nextToPack, unitsToPack } from './bench-order.ts'
import { type Crossmatch, isMatched } from './crossmatch.ts'
import { type Sample, type SampleRefusal, whyNotTrustSample } from './sample.ts'

const stages = ['answer', 'sample', 'on-hold', 'match', 'issue', 'packed', 'owed'] as const
export const BenchStage = z.enum(stages)
export type BenchStage = z.infer<typeof BenchStage>

/** Orders by what is next, and results that are owed. */
export const BenchCounts = z.object({
  answer: z.number().int(),
  sample: z.number().int(),
  onHold: z.number().int(),
  match: z.number().int(),
  issue: z.number().int(),
  owed: z.number().int(),
})
export type BenchCounts = z.infer<typeof BenchCounts>

export function countBench(rows: readonly { stage: BenchStage; owed: number }[]): BenchCounts {
  const of = (stage: BenchStage) => rows.filter((row) => row.stage === stage).length
  return {
    ...{ answer: of('answer'), sample: of('sample'), onHold: of('on-hold') },
    ...{ match: of('match'), issue: of('issue'), owed: rows.reduce((sum, { owed }) => sum + owed, 0) },
  }
}

/** What the bank itself can do now; the others wait for a tube, or for the hospital. */
export const toDoAtBench = ({ answer, match, issue, owed }: BenchCounts): number =>
  answer + match + issue + owed

/** `On the bench: 3 to answer, 2 samples awaited, 1 result owed.` Null where nothing waits. */
export function benchLine({ answer, sample, onHold, match, issue, owed }: BenchCounts): string | null {
  const several = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`
  const parts = [
    answer > 0 && `${answer} to answer`,
    sample > 0 && several(sample, 'sample awaited', 'samples awaited'),
    onHold > 0 && `${onHold} on hold`,
    match > 0 && `${match} to match`,
    issue > 0 && `${issue} to issue`,
    owed > 0 && several(owed, 'result owed', 'results owed'),
  ].filter((part) => part !== false)
  return parts.length > 0 ? `On the bench: ${parts.join(', ')}.` : null
}

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
const holdsUp: readonly SampleRefusal['code'][] = [
  'sample-unfit',
  'label-differs',
  'sample-group-differs',
  'elsewhere-differs',
]

export function whyOnHold(
  order: Parameters<typeof whyNotTrustSample>[1],
  sample: Sample | null,
  now: Date,
): SampleRefusal | null {
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
  return matchedOf(order, facts, now).length >= unitsToPack(next) ? 'issue' : 'match'
}
