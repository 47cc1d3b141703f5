import { describe, expect, test } from 'vitest'
import { earlier, hours, later, minutes } from '../basics/time.ts'
import { type BloodRequest, type RequestStatus, requestStatuses } from './request.ts'
import { completeByClock, dueNow, expire } from './timing.ts'

const deadlineAt = new Date('2026-11-16T10:00:00Z')
const request: BloodRequest = {
  id: '0123abcd',
  hospitalId: 'firm',
  patientName: 'Asha Rao',
  patientId: 'FH-1',
  age: 40,
  sex: 'Female',
  bloodGroup: 'A+',
  component: 'PRBC',
  units: 2,
  orderType: 'reservation',
  reason: 'Surgery',
  status: 'reservation-approved',
  deliveryStatus: '-',
  bankId: 'redbank',
  driverEmail: 'arun.driver@crossmatch.example',
  note: '-',
  pickupAt: earlier(deadlineAt, hours(6)),
  deadlineAt,
  raisedAt: earlier(deadlineAt, hours(20)),
  updatedAt: earlier(deadlineAt, hours(10)),
  approvedAt: earlier(deadlineAt, hours(19)),
  deliveredAt: null,
  isLate: false,
  deliveryTemperature: null,
  linkedAt: null,
  firstCompletedAt: null,
  expired: false,
  invoiceKind: 'NORMAL',
  hospitalInvoicePath: null,
  bankInvoicePath: null,
  refusedBy: [],
  regeneratingUntil: null,
  version: 4,
}
const over = later(deadlineAt, hours(1))
const completes: RequestStatus[] = [
  'bloodbank-approved',
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
  'delivery-completed',
]
const expires: RequestStatus[] = ['pending', 'hospital-admin-approved']

describe('one hour after the deadline', () => {
  test.each([
    [59, null],
    [60, 'complete'],
    [61, 'complete'],
  ])('JOBS-01 at %i minutes a reservation is %s', (minute, due) => {
    expect(dueNow(request, later(deadlineAt, minutes(minute)))).toBe(due)
  })

  test.each(requestStatuses)('JOBS-01 JOBS-03 a reservation in %s', (status) => {
    const due = completes.includes(status) ? 'complete' : expires.includes(status) ? 'expire' : null
    expect(dueNow({ ...request, status }, over)).toBe(due)
  })

  test.each(requestStatuses)('JOBS-01 an immediate order in %s is never completed by the clock', (status) => {
    expect(dueNow({ ...request, status, orderType: 'immediate' }, over)).toBe(
      expires.includes(status) ? 'expire' : null,
    )
  })

  test('JOBS-01 without a bank there is nothing to complete', () => {
    expect(dueNow({ ...request, bankId: null }, over)).toBeNull()
  })

  test('JOBS-04 what has expired does not expire again', () => {
    const pending: BloodRequest = { ...request, status: 'pending' }
    const expired = expire(pending)
    expect(expired).toEqual({ ...pending, expired: true })
    expect(dueNow(expired, later(over, hours(5)))).toBeNull()
  })
})

describe('completed by the clock', () => {
  test('JOBS-03 it is a first move like any other', () => {
    expect(completeByClock(request, over)).toMatchObject({
      status: 'completed',
      deliveredAt: over,
      firstCompletedAt: over,
      updatedAt: over,
      version: 5,
      deliveryStatus: '-',
    })
  })

  test('JOBS-03 INVOICES-16 late if it had been taken, not if it never was', () => {
    expect(completeByClock(request, over).isLate).toBe(true)
    expect(completeByClock({ ...request, status: 'bloodbank-approved' }, over).isLate).toBe(false)
  })

  test('JOBS-03 what was delivered before keeps its time and its judgement', () => {
    const deliveredAt = earlier(deadlineAt, minutes(5))
    const delivered: BloodRequest = { ...request, status: 'delivery-completed', deliveredAt }
    expect(completeByClock(delivered, over)).toMatchObject({ deliveredAt, isLate: false })
    expect(completeByClock({ ...delivered, isLate: true }, over)).toMatchObject({ deliveredAt, isLate: true })
  })

  test.each(completes)('INVOICES-01 from %s it is billed so', (status) => {
    expect(completeByClock({ ...request, status }, over).invoiceKind).toBe(
      status === 'bloodbank-approved' ? 'RESERVATION_DECLINED' : 'NORMAL',
    )
  })

  test('INVOICES-01 what was completed before stays billed as it was', () => {
    const again: BloodRequest = { ...request, status: 'bloodbank-approved', firstCompletedAt: deadlineAt }
    expect(completeByClock(again, over).invoiceKind).toBe('NORMAL')
  })
})
