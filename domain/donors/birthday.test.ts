import { expect, test } from 'vitest'
import { dayFrom, partsOf } from './birthday.ts'

test.each([
  ['12', '03', '1994', '1994-03-12'],
  ['2', '3', '1994', '1994-03-02'],
  ['29', '02', '2000', '2000-02-29'],
  ['29', '02', '1999', ''],
  ['31', '04', '1994', ''],
  ['12', '13', '1994', ''],
  ['12', '03', '94', ''],
  ['12', '', '1994', ''],
  ['0', '3', '1994', ''],
])('AMB-263 typed %s, %s, %s is the day "%s"', (day, month, year, text) => {
  expect(dayFrom({ day, month, year })).toBe(text)
  if (text) expect(dayFrom(partsOf(text))).toBe(text)
})

test('what is no day has no parts', () => {
  expect(partsOf('')).toEqual({ day: '', month: '', year: '' })
})
