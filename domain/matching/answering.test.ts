import { expect, test } from 'vitest'
import { aBenchOrder, aSample } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import type { ShelfGroup } from '../bags/kinds.ts'
import { earlier, instantOf, later } from '../basics/time.ts'
import { answerText, answerWords, whyNotAnswer } from './answering.ts'
import { benchWords } from './bench-order.ts'
import { haltedAmong, handingOverWords, isInDoubt, isToReplace, whyNotHandOverBags } from './handing-over.ts'
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

test.each([
  [5, '2026-11-16', 'all 5 by 2:00 pm'],
  [2, '2026-11-16', '2 of 5 by 2:00 pm'],
  [2, '2026-11-18', '2 of 5 by Wed, 2:00 pm'],
])('AMB-389 an answer of %s of 5 for %s is told as %s', (units, day, text) => {
  expect(answerText({ units, byAt: instantOf(day, '14:00') }, 5, now)).toBe(text)
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
  // AMB-408
  expect(leaving({ expiresAt: now, isEmergency: true }, packed.bloodGroup)).toBeNull()
  expect(leaving({}, 'AB-')).toBe('sample-group-differs')
  expect(leaving({ isEmergency: true }, 'AB-')).toBeNull()
})

test('AMB-409 what has ended is not to be handed over, nor what a tube in doubt was matched by, but for an emergency', () => {
  const bag = (number: string, change: object = {}) => ({
    ...{ number, expiresAt: later(now, 1), isEmergency: false, ...change },
  })
  const [fresh, ended] = [bag('RB-1'), bag('RB-2', { expiresAt: now })]
  const [bleeding, both] = [
    bag('RB-3', { isEmergency: true }),
    bag('RB-4', { isEmergency: true, expiresAt: now }),
  ]
  const all = [fresh, ended, bleeding, both]
  expect(haltedAmong(all, false, now)).toEqual({ ended: [ended, both], inDoubt: [] })
  expect(haltedAmong(all, true, now)).toEqual({ ended: [ended, both], inDoubt: [fresh] })
})

test('AMB-409 a tube is in doubt where it is another’s or of another group, and not for its age or as one that is of no use', () => {
  const order = aBenchOrder()
  const doubts = (change: Parameters<typeof aSample>[0]) => isInDoubt(order, aSample(change), now)
  expect([doubts({}), doubts({ unfitReason: 'clotted' }), doubts({ validUntil: now })]).toEqual([
    ...[false, false, false],
  ])
  expect([doubts({ labelName: 'x' }), doubts({ groupFound: 'AB-' })]).toEqual([true, true])
  expect(isInDoubt(order, null, now)).toBe(false)
})

test('AMB-408 the bench says to replace a packed bag that ended, until it left', () => {
  const delivery = { state: 'cross matching', deliveredAt: null }
  const bag = { expiresAt: now, setAside: null }
  const said = (change: object) => isToReplace({ bag, isEmergency: false, delivery, ...change }, now)
  expect(said({})).toBe(true)
  for (const change of [
    { bag: { ...bag, expiresAt: later(now, 1) } },
    { bag: { ...bag, setAside: 'new-bag' } },
    { isEmergency: true },
    { delivery: { ...delivery, state: 'issued' } },
    { delivery: { ...delivery, deliveredAt: now } },
  ])
    expect(said(change)).toBe(false)
})
