import { describe, expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { fontsIn, readPdf, wordsSaidIn } from '#testing/harness/pdf-text.ts'
import { type InvoiceData, invoicePdf } from './invoice.ts'
import { lookIntoPdf } from './pdf-look.ts'

const data: InvoiceData = {
  party: 'hospital',
  invoiceId: 'INV-2026-000042',
  issuedAt: instantOf('2026-11-15', '10:00'),
  request: {
    id: '0123abcd',
    patientId: 'FH-118160',
    bloodGroup: 'B-',
    component: 'PRBC',
    units: 7,
    orderType: 'immediate',
    deliveredAt: instantOf('2026-11-15', '09:30'),
  },
  hospital: {
    name: 'Firm Hospital',
    address: '14 Cathedral Road, Chennai 600086',
    phones: ['+914428110014'],
  },
  bank: { name: 'இரத்த வங்கி', address: 'திருச்சி, மதுரை', phones: [] },
  isDeclined: false,
  lines: [
    { what: 'Packed Red Blood Cells, B NEG', count: 7, eachPaise: 1_450_00, paise: 10_150_00 },
    { what: 'Delivery', count: 3, eachPaise: 120_00, paise: 360_00 },
    { what: 'Convenience fee', count: 1, eachPaise: 1_23_456_78, paise: 1_23_456_78 },
  ],
  totalPaise: 1_33_966_78,
}

describe('an invoice, opened again', () => {
  test('INVOICES-15 AMB-97 that of the hospital: one A4 page with both parties, the ids, each line and the total', async () => {
    const { pages, text, size } = await readPdf(await invoicePdf(data))
    expect([pages, size]).toEqual([1, [595, 842]])
    for (const words of [
      'INV-2026-000042',
      '15 Nov 2026',
      '0123abcd',
      'FH-118160',
      'Firm Hospital',
      '14 Cathedral Road, Chennai 600086',
      'Packed Red Blood Cells, B NEG 7 ₹ 1,450.00 ₹ 10,150.00',
      'Delivery 3 ₹ 120.00 ₹ 360.00',
      'Convenience fee 1 ₹ 1,23,456.78 ₹ 1,23,456.78',
      'Total ₹ 1,33,966.78',
      'Rupees One Lakh Thirty Three Thousand Nine Hundred Sixty Six and Seventy Eight Paise Only',
    ]) {
      expect(text).toContain(words)
    }
  })

  test('INVOICES-15 AMB-97 that of the bank does not say whose blood it was', async () => {
    const { pages, text } = await readPdf(
      await invoicePdf({ ...data, party: 'bloodbank', lines: data.lines.slice(0, 1), totalPaise: 10_150_00 }),
    )
    expect(pages).toBe(1)
    for (const words of ['INV-2026-000042', '0123abcd', 'Firm Hospital', 'Total ₹ 10,150.00']) {
      expect(text).toContain(words)
    }
    for (const words of ['FH-118160', 'Patient', 'Delivery', 'Convenience']) expect(text).not.toContain(words)
  })

  test('INVOICES-15 T54 a Tamil name is there as letters, and every font comes with the file, and nothing but pages', async () => {
    const pdf = await invoicePdf(data)
    expect(lookIntoPdf(pdf)).toBeNull()
    const { text } = await readPdf(pdf)
    for (const words of ['இரத்த வங்கி', 'திருச்சி']) expect(text).toContain(words)
    expect(wordsSaidIn(pdf)).toEqual(['திருச்சி, மதுரை'])
    const fonts = fontsIn(pdf)
    expect(fonts.length).toBe(2)
    expect(fonts.filter(({ name, isEmbedded }) => !isEmbedded || !name.includes('NotoSansTamil'))).toEqual([])
  })

  test('INVOICES-01 a reservation that was not taken says so', async () => {
    const { text } = await readPdf(await invoicePdf({ ...data, isDeclined: true }))
    expect(text).toContain('only the convenience fee is charged')
    expect((await readPdf(await invoicePdf(data))).text).not.toContain('only the convenience fee')
  })

  test('INVOICES-15 long names and addresses stay on the page', async () => {
    const long = { name: 'Sri '.repeat(30), address: 'Street, '.repeat(25), phones: ['1', '2'] }
    expect((await readPdf(await invoicePdf({ ...data, hospital: long, bank: long }))).pages).toBe(1)
  })
})
