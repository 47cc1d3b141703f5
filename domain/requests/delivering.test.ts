import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { raisedRequest } from '#testing/makers/rules.ts'
import { instantOf } from '../basics/time.ts'
import {
  arrivedText,
  DeliveryText,
  deliveriesFor,
  deliveriesNotice,
  unitsPerDelivery,
  whyNotWrite,
  writeDeliveryStatus,
} from './delivering.ts'

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
      expect(deliveries).toHaveLength(Math.ceil(units / 3))
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

test.each([3, 1, 0, -4, 4.5, 31, Number.NaN, Number.POSITIVE_INFINITY])(
  'RAISE-32 %d units announce nothing',
  (units) => {
    expect(deliveriesNotice(units)).toBeNull()
  },
)

describe('how many have arrived', () => {
  const there = { deliveredAt: instantOf('2026-11-15', '10:00') }
  const away = { deliveredAt: null }

  test.each([
    ['none of one', [away], '0 of 1'],
    ['one of one', [there], '1 of 1'],
    ['the first of three', [there, away, away], '1 of 3'],
    ['the last of three before the others', [away, away, there], '1 of 3'],
    ['all of three', [there, there, there], '3 of 3'],
    ['nothing of nothing', [], '0 of 0'],
  ])('DELIVERY-04 %s', (_name, deliveries, text) => {
    expect(arrivedText(deliveries)).toBe(text)
  })
})

describe('the delivery status', () => {
  const now = instantOf('2026-11-15', '10:00')
  const request = raisedRequest({ deadlineAt: null })

  test('DELIVERY-06 is a dash until somebody writes one', () => {
    expect(request.deliveryStatus).toBe('-')
  })

  test.each([
    ['In Transit', 'in transit'],
    ['in transit', 'in transit'],
    ['  DELIVERED ', 'delivered'],
    ['ÉMILE ÄRGER ØRE', 'émile ärger øre'],
    ['ΟΔΟΣ', 'οδος'],
    ['ПУТЬ', 'путь'],
    ['ǅ Ǆ', 'ǆ ǆ'],
    ['STRASSE ẞ', 'strasse ß'],
    ['வழியில் உள்ளது', 'வழியில் உள்ளது'],
    ['வழியில் On The Way', 'வழியில் on the way'],
    ['रास्ते में', 'रास्ते में'],
    ['🚑 On The Way', '🚑 on the way'],
    ['𐐀𐐁', '𐐨𐐩'],
    ['H\u0331', '\u1e96'],
  ])('DELIVERY-05 %j is kept as %j', (written, kept) => {
    expect(writeDeliveryStatus(request, written, now)).toStrictEqual({
      ...request,
      deliveryStatus: kept,
      updatedAt: now,
      version: 2,
    })
  })

  const anyText = fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 30 })
    .map((codes) => String.fromCodePoint(...codes))

  test('DELIVERY-05 whatever is written, reading it back and writing it again changes nothing', () => {
    fc.assert(
      fc.property(anyText, (written) => {
        const { deliveryStatus } = writeDeliveryStatus(request, written, now)
        expect(deliveryStatus.toLowerCase()).toBe(deliveryStatus)
        expect(writeDeliveryStatus(request, deliveryStatus, now).deliveryStatus).toBe(deliveryStatus)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['a NUL', '\u0000'],
    ['an override of direction', '\u202e'],
    ['marks without width', '\u200b\u200f'],
  ])('DELIVERY-05 %s is no status', (_name, text) => {
    expect(whyNotWrite(text)).toEqual({ code: 'no-delivery-status', field: 'text' })
  })

  test.each(['-', 'x', 'வழியில்', '🚑'])('DELIVERY-05 %j is one', (text) => {
    expect(whyNotWrite(text)).toBeNull()
  })

  test('DELIVERY-05 200 characters are taken, 201 are refused and not cut', () => {
    expect(DeliveryText.parse(` ${'x'.repeat(200)} `)).toBe('x'.repeat(200))
    expect(DeliveryText.safeParse('x'.repeat(201)).success).toBe(false)
  })
})
