import { expect, test } from 'vitest'
import { days, hours, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { deadlineText } from './deadline.ts'

const now = new Date('2026-11-15T05:12:00Z')
const left = (ms: number) => deadlineText({ status: 'issued', deadlineAt: later(now, ms) }, now)

test.each([
  [days(3), '3 days left'],
  [hours(2) + minutes(48), '2 h 48 min left'],
  [minutes(1), '1 min left'],
  [minutes(1) - 1, 'less than 1 min left'],
  [0, 'less than 1 min left'],
])('a deadline %i ms ahead: %s', (ms, text) => {
  expect(left(ms)).toEqual({ text, isPassed: false })
})

test.each([
  [1, 'passed less than 1 min ago'],
  [minutes(20), 'passed 20 min ago'],
  [hours(3) + minutes(5), 'passed 3 h 5 min ago'],
])('a deadline %i ms behind is marked: %s', (ms, text) => {
  expect(left(-ms)).toEqual({ text, isPassed: true })
})

test('only where something is still to come is there time left', () => {
  const waiting = requestStatuses.filter((status) => deadlineText({ status, deadlineAt: now }, now))
  expect(waiting).toEqual([
    'pending',
    'hospital-admin-approved',
    'bloodbank-approved',
    'reservation-approved',
    'sample-acquired',
    'cross-matching',
    'issued',
    'partially-completed',
  ])
})
