import { expect, test } from 'vitest'
import { bloodGroups, componentCodes } from '../basics/blood.ts'
import { type RequestStatus, requestStatuses } from './request.ts'
import { bloodInformation, outcomeText, refusedText, statusKind, statusText, untakenText } from './showing.ts'

test.each([
  ['bloodbank-approved', 'redbank', 'redbank-approved'],
  ['bloodbank-rejected', 'redbank', 'redbank-rejected'],
  ['bloodbank-approved', null, 'bloodbank-approved'],
  ['bloodbank-approved', '$&$1', '$&$1-approved'],
  ['hospital-admin-approved', 'redbank', 'hospital-admin-approved'],
  ['pending', 'redbank', 'pending'],
] as const)('REQSTATUS-14 %s with bank %s is shown as %s', (status, bankId, shown) => {
  expect(statusText({ status, bankId })).toBe(shown)
})

const kinds: Record<RequestStatus, ReturnType<typeof statusKind>> = {
  pending: 'grey',
  'hospital-admin-approved': 'green',
  'hospital-admin-rejected': 'black',
  'bloodbank-approved': 'green',
  'bloodbank-rejected': 'black',
  'reservation-approved': 'green',
  'sample-acquired': 'black',
  'cross-matching': 'black',
  issued: 'black',
  'partially-completed': 'black',
  'delivery-completed': 'black',
  completed: 'red',
  cancelled: 'black',
}
test.each(requestStatuses)('REQSTATUS-15 the colour of %s', (status) => {
  expect(statusKind(status)).toBe(kinds[status])
})

const ended = { status: 'completed', invoiceKind: 'NORMAL' } as const

test('REQSTATUS-19 REQSTATUS-20 a completed request says whether it was late', () => {
  expect(outcomeText({ ...ended, isLate: false })).toBe('Delivery Completed Before Deadline')
  expect(outcomeText({ ...ended, isLate: true })).toBe('Sorry, the order was slightly delayed')
})

test('AMB-211 a reservation that nobody took says so, and not that it came in time', () => {
  const notTaken = { ...ended, invoiceKind: 'RESERVATION_DECLINED', isLate: false } as const
  expect(outcomeText(notTaken)).toBe('The reservation was not taken')
})

test.each(requestStatuses.filter((status) => status !== 'completed'))(
  'REQSTATUS-19 %s has no outcome',
  (status) => {
    for (const isLate of [false, true])
      for (const invoiceKind of ['NORMAL', 'RESERVATION_DECLINED'] as const)
        expect(outcomeText({ status, isLate, invoiceKind })).toBeNull()
  },
)

test.each(requestStatuses)('AMB-212 who refused it is told only while it waits for another: %s', (status) => {
  const waits = status === 'hospital-admin-approved'
  expect(refusedText({ status, refusedBy: ['redbank'] })).toBe(waits ? 'refused by redbank' : null)
  expect(refusedText({ status, refusedBy: [] })).toBeNull()
})

test('REQSTATUS-23 blood information is group, code and units', () => {
  expect(bloodInformation({ bloodGroup: 'A+', component: 'FFP', units: 4 })).toEqual({
    group: 'A POS',
    component: 'FFP',
    units: '4 units',
  })
  expect(bloodInformation({ bloodGroup: 'AB-', component: 'PRBC', units: 1 }).units).toBe('1 unit')
  // AMB-406
  const bombay = { bloodGroup: 'O-', component: 'PRBC', units: 1, bombay: 'Oh-' } as const
  expect(bloodInformation(bombay).group).toBe('O NEG, patient is Oh (Bombay) NEG')
})

test('REQSTATUS-23 every group and component has its short form', () => {
  const groups = bloodGroups.map(
    (bloodGroup) => bloodInformation({ bloodGroup, component: 'PRBC', units: 2 }).group,
  )
  expect(groups.join()).toBe('A POS,A NEG,B POS,B NEG,O POS,O NEG,AB POS,AB NEG')
  const codes = componentCodes.map(
    (component) => bloodInformation({ bloodGroup: 'O+', component, units: 2 }).component,
  )
  expect(codes).toEqual(['PRBC', 'FFP', 'RDP', 'SDP'])
})

test.each([
  [
    'hospital',
    'hospital-admin-approved',
    true,
    'Nobody took it in time. If it is still needed, call the provider or raise it again.',
  ],
  ['hospital', 'pending', true, 'Nobody took it in time. If it is still needed, raise it again.'],
  ['provider', 'hospital-admin-approved', true, 'Nobody took it in time. Link it now if it is still needed.'],
  ['provider', 'pending', true, 'Nobody took it in time. Its hospital has not approved it.'],
  ['provider', 'bloodbank-approved', true, null],
  ['hospital', 'cancelled', true, null],
  ['hospital', 'hospital-admin-approved', false, null],
] as const)('AMB-216 the %s reads of one that is %s, expired %s: %s', (reader, status, expired, text) => {
  expect(untakenText({ status, expired }, reader)).toBe(text)
})
