import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliveriesFor, deliveriesNotice, unitsPerDelivery } from './delivering.ts'

test.each([
  [1, [1]],
  [3, [3]],
  [4, [3, 1]],
  [6, [3, 3]],
  [7, [3, 3, 1]],
  [30, Array(10).fill(3)],
])('RAISE-42 %i units travel as %j', (units, deliveries) => {
  expect(deliveriesFor(units)).toEqual(deliveries)
})

test('RAISE-42 no unit is lost, none is added, and only the last delivery is not full', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), (units) => {
      const deliveries = deliveriesFor(units)
      expect(deliveries.reduce((sum, some) => sum + some, 0)).toBe(units)
      expect(deliveries.slice(0, -1).every((some) => some === unitsPerDelivery)).toBe(true)
      expect(deliveries.every((some) => some >= 1 && some <= unitsPerDelivery)).toBe(true)
    }),
  )
})

test.each([
  [4, 2],
  [6, 2],
  [7, 3],
  [9, 3],
  [30, 10],
])('RAISE-30 RAISE-31 %i units announce %i deliveries of at most 3 units', (units, count) => {
  const text = deliveriesNotice(units)?.text
  expect(text).toContain(`There are going to be ${count} deliveries for this Request`)
  expect(text).toContain('A single delivery holds at most 3 units')
})

test.each([3, 1, 0, -4, 4.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'RAISE-32 %d units announce nothing',
  (units) => {
    expect(deliveriesNotice(units)).toBeNull()
  },
)
