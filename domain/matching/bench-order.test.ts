import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { benchWords } from './bench-order.ts'

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(benchWords)).toEqual(['not-your-order', 'order-over'])
})
