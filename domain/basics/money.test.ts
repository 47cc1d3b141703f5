import { expect, test } from 'vitest'
import { readRupees, showRupees, typedRupees } from './money.ts'

test.each([
  [0, '₹0.00'],
  [5, '₹0.05'],
  [40_000, '₹400.00'],
  [1_23_456_50, '₹1,23,456.50'],
  [12_34_56_789_01, '₹12,34,56,789.01'],
])('PRICETRACK-05 %i paise are read as %s', (paise, text) => {
  expect(showRupees(paise)).toBe(text)
})

test.each([
  ['1550', 1_550_00],
  ['400.5', 400_50],
  ['400.05', 400_05],
  ['0', 0],
  ['0.01', 1],
  [' 12 ', 12_00],
  // as a sum of floats this would be 1998.9999999999998
  ['19.99', 19_99],
])('PRICES-06 AMB-173 %j rupees are %i paise', (typed, paise) => {
  expect(readRupees(typed)).toBe(paise)
})

test.each(['', ' ', 'abc', '-1', '1.234', '1e3', '.5', '5.', '1,550', '₹5', '1234567890', '٣'])(
  'PRICES-06 AMB-173 %j is no amount',
  (typed) => {
    expect(readRupees(typed)).toBeNull()
  },
)

test.each([0, 1, 10, 99, 100, 101, 1_550_00, 400_50, 99_99_999_99])(
  'PRICES-06 %i paise come back as they were shown in a field',
  (paise) => {
    expect(readRupees(typedRupees(paise))).toBe(paise)
  },
)
