import { expect, test } from 'vitest'
import { at, raisedRequest } from '#testing/makers/rules.ts'
import type { Column } from '../basics/sheet.ts'
import { invoicePath } from '../billing/invoicing.ts'
import type { BloodRequest } from './request.ts'
import {
  deliveryColumns,
  driverOrderColumns,
  issuingColumns,
  orderColumns,
  requestColumns,
} from './sheets.ts'

/** Title by title, in the order of the table. */
const lineOf = <Row>(columns: readonly Column<Row>[], row: Row) =>
  columns.map(({ title, of }) => [title, of(row)])

const raised: BloodRequest = { ...raisedRequest(), bankId: 'redbank' }
const names = { hospitalName: 'Firm Hospital', bankName: 'Redbank', driverName: 'Arun' }
const order = { ...raised, ...names, stopWaits: false }
const outcomeIn = <Row>(columns: readonly Column<Row>[], row: Row) =>
  columns.find(({ title }) => title === 'Outcome')?.of(row)
const invoiceIn = <Row>(columns: readonly Column<Row>[], row: Row) =>
  columns.find(({ title }) => title === 'Invoice')?.of(row)

test('AMB-335 Request Status as a table', () => {
  expect(lineOf(requestColumns, raised)).toEqual([
    ['Request Time', at('09:00')],
    ['Request ID', '0123abcd'],
    ['Order Type', 'immediate'],
    ['Patient ID', 'UH-1'],
    ['Patient Name', 'Asha Rao'],
    ['Blood Group', 'A POS'],
    ['Component', 'Packed Red Blood Cells'],
    ['Units', 2],
    ['Reason', 'Surgery'],
    ['Status', 'pending'],
    ['Outcome', ''],
    ['Invoice', ''],
  ])
  expect(invoiceIn(requestColumns, { ...raised, hospitalInvoicePath: 'a.pdf' })).toBe('hospital')
})

test.each<[string, Partial<BloodRequest>]>([
  ['Nobody took it in time. If it is still needed, raise it again.', { expired: true }],
  ['Delivery Completed Before Deadline', { status: 'completed', isLate: false }],
  ['Wrong patient', { status: 'hospital-admin-rejected', rejectedFor: 'wrong-patient' }],
  [
    'Sorry, the order was slightly delayed; raised and approved by the same person',
    { status: 'completed', isLate: true, raisedBy: 'a', approvedBy: 'a' },
  ],
])('AMB-335 its outcome: %s', (words, change) => {
  expect(outcomeIn(requestColumns, { ...raised, ...change })).toBe(words)
})

const deliveries = [
  { seq: 1, units: 1, state: 'delivered', deliveredAt: at('13:00'), doubt: null },
  {
    ...{ seq: 2, units: 1, state: 'on its way', deliveredAt: null },
    doubt: { temperature: 12, verdict: 'ask' as const },
  },
]

test('AMB-335 Delivery Status as a table', () => {
  const change = { deliveredAt: at('13:00'), deliveryStatus: 'at the gate' }
  expect(lineOf(deliveryColumns, { ...raised, ...change, deliveries })).toEqual([
    ['Request ID', '0123abcd'],
    ['Patient Name', 'Asha Rao'],
    ['Patient ID', 'UH-1'],
    ['Blood Group', 'A POS'],
    ['Component', 'Packed Red Blood Cells'],
    ['Units', 2],
    ['Delivered', '1 of 2'],
    ['Deliveries', '1 unit delivered 2026-11-15T13:00:00+05:30; 1 unit on its way 12 °C, ask the bank'],
    ['Delivery Status', 'at the gate'],
    ['Outcome', null],
    ['Delivery Deadline', at('15:00')],
    ['Delivered At', at('13:00')],
  ])
  const ended = (status: BloodRequest['status']) =>
    outcomeIn(deliveryColumns, { ...raised, deliveries, status, isLate: false })
  expect([ended('cancelled'), ended('completed')]).toEqual([
    'cancelled',
    'Delivery Completed Before Deadline',
  ])
})

test('AMB-122 Issuing History as a table: nothing of the patient', () => {
  expect(lineOf(issuingColumns, order)).toEqual([
    ['Request Time', at('09:00')],
    ['Request ID', '0123abcd'],
    ['Hospital', 'Firm'],
    ['Blood Group', 'A POS'],
    ['Component', 'Packed Red Blood Cells'],
    ['Units', 2],
    ['Status', 'pending'],
    ['Outcome', null],
    ['Sample Pickup Time', at('12:00')],
    ['Delivery Deadline', at('15:00')],
    ['Invoice', ''],
  ])
  expect(invoiceIn(issuingColumns, { ...order, bankInvoicePath: 'b.pdf' })).toBe('bloodbank')
})

test('AMB-335 Orders as a table', () => {
  expect(lineOf(orderColumns, order)).toEqual([
    ['Request Time', at('09:00')],
    ['Request ID', '0123abcd'],
    ['Hospital', 'Firm'],
    ['Order Type', 'immediate'],
    ['Patient Name', 'Asha Rao'],
    ['Patient ID', 'UH-1'],
    ['Blood Group', 'A POS'],
    ['Component', 'Packed Red Blood Cells'],
    ['Units', 2],
    ['Blood Bank', 'Redbank'],
    ['Driver', 'Arun'],
    ['Status', 'pending'],
    ['Outcome', ''],
    ['Sample Pickup Time', at('12:00')],
    ['Delivery Deadline', at('15:00')],
    ['Delivered At', null],
    ['Last Changed', at('09:00')],
    ['Invoice', ''],
  ])
  const refused = { status: 'hospital-admin-approved' as const, refusedBy: ['bluebank'], expired: true }
  expect(outcomeIn(orderColumns, { ...order, ...refused, stopWaits: true })).toBe(
    'refused by bluebank; Nobody took it in time. Link it now if it is still needed.; Stopped by its driver, to decide',
  )
  const billed = { hospitalInvoicePath: 'a.pdf', bankInvoicePath: invoicePath('bloodbank', order) }
  expect(invoiceIn(orderColumns, { ...order, ...billed })).toBe('hospital; bloodbank')
  // one of another bank is not this one's
  expect(invoiceIn(orderColumns, { ...order, bankInvoicePath: 'b.pdf' })).toBe('')
})

test("AMB-117 Drivers' Order Status as a table: no patient", () => {
  expect(lineOf(driverOrderColumns, { ...order, nowWith: 'Meena' })).toEqual([
    ['Request ID', '0123abcd'],
    ['Hospital', 'Firm'],
    ['Blood Bank', 'Redbank'],
    ['Blood Group', 'A POS'],
    ['Component', 'Packed Red Blood Cells'],
    ['Units', 2],
    ['Order Type', 'immediate'],
    ['Status', 'pending'],
    ['Now With', 'Meena'],
    ['Sample Pickup Time', at('12:00')],
    ['Delivery Deadline', at('15:00')],
  ])
  const now = (nowWith: string | null) =>
    driverOrderColumns.find(({ title }) => title === 'Now With')?.of({ ...order, nowWith })
  expect([now(''), now(null)]).toEqual(['nobody', null])
})
