import { expect, test } from 'vitest'
import { aBenchOrder, aMatch, aSample } from '#testing/makers/bags.ts'
import { instantOf } from '../basics/time.ts'
import { whyNotAnswer } from './answering.ts'
import {
  type BenchFacts,
  benchLine,
  countBench,
  matchedOf,
  stageOf,
  toDoAtBench,
  whyOnHold,
} from './bench-list.ts'
import type { BenchOrder } from './bench-order.ts'

const now = instantOf('2026-11-16', '10:42')
const order = aBenchOrder()
const nothing: BenchFacts = { isAnswered: false, sample: null, held: [], matches: [], owed: 0 }
const ids = ['bag-1', 'bag-2', 'bag-3']
const ready: BenchFacts = {
  isAnswered: true,
  sample: aSample(),
  held: ids,
  matches: ids.map((bagId) => aMatch({ bagId })),
  owed: 0,
}
const packed = (...counts: (number | null)[]) =>
  order.deliveries.map((one, at) => ({ ...one, packed: counts[at] ?? null }))

test.each([
  ['answer', nothing, {}],
  ['sample', { ...nothing, isAnswered: true }, {}],
  ['sample', { ...ready, sample: aSample({ validUntil: now }) }, {}],
  ['on-hold', { ...ready, sample: aSample({ labelName: 'x' }) }, {}],
  ['on-hold', { ...ready, sample: aSample({ unfitReason: 'clotted' }) }, {}],
  ['on-hold', { ...ready, sample: aSample({ groupFound: 'A+' }) }, {}],
  ['match', { ...ready, sample: aSample({ groupFound: null }) }, {}],
  ['match', { ...ready, held: ids.slice(1) }, {}],
  ['match', { ...ready, matches: ready.matches.slice(1) }, {}],
  ['match', { ...ready, sample: aSample({ id: 'sample-2' }) }, {}],
  ['issue', ready, {}],
  ['issue', { ...ready, isAnswered: false }, {}],
  ['issue', { ...ready, held: ids.slice(1) }, { deliveries: packed(3) }],
  // AMB-358: the rest of what was packed in part
  ['issue', { ...ready, held: ids.slice(0, 1) }, { deliveries: packed(2, 2) }],
  ['match', { ...ready, held: [] }, { deliveries: packed(2, 2) }],
  ['packed', ready, { deliveries: packed(3, 2) }],
  ['owed', { ...ready, owed: 1 }, { deliveries: packed(3, 2) }],
  ['match', { ...nothing, sample: aSample({ groupFound: null }), owed: 3 }, { deliveries: packed(3) }],
  ['packed', ready, { status: 'delivery-completed' }],
  ['owed', { ...ready, owed: 2 }, { status: 'completed', deliveries: [] }],
  ['issue', { ...ready, matches: [] }, { component: 'FFP' }],
] as [string, BenchFacts, Partial<BenchOrder>][])('what comes next: %s', (stage, facts, change) => {
  expect(stageOf({ ...order, ...change }, facts, now)).toBe(stage)
})

test('an emergency with a sample that never came is still to be matched for the rest', () => {
  expect(stageOf({ ...order, deliveries: packed(3) }, { ...nothing, owed: 3 }, now)).toBe('answer')
  expect(whyOnHold(order, null, now)).toBeNull()
  expect(matchedOf(order, { ...ready, sample: null }, now)).toEqual([])
})

test.each([
  [5, '2026-11-16T10:42:00+05:30', null],
  [6, '2026-11-16T14:00:00+05:30', 'answer-too-many'],
  [2, '2026-11-16T10:41:59+05:30', 'answer-past'],
] as const)('%s units by %s', (units, byAt, code) => {
  const at = new Date('2026-11-16T10:42:31+05:30')
  expect(whyNotAnswer(order, 'redbank', { units, byAt: new Date(byAt) }, at)?.code ?? null).toBe(code)
})

test('what waits on a bench is counted by what is next, and said in one line', () => {
  const stages = ['answer', 'answer', 'sample', 'on-hold', 'match', 'issue', 'packed'] as const
  const counts = countBench([...stages.map((stage) => ({ stage, owed: 0 })), { stage: 'owed', owed: 2 }])
  expect(counts).toEqual({ answer: 2, sample: 1, onHold: 1, match: 1, issue: 1, owed: 2 })
  expect(toDoAtBench(counts)).toBe(6)
  expect(benchLine(counts)).toBe(
    'On the bench: 2 to answer, 1 sample awaited, 1 on hold, 1 to match, 1 to issue, 2 results owed.',
  )
  expect(benchLine(countBench([{ stage: 'packed', owed: 0 }]))).toBeNull()
})
