import { expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import {
  inOrder,
  nextShift,
  ShiftTimes,
  shiftAt,
  usualShifts,
  whyNotOverShifts,
  whyNotShifts,
} from './shifts.ts'

test.each([
  ['2026-11-17 07:59', '2026-11-16 20:00', '2026-11-17 08:00'],
  ['2026-11-17 08:00', '2026-11-17 08:00', '2026-11-17 14:00'],
  ['2026-11-17 19:59', '2026-11-17 14:00', '2026-11-17 20:00'],
  ['2026-11-17 20:00', '2026-11-17 20:00', '2026-11-18 08:00'],
  ['2026-12-31 23:59', '2026-12-31 20:00', '2027-01-01 08:00'],
])('AMB-340 at %s the shift began at %s and ends at %s', (now, shift, next) => {
  expect(shiftAt(inIndia(now), usualShifts)).toEqual(inIndia(shift))
  expect(nextShift(inIndia(now), usualShifts)).toEqual(inIndia(next))
})

function inIndia(written: string): Date {
  const [day = '', time = ''] = written.split(' ')
  return instantOf(day, time)
}

test.each([
  ['2026-11-17 18:29', ['18:30', '06:00'], '2026-11-17 06:00', '2026-11-17 18:30'],
  ['2026-11-17 18:30', ['18:30', '06:00'], '2026-11-17 18:30', '2026-11-18 06:00'],
  ['2026-11-17 05:59', ['06:00'], '2026-11-16 06:00', '2026-11-17 06:00'],
  ['2026-11-17 06:00', ['06:00'], '2026-11-17 06:00', '2026-11-18 06:00'],
  ['2026-11-17 00:00', ['00:00'], '2026-11-17 00:00', '2026-11-18 00:00'],
])('AMB-355 at %s, with changes at %j, the shift began at %s and ends at %s', (now, times, shift, next) => {
  expect(shiftAt(inIndia(now), times)).toEqual(inIndia(shift))
  expect(nextShift(inIndia(now), times)).toEqual(inIndia(next))
})

test.each([
  [[], 'no-shifts', 'times.0'],
  [['07:00'], null, null],
  [['00:00', '06:00', '12:00', '18:00'], null, null],
  [['00:00', '05:00', '10:00', '15:00', '20:00'], 'too-many-shifts', 'times.4'],
  [['08:00', '14:00', '08:00'], 'shifts-too-close', 'times.2'],
  [['08:00', '08:59'], 'shifts-too-close', 'times.1'],
  [['08:00', '09:00'], null, null],
  [['23:30', '00:29'], 'shifts-too-close', 'times.1'],
  [['23:30', '00:30'], null, null],
])('AMB-355 changes at %j: %s, said at %s', (times, code, field) => {
  const refusal = whyNotShifts(times)
  expect([refusal?.code ?? null, refusal?.field ?? null]).toEqual([code, field])
})

test('AMB-355 the times are of a clock, are kept in the order of the day, and not over somebody else’s', () => {
  for (const time of ['24:00', '8:00', '08:60', '', '08:00:00', '0800'])
    expect(ShiftTimes.safeParse([time]).success, time).toBe(false)
  expect(ShiftTimes.safeParse(['00:00', '23:59']).success).toBe(true)
  expect(inOrder(['20:00', '08:00'])).toEqual(['08:00', '20:00'])
  expect([whyNotOverShifts({ version: 1 }, 1), whyNotOverShifts({ version: 2 }, 1)?.code]).toEqual([
    ...[null, 'shifts-changed'],
  ])
})
