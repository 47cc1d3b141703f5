import { expect, test } from 'vitest'
import { at, raisedRequest } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { moveWords } from '../requests/moving.ts'
import { invoiceToasts, keepInvoice, whyNotKeepInvoice } from './invoice-upload.ts'

const request = {
  ...raisedRequest(),
  bankId: 'redbank',
}

test.each([
  ['hospital', 'hospital Invoice uploading in progress...', 'hospital invoice uploaded Successfully!'],
  ['bloodbank', 'bloodbank Invoice uploading in progress...', 'bloodbank invoice uploaded Successfully!'],
] as const)(
  'UPDATEDB-14 UPDATEDB-15 the toasts of the %s invoice, with how long they stay',
  (party, begun, done) => {
    expect(invoiceToasts(party)).toEqual({
      begun: { text: begun, kind: 'info', ms: 2000 },
      done: { text: done, kind: 'success', ms: 1000 },
    })
  },
)

test('UPDATEDB-07 AMB-102 the bank has an invoice only where a bank is linked', () => {
  const refusal = whyNotKeepInvoice({ bankId: null }, 'bloodbank')
  expect(refusal && say(moveWords, refusal)).toEqual({
    title: 'Data Not Submitted',
    text: 'Please ensure that BloodBank is linked to the Hospital',
  })
  expect(whyNotKeepInvoice({ bankId: null }, 'hospital')).toBeNull()
  expect(whyNotKeepInvoice({ bankId: 'redbank' }, 'bloodbank')).toBeNull()
  expect(whyNotKeepInvoice(undefined, 'hospital')?.code).toBe('request-unknown')
})

test.each([
  ['hospital', 'hospitalInvoicePath', 'invoices/0123abcd/0123abcd-hospital-firm-invoice.pdf'],
  ['bloodbank', 'bankInvoicePath', 'invoices/0123abcd/0123abcd-bloodbank-redbank-invoice.pdf'],
] as const)(
  'UPDATEDB-13 STORAGE-03 AMB-100 the path of the %s invoice is written to the request',
  (party, field, path) => {
    expect(keepInvoice(Object.freeze(request), party, at('13:00'))).toStrictEqual({
      ...request,
      [field]: path,
      updatedAt: at('13:00'),
      version: request.version + 1,
    })
  },
)
