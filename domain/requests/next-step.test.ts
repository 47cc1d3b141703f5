import { expect, test } from 'vitest'
import { hours, instantOf, later } from '../basics/time.ts'
import { nextStep, nextStepText, waitsFor, whyNotNow } from './next-step.ts'
import { type RequestStatus, requestStatuses } from './request.ts'

const now = instantOf('2026-11-16', '10:00')
const order = {
  status: 'pending' as RequestStatus,
  bankId: 'redbank' as string | null,
  driverEmail: 'arun.driver@crossmatch.example',
  orderType: 'immediate' as 'immediate' | 'reservation',
  pickupAt: later(now, hours(1)),
  deadlineAt: later(now, hours(4)),
  regeneratingUntil: null,
  units: 2,
  openDeliveries: 1,
  stopWaits: false,
}
const buttonOf = (change: Partial<typeof order>) => {
  const step = nextStep({ ...order, ...change }, now)
  return step && nextStepText(step)
}

/** The one button of a row, in every status. */
const buttons: Record<RequestStatus, string | null> = {
  pending: null,
  'hospital-admin-approved': 'Link',
  'hospital-admin-rejected': null,
  'bloodbank-approved': 'Next: sample-acquired',
  'bloodbank-rejected': null,
  'reservation-approved': 'Next: sample-acquired',
  'sample-acquired': 'Next: cross-matching',
  'cross-matching': 'Next: issued',
  issued: 'Next: delivered',
  'partially-completed': 'Next: delivered',
  'delivery-completed': 'Approve Invoice',
  completed: null,
  cancelled: null,
}

test.each(requestStatuses)('what brings on an order that is %s', (status) => {
  expect(buttonOf({ status })).toBe(buttons[status])
})

test.each([
  ['issued', 3, 'Next: 1 of 3 delivered', 'partially-completed'],
  ['partially-completed', 3, 'Next: 1 of 3 delivered', 'partially-completed'],
  ['partially-completed', 2, 'Next: 2 of 3 delivered', 'partially-completed'],
  ['partially-completed', 1, 'Next: delivered', 'delivery-completed'],
  ['partially-completed', 0, 'Next: delivered', 'delivery-completed'],
] as const)(
  'AMB-65 of 7 units, %s with %d deliveries open, one press closes one',
  (status, open, text, to) => {
    const inParts = { status, units: 7, openDeliveries: open }
    expect(buttonOf(inParts)).toBe(text)
    expect(nextStep({ ...order, ...inParts }, now)).toMatchObject({ act: 'move', to })
  },
)

test.each(['cross-matching', 'issued', 'partially-completed'] as const)(
  'AMB-262 what a driver stopped is decided before anything else, %s',
  (status) => {
    expect(buttonOf({ status, stopWaits: true })).toBe('Decide')
  },
)

test('a reservation waits for its approval, and offers it in its window alone', () => {
  const reserved = { status: 'bloodbank-approved', orderType: 'reservation' } as const
  expect(buttonOf(reserved)).toBe('Approve Reservation')
  expect(buttonOf({ ...reserved, pickupAt: later(now, hours(31)) })).toBeNull()
})

test('what was delivered without a bank is linked before its invoice can be approved', () => {
  expect(buttonOf({ status: 'delivery-completed', bankId: null })).toBe('Link')
})

test('while it is pending its hospital decides', () => {
  expect(waitsFor({ status: 'pending', hospitalName: 'Firm Hospital' })).toBe('Firm decides')
  expect(waitsFor({ status: 'issued', hospitalName: 'Firm Hospital' })).toBeNull()
})

test('what may not be done now says why, in the words of its rule', () => {
  expect(whyNotNow(order, now)).toEqual({
    link: 'Please wait for hospital admin approval',
    approveReservation: expect.stringContaining('pending'),
    approveInvoice: expect.stringContaining('pending'),
    regenerate: expect.stringContaining('pending'),
  })
  expect(whyNotNow({ ...order, status: 'delivery-completed' }, now)).toMatchObject({
    link: null,
    approveInvoice: null,
    regenerate: null,
  })
})
