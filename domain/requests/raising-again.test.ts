import { expect, test } from 'vitest'
import { mayBeRaisedAgain } from './raising-again.ts'
import { requestStatuses } from './request.ts'

test('AMB-297 what is over can be raised again, and what nobody took in time', () => {
  expect(requestStatuses.filter((status) => mayBeRaisedAgain({ status, expired: false }))).toEqual([
    'hospital-admin-rejected',
    'bloodbank-rejected',
    'delivery-completed',
    'completed',
    'cancelled',
  ])
  expect(mayBeRaisedAgain({ status: 'hospital-admin-approved', expired: true })).toBe(true)
  expect(mayBeRaisedAgain({ status: 'bloodbank-approved', expired: true }), 'taken after all').toBe(false)
})
