import { expect, test } from 'vitest'
import type { Order, OrderSummary } from '#contract/orders.ts'
import type { RequestSummary } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { greetingAt, pendingNoun, providerSummingUp, summingUp, toLinkNoun } from './words.ts'

const today = '2026-11-15'
const now = instantOf(today, '10:42')
const none = { count: 0, first: [] }
const nothing: RequestSummary = { pending: none, onTheRoad: none, live: none, week: [] }

const raisedAt = (time: string) => ({ id: time, raisedAt: instantOf(today, time) }) as BloodRequest
const dueAt = (time: string, day = today) => ({ id: time, deadlineAt: instantOf(day, time) }) as BloodRequest

test.each([
  ['00:00', 'Good morning'],
  ['11:59', 'Good morning'],
  ['12:00', 'Good afternoon'],
  ['16:59', 'Good afternoon'],
  ['17:00', 'Good evening'],
])('at %s in India the home view says %s', (time, greeting) => {
  expect(greetingAt(instantOf(today, time))).toBe(greeting)
})

test.each<[string, Partial<RequestSummary>, string]>([
  ['nothing', {}, 'Nothing waits for you right now.'],
  ['one request', { pending: { count: 1, first: [] } }, '1 request waits for your approval.'],
  ['three requests', { pending: { count: 3, first: [] } }, '3 requests wait for your approval.'],
  [
    'two on the road',
    { onTheRoad: { count: 2, first: [dueAt('13:30'), dueAt('14:10')] } },
    '2 orders are on the road, the next is due at 1:30 pm.',
  ],
  [
    'one that is late',
    { onTheRoad: { count: 1, first: [dueAt('10:00')] } },
    '1 order is on the road, one was due at 10:00 am.',
  ],
])('the line under the greeting sums up %s', (_, change, line) => {
  expect(summingUp({ ...nothing, ...change }, true, now)).toBe(line)
})

test('staff wait for an approval that is not theirs to give', () => {
  expect(summingUp({ ...nothing, pending: { count: 3, first: [] } }, false, now)).toBe(
    '3 requests wait for approval.',
  )
})

const idle: OrderSummary = {
  toLink: none,
  toComplete: { count: 0 },
  onTheRoad: { count: 3, first: [] },
  pending: { count: 7 },
}

test.each<[string, Partial<OrderSummary>, string]>([
  ['nothing of the provider, though hospitals and drivers are busy', {}, 'Nothing waits for you right now.'],
  ['one to link', { toLink: { count: 1, first: [] } }, '1 order waits for a blood bank and a driver.'],
  [
    'five to link and three to complete',
    { toLink: { count: 5, first: [] }, toComplete: { count: 3 } },
    '5 orders wait for a blood bank and a driver. 3 delivered orders wait to be completed.',
  ],
  ['one to complete', { toComplete: { count: 1 } }, '1 delivered order waits to be completed.'],
])('the line under the greeting of the provider sums up %s', (_, change, line) => {
  expect(providerSummingUp({ ...idle, ...change })).toBe(line)
})

test('what is to link tells how long the oldest waits', () => {
  const first = [raisedAt('09:12') as Order]
  expect(toLinkNoun({ count: 4, first }, now)).toBe('to link, the oldest for 1 h')
  expect(toLinkNoun({ count: 0, first: [] }, now)).toBe('to link')
})

test('the pending requests tell how long the oldest waits', () => {
  expect(pendingNoun({ count: 4, first: [raisedAt('10:08'), raisedAt('10:30')] }, now)).toBe(
    'pending, the oldest for 34 min',
  )
  expect(pendingNoun({ count: 0, first: [] }, now)).toBe('pending')
})
