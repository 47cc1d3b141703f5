import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import {
  amountsOf,
  invoiceIdOf,
  invoiceOf,
  invoicePath,
  invoiceWords,
  type Prices,
  whyNotInvoice,
  whyNotThisKind,
} from './invoicing.ts'

const prices: Prices = { unitPaise: 145_000, deliveryPaise: 30_000, feePaise: 9_950 }
const order = { bankId: 'redbank', component: 'PRBC', units: 7, invoiceKind: 'NORMAL' } as const
const declined = { ...order, invoiceKind: 'RESERVATION_DECLINED' } as const

describe('what an order costs', () => {
  test('INVOICES-05 INVOICES-08 units at the price, the rate for each delivery, the fee once', () => {
    expect(amountsOf(order, prices)).toEqual({
      pricePaise: 7 * 145_000,
      deliveryPaise: 3 * 30_000,
      feePaise: 9_950,
      totalPaise: 7 * 145_000 + 3 * 30_000 + 9_950,
    })
  })

  test.each([
    [1, 1],
    [3, 1],
    [4, 2],
    [30, 10],
  ])('INVOICES-05 %i units are %i deliveries', (units, drives) => {
    expect(amountsOf({ ...order, units }, prices).deliveryPaise).toBe(drives * 30_000)
  })

  test('INVOICES-01 of a reservation that was never taken only the fee is charged', () => {
    expect(amountsOf(declined, prices)).toEqual({
      pricePaise: 0,
      deliveryPaise: 0,
      feePaise: 9_950,
      totalPaise: 9_950,
    })
  })

  test('INVOICES-06 T42 the total is the sum of its parts, in whole paise, whatever the prices', () => {
    const paise = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(
        paise,
        paise,
        paise,
        fc.integer({ min: 1, max: 30 }),
        (unitPaise, deliveryPaise, feePaise, units) => {
          const made = amountsOf({ ...order, units }, { unitPaise, deliveryPaise, feePaise })
          expect(made.totalPaise).toBe(made.pricePaise + made.deliveryPaise + made.feePaise)
          expect(Object.values(made).every(Number.isSafeInteger)).toBe(true)
        },
      ),
    )
  })
})

describe('what has no price has no invoice', () => {
  test('INVOICES-07 nothing speaks against an order with all its prices', () => {
    expect(whyNotInvoice(order, prices)).toBeNull()
  })

  test.each([
    ['no-bank', { ...order, bankId: null }, prices],
    ['no-price', order, { ...prices, unitPaise: null }],
    ['no-delivery-price', order, { ...prices, deliveryPaise: null }],
    ['no-delivery-price', order, { ...prices, feePaise: null }],
  ] as const)(
    'INVOICES-07 INVOICES-17 %s: it fails clearly, and never with a nought',
    (code, request, some) => {
      const refusal = whyNotInvoice(request, some)
      expect(refusal?.code).toBe(code)
      expect(refusal && say(invoiceWords, refusal)).toMatchObject({ title: 'Invoice Generation Failed' })
      expect(refusal && say(invoiceWords, refusal).text).not.toContain('{')
    },
  )

  test('INVOICES-07 a price of nought is a price', () => {
    expect(whyNotInvoice(order, { unitPaise: 0, deliveryPaise: 0, feePaise: 0 })).toBeNull()
  })

  test('INVOICES-01 the declined reservation needs only the fee', () => {
    const fee = { unitPaise: null, deliveryPaise: null, feePaise: 1 }
    expect(whyNotInvoice(declined, fee)).toBeNull()
  })
})

test('INVOICES-01 AMB-89 how an order is billed is not for the caller to choose', () => {
  expect(whyNotThisKind(declined, 'RESERVATION_DECLINED')).toBeNull()
  expect(whyNotThisKind(order, 'NORMAL')).toBeNull()
  const refusal = whyNotThisKind(declined, 'NORMAL')
  expect(refusal && say(invoiceWords, refusal).text).toBe('This order is billed as RESERVATION_DECLINED.')
  expect(whyNotThisKind(order, 'RESERVATION_DECLINED')?.code).toBe('wrong-kind')
})

test('INVOICES-03 INVOICES-04 STORAGE-03 the paths of the two documents', () => {
  const request = { id: '0123abcd', hospitalId: 'firm', bankId: 'redbank' }
  expect(invoicePath('hospital', request)).toBe('invoices/0123abcd/0123abcd-hospital-firm-invoice.pdf')
  expect(invoicePath('bloodbank', request)).toBe('invoices/0123abcd/0123abcd-bloodbank-redbank-invoice.pdf')
})

test('INVOICES-05 a number is of its year and six digits long', () => {
  expect([invoiceIdOf(2026, 42), invoiceIdOf(2026, 1_234_567)]).toEqual([
    'INV-2026-000042',
    'INV-2026-1234567',
  ])
})

test.each([
  ['there is none', null, 'redbank', null],
  ['it names the bank of now', 'redbank', 'redbank', 'redbank'],
  ['it names a bank that had the order before', 'redbank', 'bluebank', null],
  ['the order has no bank any more', 'redbank', null, null],
])('AMB-214 the bank’s invoice: %s', (_, named, bankId, expected) => {
  const pathFor = (bank: string | null) =>
    bank === null ? null : `invoices/0123abcd/0123abcd-bloodbank-${bank}-invoice.pdf`
  const hospitalInvoicePath = 'invoices/0123abcd/0123abcd-hospital-firm-invoice.pdf'
  const request = { id: '0123abcd', bankId, hospitalInvoicePath, bankInvoicePath: pathFor(named) }
  expect(invoiceOf(request, 'bloodbank')).toBe(pathFor(expected))
  expect(invoiceOf(request, 'hospital')).toBe(hospitalInvoicePath)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(invoiceWords)).toEqual(['not-completed', 'running'])
})
