import { expect, test } from 'vitest'
import type { OrderType, RequestStatus } from './request.ts'
import { requestStatuses } from './request.ts'
import { statusChange } from './status-change.ts'

const order = { orderType: 'immediate', invoiceKind: 'NORMAL', openDeliveries: 1 } as const
const said = (from: RequestStatus, to: RequestStatus, orderType: OrderType = 'immediate') => {
  const { text, isUnusual } = statusChange({ ...order, status: from, orderType }, to)
  return [text, isUnusual]
}

test.each([
  ['pending', 'issued', 'pending → issued skips 4 steps', true],
  ['cross-matching', 'issued', 'cross-matching → issued', false],
  ['bloodbank-approved', 'sample-acquired', 'bloodbank-approved → sample-acquired', false],
  ['issued', 'delivery-completed', 'issued → delivery-completed', false],
  ['issued', 'partially-completed', 'issued → partially-completed', false],
  ['partially-completed', 'delivery-completed', 'partially-completed → delivery-completed', false],
  ['issued', 'completed', 'issued → completed skips 1 step', true],
  ['issued', 'sample-acquired', 'issued → sample-acquired goes 2 steps back', true],
  ['partially-completed', 'issued', 'partially-completed → issued goes 1 step back', true],
  ['issued', 'cancelled', 'issued → cancelled ends this order', true],
  ['cancelled', 'issued', 'cancelled → issued opens this order again', true],
  ['issued', 'issued', 'It stays issued.', false],
] as const)('AMB-247 %s, set to %s, reads %s', (from, to, text, isUnusual) => {
  expect(said(from, to)).toEqual([text, isUnusual])
})

test('AMB-247 a reservation has one step more', () => {
  expect(said('bloodbank-approved', 'sample-acquired', 'reservation')).toEqual([
    'bloodbank-approved → sample-acquired skips 1 step',
    true,
  ])
  expect(said('bloodbank-approved', 'reservation-approved', 'reservation')[1]).toBe(false)
  expect(
    statusChange({ ...order, status: 'pending', orderType: 'reservation' }, 'sample-acquired').skipped,
  ).toEqual(['hospital-admin-approved', 'bloodbank-approved', 'reservation-approved'])
})

test.each([
  ['issued', 'delivery-completed', 3, 'It closes all 3 open deliveries.', true],
  ['issued', 'completed', 2, 'It closes both open deliveries.', true],
  ['issued', 'delivery-completed', 1, null, false],
  ['issued', 'partially-completed', 3, 'It closes one of 3 open deliveries.', false],
  ['partially-completed', 'partially-completed', 2, 'It closes one of 2 open deliveries.', false],
  ['partially-completed', 'partially-completed', 1, null, false],
  ['cross-matching', 'issued', 3, null, false],
] as const)(
  'AMB-65 AMB-247 %s, set to %s with %d deliveries open: %s',
  (status, to, openDeliveries, closing, isUnusual) => {
    expect(statusChange({ ...order, status, openDeliveries }, to)).toMatchObject({ closing, isUnusual })
  },
)

test('AMB-211 what nobody took closes no delivery', () => {
  const untaken = {
    ...order,
    status: 'pending',
    invoiceKind: 'RESERVATION_DECLINED',
    openDeliveries: 3,
  } as const
  expect(statusChange(untaken, 'completed').closing).toBeNull()
})

test('AMB-247 of every pair of statuses something is said', () => {
  for (const from of requestStatuses)
    for (const to of requestStatuses) expect(said(from, to)[0]).toContain(to)
})
