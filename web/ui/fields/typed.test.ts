import { expect, test } from 'vitest'
import { dayIn, dayText, isWholeTime, timeIn } from './typed.ts'

test.each([
  ['17:50', '17:50'],
  ['1750', '17:50'],
  ['17.50', '17:50'],
  [' 17 50 ', '17:50'],
  ['930', '09:30'],
  ['9:30', '09:30'],
  ['9', '09:00'],
  ['0', '00:00'],
  ['0930AM', '09:30'],
  ['5:50 pm', '17:50'],
  ['5 p.m.', '17:00'],
  ['12:10 am', '00:10'],
  ['12:10 pm', '12:10'],
  ['23:59', '23:59'],
  ['24:00', null],
  ['12:60', null],
  ['13:00 pm', null],
  ['0:10 am', null],
  ['noon', null],
  ['12345', null],
  ['-1', null],
  ['', null],
])('AMB-259 %j is the time %s', (typed, time) => expect(timeIn(typed)).toBe(time))

test('AMB-259 a time is taken while it is typed once nothing more has to come', () => {
  expect(['17:50', '1750', '930', '5:50 pm'].map(isWholeTime)).toEqual([true, true, true, true])
  expect(['1', '17', '17:', '17:5', '', '24:00'].map(isWholeTime)).toEqual(Array(6).fill(false))
})

test.each([
  ['15/11/2026', '2026-11-15'],
  ['5/1/2026', '2026-01-05'],
  ['15.11.2026', '2026-11-15'],
  ['15-11-2026', '2026-11-15'],
  ['15 11 2026', '2026-11-15'],
  ['15112026', '2026-11-15'],
  ['15 Nov 2026', '2026-11-15'],
  ['1 september 2026', '2026-09-01'],
  ['15nov2026', '2026-11-15'],
  ['2026-11-15', '2026-11-15'],
  ['29/02/2024', '2024-02-29'],
  ['29/02/2026', null],
  ['11/15/2026', null],
  ['15/11/26', null],
  ['15 Novel 2026 x', null],
  ['31/12/1899', null],
  ['1511202', null],
  ['tomorrow', null],
  ['', null],
])('AMB-259 %j is the day %s', (typed, day) => expect(dayIn(typed)).toBe(day))

test('AMB-259 a day is shown as every date, and what is shown can be typed', () => {
  expect(['2026-11-05', ''].map(dayText)).toEqual(['5 Nov 2026', ''])
  for (const day of ['2026-01-31', '2026-05-01', '2026-09-09', '1994-03-12']) {
    expect(dayIn(dayText(day))).toBe(day)
  }
})
