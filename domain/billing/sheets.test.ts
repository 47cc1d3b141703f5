import { expect, test } from 'vitest'
import { consentColumns } from '../donors/consent-sheet.ts'
import { bankPriceSheet, deliveryPriceNames, priceCeilings } from './pricing.ts'
import { componentColumns, priceColumns } from './sheets.ts'

/** By its titles, as a table shows it. */
function lineOf<Row>(columns: readonly { title: string; of: (row: Row) => unknown }[], row: Row) {
  return Object.fromEntries(columns.map(({ title, of }) => [title, of(row)]))
}
const issuedAt = new Date('2026-11-16T04:30:00Z')

test('a table of prices has rupees to be added, and nothing where nothing is known', () => {
  const priced: Parameters<(typeof priceColumns)[number]['of']>[0] = {
    ...{ id: '0123abcd', hospitalName: 'Firm', bankName: 'Redbank', bloodGroup: 'O+', component: 'PRBC' },
    ...{
      invoiceId: 'I-1',
      issuedAt,
      pricePaise: 1_550_00,
      deliveryPaise: 250_50,
      feePaise: null,
      totalPaise: 1_800_50,
    },
  }
  expect(lineOf(priceColumns, priced)).toEqual({
    ...{ 'Request ID': '0123abcd', 'Invoice ID': 'I-1', Date: issuedAt, Hospital: 'Firm' },
    ...{ 'Blood Group': 'O POS', 'Blood Bank': 'Redbank', Component: 'PRBC', Price: 1_550 },
    ...{ 'Delivery Rate': 250.5, 'Convenience Fee': null, Total: 1_800.5 },
  })
})

test('a table of components', () => {
  expect(lineOf(componentColumns, { bloodGroup: 'O+', component: 'PRBC', units: 4 })).toEqual({
    ...{ 'Blood Group': 'O POS', Component: 'Packed Red Blood Cells', 'Total Units': 4 },
  })
})

test.each([
  [0, 'None ticked'],
  [1, '1 to look at'],
])('a table of donor forms says of %d answers: %s', (flags, answers) => {
  const form = {
    id: 'D1',
    status: 'complete',
    submittedAt: issuedAt,
    name: 'Asha',
    phone: '9',
    age: 30,
  } as const
  expect(lineOf(consentColumns, { ...form, gender: 'Female', bloodGroup: 'O+', flags })).toEqual({
    ...{ Submitted: issuedAt, 'Donation ID': 'D1', Donor: 'Asha', Gender: 'Female', Age: 30 },
    ...{ 'Phone Number': '9', 'Blood Group': 'O POS', Answers: answers, 'Form Status': 'complete' },
  })
})

test('AMB-209 which prices there are, which may stay empty, and what a council lets be charged', () => {
  expect([...deliveryPriceNames]).toEqual(['convenience_Fee', 'delivery_rate'])
  expect(bankPriceSheet({}).optional).toEqual(['RDP', 'SDP'])
  expect(priceCeilings).toEqual({
    PRBC: { government: 1_100_00, others: 1_550_00 },
    FFP: { government: 300_00, others: 400_00 },
    RDP: { government: 300_00, others: 400_00 },
    SDP: { government: null, others: 11_000_00 },
  })
})
