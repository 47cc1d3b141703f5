import { expect, test } from 'vitest'
import { raisedRequest } from '#testing/makers/rules.ts'
import { changedWords } from './comparing.ts'
import type { BloodRequest } from './request.ts'

const seen: BloodRequest = {
  ...raisedRequest(),
  status: 'issued',
}

test.each([
  ['a status', { status: 'completed' }, 'status issued, now completed'],
  ['a bank', { bankId: 'redbank' }, 'blood bank none, now redbank'],
  ['a note', { note: 'Call the ward' }, 'note "-", now "Call the ward"'],
  [
    'an invoice',
    { hospitalInvoicePath: 'invoices/0123abcd/0123abcd-hospital-firm-invoice.pdf' },
    'hospital invoice not there, now there',
  ],
  [
    'a link, whose status reads with its bank',
    { status: 'bloodbank-approved', bankId: 'redbank' },
    'status issued, now redbank-approved; blood bank none, now redbank',
  ],
  [
    'two things',
    { status: 'cancelled', deliveryStatus: 'cancelled' },
    'status issued, now cancelled; delivery status "-", now "cancelled"',
  ],
] as const)('AMB-52 who was slower is told what changed: %s', (_, change, told) => {
  const words = changedWords(seen, { ...seen, ...change, version: seen.version + 1 })
  expect(words).toEqual({
    title: 'Changed Meanwhile',
    text: `Somebody changed this request since you saw it: ${told}. Please look at it again.`,
  })
})

test('AMB-52 a change that does not show is told as one all the same', () => {
  expect(changedWords(seen, { ...seen, version: seen.version + 1 })?.text).toContain('it is issued now')
  expect(changedWords(seen, seen)).toBeNull()
})
