import { expect, test } from 'vitest'
import { clampPageSize, positionText } from './price-tracking.ts'

test.each([
  ['nought', 0, 12, 1],
  ['less than nought', -5, 12, 1],
  ['one', 1, 12, 1],
  ['all there are', 12, 12, 12],
  ['more than there are', 999, 12, 12],
  ['a half', 7.9, 12, 7],
  ['the most', 500, 1_000_000, 500],
  ['more than the most', 501, 1_000_000, 500],
  ['anything of nothing', 10, 0, 1],
  ['nothing typed', null, 12, 10],
  ['nothing typed of four', null, 4, 4],
  ['no number', Number.NaN, 12, 10],
])('PRICETRACK-03 AMB-168 a page size of %s is held within its limits', (_, typed, rows, size) => {
  expect(clampPageSize(typed, rows)).toBe(size)
})

test.each([
  [1, 10, 393, '1–10 of 393'],
  [391, 3, 393, '391–393 of 393'],
  [1, 1, 1, '1 of 1'],
  [999_991, 10, 10_00_000, '9,99,991–10,00,000 of 10,00,000'],
  [0, 0, 0, 'No orders'],
])('PRICETRACK-02 from %i, %i rows of %i', (from, rows, total, text) => {
  expect(positionText(from, rows, total)).toBe(text)
})
