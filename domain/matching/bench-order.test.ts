import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { benchWords, hasLeft, nextToPack } from './bench-order.ts'

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(benchWords)).toEqual(['not-your-order', 'order-over'])
})

test.each([
  [false, { packed: null, state: 'issued', deliveredAt: null }],
  [false, { packed: 2, state: 'cross matching', deliveredAt: null }],
  [true, { packed: 2, state: 'issued', deliveredAt: null }],
  [false, { packed: 2, state: 'issued', deliveredAt: new Date() }],
])('AMB-371 it has left with bags of ours: %s for %j', (left, delivery) => {
  expect(hasLeft(delivery)).toBe(left)
})

test('AMB-358 one that left with a part is packed after those that wait', () => {
  const one = (seq: number, state: string, packed: number | null) => ({
    ...{ seq, units: 3, state, packed, deliveredAt: null },
  })
  const left = one(1, 'issued', 2)
  expect(nextToPack({ deliveries: [left, one(2, '-', null)] })?.seq).toBe(2)
  expect(nextToPack({ deliveries: [left, one(2, '-', 3)] })?.seq).toBe(1)
})
