import { expect, test } from 'vitest'
import { dueFirst, dueFor } from './due.ts'
import type { DeliveryStep } from './steps.ts'

const at = (time: string) => new Date(`2026-11-16T${time}:00+05:30`)
const order = (id: string, pickup: string, deadline: string, done: DeliveryStep[] = [], toMend = false) => ({
  id,
  pickupAt: at(pickup),
  deadlineAt: at(deadline),
  deliveries: [{ seq: 1, done }],
  toMend: toMend || null,
})
const now = at('17:46')

test.each([
  ['the sample until it is taken, late', order('a', '17:35', '20:35'), 'sample', 'late'],
  ['the sample, near', order('a', '18:20', '21:20'), 'sample', 'near'],
  ['then the deadline', order('a', '17:35', '20:35', ['sample acquired']), 'delivery', 'calm'],
  ['and so with the bags in the box', order('a', '15:35', '18:35', ['issued']), 'delivery', 'near'],
] as const)('AMB-261 due for a driver is %s', (_, one, what, urgency) => {
  expect(dueFor(one, now)).toMatchObject({ what, urgency })
})

test('AMB-261 nothing is due of what is delivered', () => {
  expect(dueFor(order('a', '15:35', '18:35', ['delivered']), now)).toBeNull()
})

test('AMB-261 the list is by what is due first: an overdue pickup above a nearer deadline, what must be put right on top, what is done last', () => {
  const orders = [
    order('done', '09:00', '12:00', ['delivered']),
    order('done too', '08:00', '11:00', ['delivered']),
    order('on the way', '15:40', '18:40', ['issued']),
    order('overdue pickup', '17:35', '20:35'),
    order('wrong code', '18:00', '23:00', ['issued'], true),
    order('tomorrow', '23:30', '23:50'),
  ]
  expect(dueFirst(orders, now).map(({ id }) => id)).toEqual([
    'wrong code',
    'overdue pickup',
    'on the way',
    'tomorrow',
    'done',
    'done too',
  ])
})
