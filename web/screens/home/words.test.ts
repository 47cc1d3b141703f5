import { expect, test } from 'vitest'
import type { OrderSummary } from '#contract/orders.ts'
import type { RequestSummary } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { elsewhere, greetingAt, pendingNoun, summingUp, thingsText } from './words.ts'

const today = '2026-11-15'
const now = instantOf(today, '10:42')
const none = { count: 0, first: [] }
const nothing: RequestSummary = { pending: none, onTheRoad: none, live: none, week: [] }

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
  stopped: none,
  late: none,
  refused: none,
  toLink: none,
  toComplete: none,
  onTheRoad: { count: 3, first: [] },
  pending: { count: 7 },
  failed: { ...none, isAtLeast: false },
}
const some = (count: number) => ({ count, first: [] })

test.each<[string, Partial<OrderSummary>, string]>([
  ['nothing of the provider, though hospitals and drivers are busy', {}, 'Nothing waits for you right now.'],
  ['one thing', { toLink: some(1) }, '1 thing waits for you.'],
  [
    'each thing once: what a bank refused is to be linked',
    {
      late: some(2),
      refused: some(1),
      toLink: some(3),
      toComplete: some(1),
      failed: { ...some(1), isAtLeast: false },
    },
    '7 things wait for you.',
  ],
  [
    'no more than it knows',
    { toLink: some(1), failed: { ...some(50), isAtLeast: true } },
    '51 or more things wait for you.',
  ],
])('AMB-265 the line under the greeting of the provider counts %s', (_, change, line) => {
  expect(thingsText({ ...idle, ...change })).toBe(line)
})

test.each<[number, number, string[]]>([
  [3, 7, ['3 orders are on the road', '7 are pending at hospitals']],
  [1, 1, ['1 order is on the road', '1 is pending at hospitals']],
  [0, 1, ['', '1 order is pending at hospitals']],
  [0, 0, ['', '']],
])('AMB-265 it tells what is in other hands: %d on the road, %d pending', (riding, pending, words) => {
  expect(elsewhere({ ...idle, onTheRoad: some(riding), pending: { count: pending } })).toEqual(words)
})

test('AMB-245 the pending requests tell of the next pickup, and of one that has passed', () => {
  const pickupAt = (time: string) => ({ id: time, pickupAt: instantOf(today, time) }) as BloodRequest
  const noun = (...first: BloodRequest[]) => pendingNoun({ count: 4, first }, now)
  expect(noun(pickupAt('11:20'), pickupAt('12:30'))).toBe('pending, the next pickup 11:20 am')
  expect(noun(pickupAt('10:40'), pickupAt('12:30'))).toBe('pending, a pickup has passed')
  expect(pendingNoun({ count: 0, first: [] }, now)).toBe('pending')
})
