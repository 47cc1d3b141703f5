import { describe, expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import { later } from '../basics/time.ts'
import type { Actor } from '../people/actor.ts'
import { type RequestStatus, requestStatuses } from '../requests/request.ts'
import {
  downloadWords,
  viewerOf,
  whyNotDownload,
  whyNotRegenerate,
  whyNotRegenerateNow,
} from './downloading.ts'
import { invoiceWords } from './invoicing.ts'

const own = { id: '0123abcd', bankId: 'redbank' }
const paths = {
  ...own,
  hospitalInvoicePath: 'invoices/0123abcd/0123abcd-hospital-firm-invoice.pdf',
  bankInvoicePath: 'invoices/0123abcd/0123abcd-bloodbank-redbank-invoice.pdf',
}
const noPaths = { ...own, hospitalInvoicePath: null, bankInvoicePath: null }

const forProvider: RequestStatus[] = ['delivery-completed', 'completed', 'cancelled']
const forHospital: RequestStatus[] = ['completed', 'cancelled']

describe('handing out an invoice', () => {
  test.each(requestStatuses)('ADMIN-STATUS-23 of an order that is %s, to the provider', (status) => {
    const isAllowed = forProvider.includes(status)
    for (const party of ['hospital', 'bloodbank'] as const) {
      const refusal = whyNotDownload({ status, ...paths }, party, 'provider')
      expect(refusal, party).toEqual(isAllowed ? null : { code: 'not-ready' })
      expect(whyNotDownload({ status, ...noPaths }, party, 'provider')).toEqual({ code: 'not-ready' })
    }
  })

  test.each(requestStatuses)('REQSTATUS-16 AMB-80 of an order that is %s, to its hospital', (status) => {
    const refusal = whyNotDownload({ status, ...paths }, 'hospital', 'hospital')
    expect(refusal).toEqual(forHospital.includes(status) ? null : { code: 'not-ready' })
    expect(whyNotDownload({ status, ...noPaths }, 'hospital', 'hospital')).toEqual({ code: 'not-ready' })
  })

  test('ADMIN-STATUS-23 AMB-78 each of the two by its own path', () => {
    const status = 'completed'
    const hospitalOnly = { status, ...noPaths, hospitalInvoicePath: 'invoices/a.pdf' } as const
    expect(whyNotDownload(hospitalOnly, 'hospital', 'provider')).toBeNull()
    expect(whyNotDownload(hospitalOnly, 'bloodbank', 'provider')).toEqual({ code: 'not-ready' })
    const bankOnly = { status, ...noPaths, bankInvoicePath: paths.bankInvoicePath } as const
    expect(whyNotDownload(bankOnly, 'hospital', 'provider')).toEqual({ code: 'not-ready' })
    expect(whyNotDownload(bankOnly, 'bloodbank', 'provider')).toBeNull()
  })

  test('ADMIN-STATUS-24 the words are those of §4.2', () => {
    expect(say(downloadWords, { code: 'not-ready' }).text).toBe(
      'Please wait for a while as the invoice is being generated.',
    )
  })
})

describe('whose an invoice is', () => {
  const member = {
    kind: 'member',
    accountId: 'a',
    email: 'a@b',
    displayName: 'A',
    accountStatus: 'active',
    isApprovingBlocked: false,
  } as const
  const firm: Actor = { ...member, product: 'pilot', role: 'staff', organisationId: 'firm' }
  const redbank: Actor = { ...member, product: 'bloodbank', role: 'admin', organisationId: 'redbank' }
  const request = { hospitalId: 'firm', bankId: 'redbank' }

  test.each([
    [
      'the provider',
      { ...member, product: 'admin', role: 'admin', organisationId: null },
      'provider',
      'provider',
    ],
    ['its hospital', firm, 'hospital', null],
    ['its bank', redbank, null, 'bank'],
    ['another hospital', { ...firm, organisationId: 'noble' }, null, null],
    ['another bank', { ...redbank, organisationId: 'bluebank' }, null, null],
    ['a hospital that waits for its verification', { ...firm, accountStatus: 'pending' }, null, null],
    ['a driver', { kind: 'driver', accountId: 'd', email: 'd@b', displayName: 'D' }, null, null],
  ] as [string, Actor, string | null, string | null][])(
    'STORAGE-06 INVOICES-09 AMB-78 to %s',
    (_who, actor, hospital, bank) => {
      expect([viewerOf(actor, request, 'hospital'), viewerOf(actor, request, 'bloodbank')]).toEqual([
        hospital,
        bank,
      ])
    },
  )

  test("STORAGE-06 an order without a bank is no bank's", () => {
    const nobodys = { ...request, bankId: null }
    expect(viewerOf(redbank, nobodys, 'bloodbank')).toBeNull()
    expect(viewerOf({ ...redbank, organisationId: null }, nobodys, 'bloodbank')).toBeNull()
  })

  test('INVOICES-10 INVOICES-11 INVOICES-12 INVOICES-13 ERRORS-07 the four texts of a download that failed', () => {
    const { 'file-missing': missing, 'not-permitted': forbidden, cancelled, unknown } = downloadWords
    expect([missing, forbidden, cancelled, unknown].map(({ title, text }) => `${title}: ${text}`)).toEqual([
      "Error: File doesn't exist - wait for Invoice to be generated",
      "Error: User doesn't have permission to access the object",
      'Error: User canceled the upload',
      'Error: Unknown error occurred, inspect the server response',
    ])
  })
})

describe('making an invoice anew', () => {
  test.each(requestStatuses)('ADMIN-STATUS-18 of an order that is %s', (status) => {
    const refusal = whyNotRegenerate({ status, bankId: 'redbank' })
    if (status === 'delivery-completed' || status === 'completed') return expect(refusal).toBeNull()
    expect(refusal).toEqual({
      code: 'not-completed',
      values: { status: status.replace('bloodbank', 'redbank') },
    })
    expect(refusal && say(invoiceWords, refusal).text).toContain(
      `this one is ${status.replace('bloodbank', 'redbank')}`,
    )
  })

  const now = new Date('2026-11-16T06:00:00Z')
  test.each([
    ['none is running', null, null],
    ['one is', later(now, 1), 'running'],
    ['one died over it', now, null],
  ])(
    'ADMIN-STATUS-19 AMB-94 offered to nobody while one is running: %s',
    (_name, regeneratingUntil, code) => {
      expect(whyNotRegenerateNow({ ...own, status: 'completed', regeneratingUntil }, now)?.code ?? null).toBe(
        code,
      )
      const issued = whyNotRegenerateNow({ ...own, status: 'issued', regeneratingUntil }, now)
      expect(issued?.code).toBe('not-completed')
    },
  )
})
