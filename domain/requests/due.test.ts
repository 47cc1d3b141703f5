import { expect, test } from 'vitest'
import { instantOf, later, minutes } from '../basics/time.ts'
import { deliveredText, dueText, leftText, nextDue, pickupDue, shortDue } from './due.ts'
import { type RequestStatus, requestStatuses } from './request.ts'

const now = instantOf('2026-11-16', '17:16')
const at = (time: string, day = '2026-11-16') => instantOf(day, time)
const order = { status: 'issued' as RequestStatus, pickupAt: at('15:40'), deadlineAt: at('18:40') }
const said = (change: Partial<typeof order>) => {
  const due = nextDue({ ...order, ...change }, now)
  return due && `${dueText(due, now)}, ${leftText(due, now)}, ${due.urgency}`
}

test('until the sample is taken it is the pickup that is due, then the delivery, then nothing', () => {
  const dueIn = (what: string | undefined) =>
    requestStatuses.filter((status) => nextDue({ ...order, status }, now)?.what === what)
  expect(dueIn('sample')).toEqual([
    'pending',
    'hospital-admin-approved',
    'bloodbank-approved',
    'reservation-approved',
  ])
  expect(dueIn('delivery')).toEqual(['sample-acquired', 'cross-matching', 'issued', 'partially-completed'])
})

test.each([
  [{}, 'deliver by 6:40 pm, 1 h 24 min left, near'],
  [{ deadlineAt: at('16:55') }, 'deliver by 4:55 pm, 21 min late, late'],
  [{ status: 'pending', pickupAt: at('17:40') }, 'sample 5:40 pm, 24 min left, near'],
  [{ status: 'pending', pickupAt: at('18:00') }, 'sample 6:00 pm, 44 min left, calm'],
  [{ status: 'pending', pickupAt: at('07:30', '2026-11-17') }, 'sample Tue, 7:30 am, 14 h 14 min left, calm'],
  [{ status: 'pending', pickupAt: later(now, 30_000) }, 'sample 5:16 pm, less than 1 min left, near'],
] as const)('%o reads %s', (change, text) => {
  expect(said(change)).toBe(text)
})

test.each([
  ['sample', 40],
  ['delivery', 90],
] as const)('a %s is near from %d minutes before it on, the edge included', (what, before) => {
  const status = what === 'sample' ? 'pending' : 'issued'
  const urgencyAt = (moment: Date) =>
    nextDue({ status, pickupAt: order.deadlineAt, deadlineAt: order.deadlineAt }, moment)?.urgency
  const edge = later(order.deadlineAt, -minutes(before))
  expect([later(edge, -1), edge, order.deadlineAt, later(order.deadlineAt, 1)].map(urgencyAt)).toEqual([
    'calm',
    'near',
    'near',
    'late',
  ])
})

test('a pickup is told of an order that has moved on as well', () => {
  expect(pickupDue(order, now)).toEqual({ what: 'sample', at: order.pickupAt, urgency: 'late' })
})

test.each([
  [{}, 'deliver by 6:40', '1 h 24 left'],
  [{ deadlineAt: at('19:16') }, 'deliver by 7:16', '2 h left'],
  [{ deadlineAt: at('18:20') }, 'deliver by 6:20', '1 h 04 left'],
  [{ deadlineAt: at('16:55') }, 'deliver by 4:55', '21 min late'],
  [{ deadlineAt: later(now, 30_000) }, 'deliver by 5:16', '< 1 min left'],
  [{ status: 'pending', pickupAt: at('17:40') }, 'sample 5:40', '24 min left'],
  // another day is named, and says by itself how much is left of it
  [{ status: 'pending', pickupAt: at('07:30', '2026-11-17') }, 'sample Tue, 7:30 am', null],
  [{ deadlineAt: at('07:30', '2026-11-15') }, 'deliver by 15 Nov', '33 h late'],
] as const)('%o reads %s, %s in a row', (change, text, left) => {
  const due = nextDue({ ...order, ...change }, now)
  expect(due && shortDue(due, now)).toEqual({ text, left })
})

test.each([
  ['delivery-completed', at('16:48'), 'delivered 4:48 pm, in time'],
  ['delivery-completed', at('18:40'), 'delivered 6:40 pm, in time'],
  ['delivery-completed', at('19:01'), 'delivered 7:01 pm, 21 min late'],
  ['delivery-completed', at('16:48', '2026-11-15'), /^delivered .*15.*, 4:48 pm, in time$/],
  ['delivery-completed', null, null],
  ['completed', at('16:48'), null],
] as const)('%s at %s reads %s', (status, deliveredAt, text) => {
  const said = deliveredText({ ...order, status, deliveredAt }, now)
  if (text === null) expect(said).toBeNull()
  else expect(said).toMatch(text)
})
