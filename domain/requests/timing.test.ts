import { describe, expect, test } from 'vitest'
import { earlier, hours, later, minutes } from '../basics/time.ts'
import { type BloodRequest, type Delivery, noHands, type RequestStatus, requestStatuses } from './request.ts'
import { completeByClock, dueNow, expire, isOverdue, isStillOut } from './timing.ts'

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
  ...noHands,
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
  const open: Delivery[] = [1, 2].map((seq) => ({ seq, units: 3, state: '-', deliveredAt: null }))
  const partly = open.map((one, at) => (at === 0 ? { ...one, deliveredAt: deadlineAt } : one))

  test('JOBS-03 AMB-211 it is a first move like any other, and delivers nothing', () => {
    expect(completeByClock(request, open, over)).toEqual({
      ...request,
      status: 'completed',
      isLate: true,
      firstCompletedAt: over,
      updatedAt: over,
      version: 5,
    })
  })

  test.each(completes)('JOBS-03 INVOICES-16 AMB-211 from %s without a delivery', (status) => {
    const had = { ...request, status, deliveryStatus: 'with the nurse' }
    const isTaken = status !== 'bloodbank-approved' && status !== 'delivery-completed'
    expect(completeByClock(had, open, over)).toMatchObject({
      isLate: isTaken,
      deliveredAt: null,
      deliveryStatus: 'with the nurse',
    })
  })

  test('JOBS-03 what was delivered before keeps its time and its judgement', () => {
    const deliveredAt = earlier(deadlineAt, minutes(5))
    const delivered: BloodRequest = { ...request, status: 'delivery-completed', deliveredAt }
    expect(completeByClock(delivered, open, over)).toMatchObject({ deliveredAt, isLate: false })
    const late = { ...delivered, isLate: true }
    expect(completeByClock(late, open, over)).toMatchObject({ deliveredAt, isLate: true })
  })

  test.each(completes)('INVOICES-01 from %s it is billed so', (status) => {
    expect(completeByClock({ ...request, status }, open, over).invoiceKind).toBe(
      status === 'bloodbank-approved' ? 'RESERVATION_DECLINED' : 'NORMAL',
    )
  })

  test('INVOICES-01 AMB-211 one that was set back after a delivery was taken, and is late', () => {
    const setBack: BloodRequest = { ...request, status: 'bloodbank-approved' }
    expect(completeByClock(setBack, partly, over)).toMatchObject({ invoiceKind: 'NORMAL', isLate: true })
  })

  test('INVOICES-01 AMB-361 one for which bags left in an emergency was taken, is late and still out', () => {
    const bleeding: BloodRequest = { ...request, status: 'bloodbank-approved' }
    const completed = completeByClock(bleeding, open, over, { haveBagsLeft: true })
    expect(completed).toMatchObject({ status: 'completed', invoiceKind: 'NORMAL', isLate: true })
    expect(isStillOut({ ...completed, deliveries: open })).toBe(true)
  })

  test('INVOICES-01 what was completed before stays billed as it was', () => {
    const again: BloodRequest = { ...request, status: 'bloodbank-approved', firstCompletedAt: deadlineAt }
    expect(completeByClock(again, open, over)).toMatchObject({ invoiceKind: 'NORMAL', isLate: true })
  })

  test.each<[string, boolean, Partial<BloodRequest>, Delivery[]]>([
    ['with a delivery open', true, {}, partly],
    ['with all there', false, {}, partly.map((one) => ({ ...one, deliveredAt: deadlineAt }))],
    ['that nobody took', false, { invoiceKind: 'RESERVATION_DECLINED' }, open],
    ['set to another status meanwhile', false, { status: 'cancelled' }, open],
  ])('AMB-211 one %s is still out: %s', (_, isOut, change, deliveries) => {
    const completed: BloodRequest = { ...request, status: 'completed', ...change }
    expect(isStillOut({ ...completed, deliveries })).toBe(isOut)
  })
})

describe('AMB-290 late is what is in somebody’s hands past its deadline', () => {
  const linked = {
    status: 'issued',
    orderType: 'immediate',
    deadlineAt,
    deliveredAt: null,
    linkedAt: earlier(deadlineAt, hours(2)),
  } as const
  test.each([
    ['at the deadline', {}, 0, true],
    ['a moment before it', {}, -1, false],
    ['a day after it', {}, hours(24), false],
    ['a moment less than a day after it', {}, hours(24) - 1, true],
    ['delivered', { deliveredAt: deadlineAt }, 1, false],
    ['linked when it was late already', { linkedAt: deadlineAt }, 1, false],
    ['linked by an older release', { linkedAt: null }, 1, true],
    ['in nobody’s hands', { status: 'hospital-admin-approved' }, 1, false],
    [
      'a reservation with which its bank never began',
      { orderType: 'reservation', status: 'bloodbank-approved' },
      1,
      false,
    ],
    [
      'AMB-361 a reservation for which bags left in an emergency',
      { orderType: 'reservation', status: 'bloodbank-approved', haveBagsLeft: true },
      1,
      true,
    ],
    ['an immediate order with which its bank never began', { status: 'bloodbank-approved' }, 1, true],
    ['a reservation under way', { orderType: 'reservation' }, 1, true],
  ] as const)('%s', (_, change, ms, isLate) => {
    expect(isOverdue({ ...linked, ...change }, later(deadlineAt, ms))).toBe(isLate)
  })
})
