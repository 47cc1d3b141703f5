import { expect, test } from 'vitest'
import { aBenchOrder, aSample } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import type { ShelfGroup } from '../bags/kinds.ts'
import { earlier, instantOf, later } from '../basics/time.ts'
import { answerWords, whyNotAnswer } from './answering.ts'
import { benchWords } from './bench-order.ts'
import { handingOverWords, whyNotHandOverBags } from './handing-over.ts'
import { sampleWords } from './sample.ts'

const now = instantOf('2026-11-16', '10:42')
const said = (units: number, byAt = now, order = aBenchOrder()) =>
  whyNotAnswer(order, 'redbank', { units, byAt }, now)

test('a bank answers with at most what is owed, and not for a minute that has passed', () => {
  expect([said(5), said(0)]).toEqual([null, null])
  expect(said(6)).toEqual({ code: 'answer-too-many', field: 'units', values: { asked: 5 } })
  expect(said(5, earlier(now, 1))).toEqual({ code: 'answer-past', field: 'byAt' })
  expect(said(9, now, aBenchOrder({ bankId: 'bluebank' }))?.code).toBe('not-your-order')
})

test('each refusal has its words; what is nobody’s mistake is answered as a conflict', () => {
  const own = (words: object) => Object.keys(words).slice(Object.keys(benchWords).length)
  expect(own(answerWords)).toEqual(['answer-too-many', 'answer-past'])
  expect(conflictsIn(answerWords)).toEqual(conflictsIn(benchWords))
  expect(conflictsIn(handingOverWords)).toEqual([
    ...[...conflictsIn(benchWords), ...conflictsIn(sampleWords)],
    ...['not-packed', 'told-already', 'not-current', 'packed-expired'],
  ])
})

test('AMB-220 what is packed leaves once, one delivery after the other', () => {
  const packed = aBenchOrder({
    deliveries: [
      { seq: 1, units: 3, state: '-', deliveredAt: null, packed: 3 },
      { seq: 2, units: 2, state: '-', deliveredAt: null, packed: 2 },
    ],
  })
  const soFar = (...done: ('sample acquired' | 'cross matching' | 'issued' | 'delivered')[]) => [
    { seq: 1, units: 3, done },
    { seq: 2, units: 2, done: [] },
  ]
  const why = (seq: number, so: ReturnType<typeof soFar>, order = packed) =>
    whyNotHandOverBags(order, 'redbank', { seq, soFar: so, bags: [], sample: null }, now)
  expect(why(1, soFar('sample acquired', 'cross matching'))).toBeNull()
  expect(why(1, soFar(), aBenchOrder())).toEqual({ code: 'not-packed', field: 'seq', values: { seq: 1 } })
  expect(why(1, soFar('issued'))).toEqual({ code: 'told-already', field: 'seq', values: { seq: 1 } })
  expect(why(1, soFar('delivered'))?.code).toBe('told-already')
  expect(why(2, soFar())).toEqual({ code: 'not-current', field: 'seq' })
  expect(why(1, soFar(), { ...packed, bankId: 'bluebank' })?.code).toBe('not-your-order')

  const leaving = (
    bag: Partial<Parameters<typeof whyNotHandOverBags>[2]['bags'][number]>,
    group: ShelfGroup,
  ) =>
    whyNotHandOverBags(
      packed,
      'redbank',
      {
        ...{ seq: 1, soFar: soFar() },
        bags: [{ number: 'RB-1', expiresAt: later(now, 1), isEmergency: false, ...bag }],
        sample: aSample({ groupFound: group }),
      },
      now,
    )?.code ?? null
  expect(leaving({}, packed.bloodGroup)).toBeNull()
  expect(leaving({ expiresAt: now }, packed.bloodGroup)).toBe('packed-expired')
  expect(leaving({ expiresAt: now, isEmergency: true }, packed.bloodGroup)).toBe('packed-expired')
  expect(leaving({}, 'AB-')).toBe('sample-group-differs')
  expect(leaving({ isEmergency: true }, 'AB-')).toBeNull()
})
