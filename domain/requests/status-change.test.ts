import { expect, test } from 'vitest'
import type { OrderType, RequestStatus } from './request.ts'
import { requestStatuses } from './request.ts'
import { statusChange } from './status-change.ts'

const said = (from: RequestStatus, to: RequestStatus, orderType: OrderType = 'immediate') => {
  const { text, isUnusual } = statusChange({ status: from, orderType }, to)
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
  expect(statusChange({ status: 'pending', orderType: 'reservation' }, 'sample-acquired').skipped).toEqual([
    'hospital-admin-approved',
    'bloodbank-approved',
    'reservation-approved',
  ])
})

test('AMB-247 of every pair of statuses something is said', () => {
  for (const from of requestStatuses)
    for (const to of requestStatuses) expect(said(from, to)[0]).toContain(to)
})
