import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sexes } from '../basics/person.ts'
import { orderTypes, RequestId, RequestStatus, requestIdFrom, requestStatuses } from './request.ts'

test('DATA-16 the ten statuses and the three that Update DB adds', () => {
  expect([...requestStatuses].sort()).toEqual(
    [
      'pending',
      'hospital-admin-approved',
      'hospital-admin-rejected',
      'bloodbank-approved',
      'bloodbank-rejected',
      'reservation-approved',
      'partially-completed',
      'delivery-completed',
      'completed',
      'cancelled',
      'sample-acquired',
      'cross-matching',
      'issued',
    ].sort(),
  )
})

test.each(['', 'Pending', 'approved', 'pending ', null])('DATA-16 %j is no status', (status) => {
  expect(RequestStatus.safeParse(status).success).toBe(false)
})

test('RAISE-04 RAISE-07 the genders and the order types', () => {
  expect(sexes).toEqual(['Male', 'Female', 'Others'])
  expect(orderTypes).toEqual(['immediate', 'reservation'])
})

test('RAISE-41 an id is the first 8 characters of a UUID without its dashes', () => {
  expect(requestIdFrom('0123abcd-4567-4890-abcd-ef0123456789')).toBe('0123abcd')
  expect(requestIdFrom('0123-abcd-4567')).toBe('0123abcd')
  fc.assert(fc.property(fc.uuid(), (uuid) => RequestId.safeParse(requestIdFrom(uuid)).success))
})

test.each(['0123abc', '0123abcde', '0123ABCD', '0123-bcd', '0123abcg', '0123abcd\n'])(
  'RAISE-41 %j is no id',
  (id) => {
    expect(RequestId.safeParse(id).success).toBe(false)
  },
)
