import { expect, test } from 'vitest'
import { raisedRequest } from '#testing/makers/rules.ts'
import type { BloodRequest } from '../requests/request.ts'
import { reasonOf, saidIn } from './reasons.ts'

const refusedBy = ['redbank', 'bluebank']

test.each<[Partial<BloodRequest>, string | null, string | null, string | null]>([
  [{ status: 'cancelled' }, 'request-cancelled', 'Not needed', 'Not needed'],
  // by the provider, who gave none
  [{ status: 'cancelled' }, 'request-cancelled', null, null],
  [{ status: 'hospital-admin-rejected', rejectedFor: 'duplicate' }, null, null, 'Duplicate'],
  [
    { status: 'hospital-admin-rejected', rejectedFor: 'other', rejectionNote: 'Operation moved' },
    null,
    null,
    'Operation moved',
  ],
  [{ status: 'hospital-admin-rejected' }, null, null, null],
  [
    { status: 'hospital-admin-approved', refusedBy },
    'request-refused',
    'No bag',
    'refused by redbank, bluebank: No bag',
  ],
  [{ status: 'hospital-admin-approved', refusedBy }, 'request-refused', null, 'refused by redbank, bluebank'],
  // another bank took it
  [{ status: 'bloodbank-approved', refusedBy }, null, null, null],
  [{ status: 'bloodbank-rejected', refusedBy }, 'request-refused', 'No bag', 'No bag'],
  [{ status: 'pending', rejectedFor: 'duplicate' }, null, null, null],
])('AMB-416 of %j, where %s said %s: %s', (change, event, said, reason) => {
  const order = { ...raisedRequest(), ...change }
  expect([saidIn(order), reasonOf(order, said)]).toEqual([event, reason])
})
