import { expect, test } from 'vitest'
import { mostAttempts, secondsToWait } from './retrying.ts'

test('X13 whoever sends is patient: some three days of tries, at first soon, at last every quarter of an hour', () => {
  const waits = Array.from({ length: mostAttempts }, (_, index) => secondsToWait(index + 1, 0.5))
  expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16])
  expect(Math.max(...waits)).toBe(900)
  const days = waits.reduce((sum, wait) => sum + wait, 0) / 86_400
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThan(3.5)
})

test('X13 what failed together is not tried again together', () => {
  expect([0, 1].map((chance) => secondsToWait(1, chance))).toEqual([1.5, 2.5])
})
