import { describe, expect, test } from 'vitest'
import { conflictsIn, raisedRequest } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { type BloodRequest, orderTypes, type RequestStatus, requestStatuses } from './request.ts'
import { approveReservation, reservationWords, whyNotApproveReservation } from './reserving.ts'

const now = instantOf('2026-11-15', '10:00')
const pickupAt = instantOf('2026-11-17', '09:00')
const deadlineAt = instantOf('2026-11-18', '09:00')

const reservation: BloodRequest = raisedRequest(
  { orderType: 'reservation', pickupAt, deadlineAt: null, reservationHours: 24 },
  now,
)

const settled: RequestStatus[] = ['hospital-admin-approved', 'reservation-approved', 'completed']

describe('which orders', () => {
  const cases = orderTypes.flatMap((orderType) =>
    requestStatuses.map((status) => [orderType, status] as const),
  )

  test('ADMIN-STATUS-10 there are two order types and thirteen statuses', () => {
    expect(cases).toHaveLength(26)
  })

  test.each(cases)(
    'ADMIN-STATUS-10 AMB-15 an %s order that is %s, inside its window',
    (orderType, status) => {
      const refusal = whyNotApproveReservation(
        { ...reservation, orderType, status, bankId: 'redbank' },
        pickupAt,
      )
      const isOffered = orderType === 'reservation' && !settled.includes(status)
      const shown = status.replace('bloodbank', 'redbank')
      expect(refusal).toEqual(isOffered ? null : { code: 'not-a-reservation', values: { status: shown } })
    },
  )

  test('ADMIN-STATUS-10 who is too late is told what it is now', () => {
    const refusal = whyNotApproveReservation({ ...reservation, status: 'reservation-approved' }, pickupAt)
    expect(refusal && say(reservationWords, refusal).text).toContain('it is reservation-approved')
  })
})

describe('the window', () => {
  test('ADMIN-STATUS-11 the reservation of these tests is picked up on the 17th and due a day later', () => {
    expect([reservation.pickupAt, reservation.deadlineAt]).toEqual([pickupAt, deadlineAt])
  })

  test.each([
    ['a minute before 30 hours ahead of the pickup', earlier(pickupAt, hours(30) + minutes(1)), false],
    ['a millisecond before that', earlier(pickupAt, hours(30) + 1), false],
    ['AMB-17: at 30 hours ahead', earlier(pickupAt, hours(30)), true],
    ['a minute after that', earlier(pickupAt, hours(30) - minutes(1)), true],
    ['at the pickup', pickupAt, true],
    ['at the deadline', deadlineAt, true],
    ['59 minutes after the deadline', later(deadlineAt, minutes(59)), true],
    ['AMB-17: an hour after the deadline', later(deadlineAt, hours(1)), true],
    ['a millisecond after that', later(deadlineAt, hours(1) + 1), false],
    ['61 minutes after the deadline', later(deadlineAt, minutes(61)), false],
  ])('ADMIN-STATUS-11 %s', (_when, at, isOpen) => {
    const refusal = whyNotApproveReservation(reservation, at)
    expect(refusal).toEqual(isOpen ? null : { code: 'outside-window' })
  })

  test('ADMIN-STATUS-11 outside the window a settled one is still told that it is settled', () => {
    const refusal = whyNotApproveReservation({ ...reservation, status: 'completed' }, now)
    expect(refusal?.code).toBe('not-a-reservation')
  })
})

describe('the approval', () => {
  test('ADMIN-STATUS-12 ADMIN-STATUS-14 changes the status and the last change, and nothing else', () => {
    const before = { ...reservation, status: 'bloodbank-approved', bankId: 'redbank', version: 3 } as const
    expect(approveReservation(Object.freeze(before), pickupAt)).toStrictEqual({
      ...before,
      status: 'reservation-approved',
      updatedAt: pickupAt,
      version: 4,
    })
  })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(reservationWords)).toEqual(['not-a-reservation'])
})
