import { expect, test } from 'vitest'
import { days, earlier, hours, instantOf, minutes } from '../basics/time.ts'
import { isForgotten, isOld, isReminderTime, oldCounts, ReminderTime, stockKinds } from './reminding.ts'

const now = instantOf('2026-11-16', '08:00')
const counted = (...ages: number[]) =>
  ages.map((age, n) => ({
    component: (['PRBC', 'SDP', 'FFP', 'RDP'] as const)[n] ?? 'PRBC',
    countedAt: earlier(now, age),
  }))

test.each([
  ['never', [], false, false],
  ['a minute ago', [minutes(1)], false, false],
  ['24 hours ago', [hours(24)], false, false],
  ['a little more', [hours(24) + 1], true, false],
  ['48 hours ago', [hours(48)], true, false],
  ['one of two days, one of a minute', [hours(48) + 1, minutes(1)], true, true],
])('AMB-292 a stock that was counted %s is old %s', (_, ages, old, forgotten) => {
  expect([isOld(counted(...ages), now), isForgotten(counted(...ages), now)]).toEqual([old, forgotten])
})

test.each([
  ['before its time', '08:01', null, false],
  ['at its time', '08:00', null, true],
  ['later, when the server was away', '06:00', null, true],
  ['when it was done today', '06:00', minutes(30), false],
  ['when the time was moved after today’s', '07:59', minutes(1), false],
  ['when it was done yesterday', '08:00', days(1), true],
  ['when it was done late yesterday', '08:00', hours(9), true],
])('AMB-292 a reminder is due %s: %s, last %s', (_, time, last, due) => {
  expect(isReminderTime(time, last === null ? null : earlier(now, last), now)).toBe(due)
})

test.each(['8:00', '24:00', '12:60', '', '08:00:00'])('AMB-292 %s is no time of day', (time) => {
  expect(ReminderTime.safeParse(time).success).toBe(false)
})

test('AMB-292 what is said: which, how old, what to do', () => {
  const all = counted(hours(30), minutes(1))
  const components = oldCounts(all, now).map(({ component }) => component)
  expect(stockKinds['stock-old'].words({ components, countedAt: earlier(now, hours(30)), at: now })).toBe(
    'Your stock of PRBC is old: counted 30 h ago. Please count it again, or press Still correct.',
  )
  const banks = [
    { name: 'Red Bank', countedAt: earlier(now, days(3)) },
    { name: 'Blue Bank', countedAt: earlier(now, hours(50)) },
  ]
  expect(stockKinds['stock-forgotten'].words(banks, now)).toMatch(
    /Red Bank: counted 3 days ago\nBlue Bank: counted 2 days ago$/,
  )
  expect([1, 2].map(stockKinds['stock-forgotten'].title)).toEqual([
    'Stock of 1 blood bank is older than two days',
    'Stock of 2 blood banks is older than two days',
  ])
})
