import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { billing } from '#contract/billing.ts'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { namedCalls } from '#contract/named-calls.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { type InvoiceParty, invoiceParties } from '#domain/billing/invoicing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService } from '#testing/harness/service.ts'
import { aBank, aRequest } from '#testing/makers/makers.ts'
import { aPdf, send } from '#testing/makers/pictures.ts'
import { somePrices, thePrices } from '#testing/makers/prices.ts'

const now = instantOf('2026-11-16', '12:00')
const service = await aService({ now })
const { db } = service
const provider = service.as('bloodsupport')
beforeEach(() => thePrices(db))

const aDelivered = (wish: RequestWish = {}) =>
  aRequest(db, { status: 'delivery-completed', units: 7, ...wish }, now)
const seen = ({ id, version }: BloodRequest) => ({ id, version })
const rowOf = (id: string) =>
  db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const invoiceOf = (id: string) =>
  db.selectFrom('invoices').selectAll().where('requestId', '=', id).executeTakeFirst()
const kindsOf = async (id: string) =>
  (await db.selectFrom('events').select('kind').where('subjectId', '=', id).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const fileAt = (path: string | null) => service.placeOf(path)
const textAt = async (path: string | null) => (await readPdf(await readFile(await fileAt(path)))).text

/** Both documents are there and their paths on the request. */
const invoiced = (id: string) =>
  vi.waitFor(
    async () => {
      const row = await rowOf(id)
      expect([row.hospitalInvoicePath, row.bankInvoicePath]).not.toContain(null)
      return row
    },
    { timeout: 15_000, interval: 50 },
  )

const generate = ({ id, invoiceKind }: BloodRequest, party: InvoiceParty) =>
  provider.call(namedCalls.generateInvoice, { docID: id, type: invoiceKind, InvoiceType: party })

describe('the first completion', () => {
  test('UPDATEDB-09 INVOICES-02 INVOICES-03 INVOICES-04 INVOICES-05 INVOICES-06 makes both documents, one number and one summary', async () => {
    const request = await aDelivered({ hospitalId: 'firm', bankId: 'redbank' })
    await provider.done(orders.move, { ...seen(request), status: 'completed' })
    const row = await invoiced(request.id)
    const { id } = row
    expect([row.hospitalInvoicePath, row.bankInvoicePath]).toEqual([
      `invoices/${id}/${id}-hospital-firm-invoice.pdf`,
      `invoices/${id}/${id}-bloodbank-redbank-invoice.pdf`,
    ])
    const invoice = await invoiceOf(id)
    expect(invoice).toMatchObject({
      kind: 'NORMAL',
      bankId: 'redbank',
      pricePaise: 7 * somePrices.PRBC,
      deliveryPaise: 3 * somePrices.delivery_rate,
      feePaise: somePrices.convenience_Fee,
      totalPaise: 7 * somePrices.PRBC + 3 * somePrices.delivery_rate + somePrices.convenience_Fee,
    })
    expect(invoice?.invoiceId).toMatch(/^INV-2026-\d{6}$/)
    expect(invoice?.issuedAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
    const [hospital, bank] = [await textAt(row.hospitalInvoicePath), await textAt(row.bankInvoicePath)]
    const blood = 'Packed Red Blood Cells, O POS 7 ₹ 1,450.00 ₹ 10,150.00'
    const both = [invoice?.invoiceId ?? '', id, '16 Nov 2026', 'Blood bank Redbank', blood]
    const forHospital = ['Billed to Firm Hospital', row.patientId, 'Delivery 3 ₹ 120.00 ₹ 360.00']
    for (const words of [...both, ...forHospital, 'Total ₹ 10,559.50']) expect(hospital).toContain(words)
    for (const words of [...both, 'Hospital Firm Hospital', 'Total ₹ 10,150.00']) {
      expect(bank).toContain(words)
    }
    for (const words of [row.patientId, row.patientName, '120.00', '49.50']) expect(bank).not.toContain(words)
    expect(await kindsOf(id)).toEqual(
      expect.arrayContaining(['request-completed', 'hospital-invoice-made', 'bloodbank-invoice-made']),
    )
    // what Price Tracking and the details popup show is the same summary
    const { invoiceId, issuedAt, pricePaise, deliveryPaise, feePaise, totalPaise } = invoice ?? {}
    const shown = { invoiceId, issuedAt, pricePaise, deliveryPaise, feePaise, totalPaise }
    const { items } = await provider.done(billing.track, { hospital: 'firm', size: 100 })
    expect(items.find((item) => item.id === id)).toMatchObject({
      ...shown,
      hospitalName: 'Firm',
      bankName: 'Redbank',
      bloodGroup: 'O+',
      component: 'PRBC',
    })
    expect((await provider.done(orders.show, { id })).invoice).toMatchObject(shown)
  })

  test('INVOICES-02 ADMIN-STATUS-16 AMB-54 Approve Invoice is a first move like any other', async () => {
    const request = await aDelivered()
    await provider.done(orders.approveInvoice, seen(request))
    await invoiced(request.id)
  })

  test('UPDATEDB-10 AMB-53 away and back makes nothing anew', async () => {
    const request = await aDelivered()
    const completed = await provider.done(orders.move, { ...seen(request), status: 'completed' })
    await invoiced(request.id)
    const before = await invoiceOf(request.id)
    await thePrices(db, { PRBC: 99_00 })
    const issued = await provider.done(orders.move, { ...seen(completed), status: 'issued' })
    await provider.done(orders.move, { ...seen(issued), status: 'completed' })
    // another order's invoices come after whatever was waiting for this one
    const other = await aDelivered()
    await provider.done(orders.approveInvoice, seen(other))
    await invoiced(other.id)
    expect(await invoiceOf(request.id)).toEqual(before)
    expect((await kindsOf(request.id)).filter((kind) => kind === 'hospital-invoice-made')).toHaveLength(1)
  })

  test('UPDATEDB-13 AMB-54 an invoice that was uploaded stays, the other is made', async () => {
    const request = await aDelivered()
    const pdf = aPdf('from the ledger')
    const input = { ...seen(request), party: 'hospital', fileName: 'bill.pdf' } as const
    const uploaded = (await send(provider, invoiceFiles.upload, input, pdf)).json() as BloodRequest
    await provider.done(orders.approveInvoice, seen(uploaded))
    const row = await invoiced(request.id)
    expect(await readFile(await fileAt(row.hospitalInvoicePath))).toEqual(pdf)
    expect(await textAt(row.bankInvoicePath)).toContain('Total ₹ 10,150.00')
  })
})

describe('without a price', () => {
  test('INVOICES-07 INVOICES-17 AMB-86 the status stands, nothing is billed, the trail says what to mend; mended, it can be made', async () => {
    await thePrices(db, { PRBC: null })
    const request = await aDelivered()
    const completed = await provider.done(orders.move, { ...seen(request), status: 'completed' })
    await vi.waitFor(async () => expect(await kindsOf(request.id)).toContain('invoice-failed'), 15_000)
    expect(await rowOf(request.id)).toMatchObject({ status: 'completed', hospitalInvoicePath: null })
    expect(await invoiceOf(request.id)).toBeUndefined()
    const { timeline } = await provider.done(orders.show, { id: request.id })
    const reason = 'The blood bank redbank has no price for PRBC. Please set it on Update Delivery Prices.'
    expect(timeline.at(-1)).toMatchObject({ kind: 'invoice-failed', reason })
    // the hospital is not told what passes between the provider and the bank
    const own = await service.as('firm').done(requests.show, { id: request.id })
    expect(JSON.stringify(own.timeline)).not.toContain('no price')

    const refused = await generate(completed, 'hospital')
    expect([refused.status, refused.refusal]).toMatchObject([
      422,
      { title: 'Invoice Generation Failed', text: reason },
    ])
    await thePrices(db, { PRBC: 2_000_00 })
    for (const party of invoiceParties) expect((await generate(completed, party)).status).toBe(200)
    expect((await invoiceOf(request.id))?.pricePaise).toBe(7 * 2_000_00)
  })

  test('AMB-209 of a component that the bank never had, it is set on Update Delivery Prices and the order invoiced', async () => {
    const { id: bankId } = await aBank(db, { isListed: false })
    const request = await aDelivered({ component: 'SDP', bankId, status: 'completed' })
    expect((await generate(request, 'hospital')).refusal?.text).toBe(
      `The blood bank ${bankId} has no price for SDP. Please set it on Update Delivery Prices.`,
    )
    await provider.done(billing.setBankPrices, { bankId, paise: { PRBC: 1, FFP: 1, SDP: 9_000_00 } })
    for (const party of invoiceParties) expect((await generate(request, party)).status).toBe(200)
    expect((await invoiceOf(request.id))?.pricePaise).toBe(7 * 9_000_00)
  })

  test.each(['delivery_rate', 'convenience_Fee'] as const)('INVOICES-08 %s is missing', async (name) => {
    await thePrices(db, { [name]: null })
    const { refusal } = await generate(await aDelivered(), 'hospital')
    expect(refusal?.text).toBe(`The price ${name} is missing. Please set it on Update Delivery Prices.`)
  })

  test('INVOICES-08 PRICES-04 a price that was never set is listed without one, and set', async () => {
    await thePrices(db, { delivery_rate: null, convenience_Fee: null })
    expect((await provider.done(billing.deliveryPrices, {})).items).toEqual([
      { name: 'convenience_Fee', paise: null },
      { name: 'delivery_rate', paise: null },
    ])
    const items = [
      { name: 'convenience_Fee', paise: 5_00 },
      { name: 'delivery_rate', paise: 7_00 },
    ]
    expect((await provider.done(billing.setDeliveryPrices, { items })).items).toEqual(items)
    const request = await aDelivered()
    expect((await generate(request, 'hospital')).status).toBe(200)
    expect(await invoiceOf(request.id)).toMatchObject({ feePaise: 5_00, deliveryPaise: 3 * 7_00 })
  })
})

describe('generating again', () => {
  test('ADMIN-STATUS-20 INVOICES-07 INVOICES-08 INVOICES-17 PRICES-07 AMB-93 with the prices and the bank of now, under the same number', async () => {
    await thePrices(db, { PRBC: 900_00 }, 'bluebank')
    const request = await aDelivered({ bankId: 'redbank' })
    for (const party of invoiceParties) expect((await generate(request, party)).status).toBe(200)
    const first = await invoiceOf(request.id)

    await provider.done(billing.setDeliveryPrices, {
      items: [
        { name: 'convenience_Fee', paise: 1_00 },
        { name: 'delivery_rate', paise: 2_00 },
      ],
    })
    await db.updateTable('requests').set({ bankId: 'bluebank' }).where('id', '=', request.id).execute()
    for (const party of invoiceParties) expect((await generate(request, party)).status).toBe(200)
    const again = await invoiceOf(request.id)
    expect(again).toEqual({
      ...first,
      bankId: 'bluebank',
      pricePaise: 7 * 900_00,
      deliveryPaise: 3 * 2_00,
      feePaise: 1_00,
      totalPaise: 7 * 900_00 + 3 * 2_00 + 1_00,
    })
    const row = await rowOf(request.id)
    expect(row.bankInvoicePath).toContain('-bloodbank-bluebank-invoice.pdf')
    expect(await textAt(row.hospitalInvoicePath)).toContain('Total ₹ 6,307.00')
    expect(await textAt(row.bankInvoicePath)).toContain('Total ₹ 6,300.00')
    // the first amounts stay in the trail
    const events = await db
      .selectFrom('events')
      .select(['detail', 'actorName'])
      .where('subjectId', '=', request.id)
      .where('kind', '=', 'hospital-invoice-made')
      .orderBy('id')
      .execute()
    expect(events.map(({ detail }) => JSON.parse(detail).totalPaise)).toEqual([
      first?.totalPaise,
      again?.totalPaise,
    ])
    expect(events[0]?.actorName).toBe('bloodsupport')
  })

  test.each([
    ['PRBC', 101, 17, 3, '₹ 7.61', '₹ 7.07'],
    ['FFP', 907_03, 211_01, 53_09, '₹ 7,035.33', '₹ 6,349.21'],
    ['RDP', 31_00, 0, 1, '₹ 217.01', '₹ 217.00'],
    ['SDP', 7_999_99, 1, 0, '₹ 55,999.96', '₹ 55,999.93'],
  ] as const)(
    'INVOICES-17 PRICES-07 every amount of %s is what was set',
    async (component, unit, rate, fee, hospitalTotal, bankTotal) => {
      const any = { PRBC: 1, FFP: 1, RDP: 1, SDP: 1 }
      await thePrices(db, any, 'bluebank')
      const paise = { ...any, [component]: unit }
      await provider.done(billing.setBankPrices, { bankId: 'bluebank', paise })
      const items = [
        { name: 'convenience_Fee', paise: fee },
        { name: 'delivery_rate', paise: rate },
      ]
      await provider.done(billing.setDeliveryPrices, { items })
      const request = await aDelivered({ component, bankId: 'bluebank' })
      for (const party of invoiceParties) expect((await generate(request, party)).status).toBe(200)
      const [pricePaise, deliveryPaise] = [7 * unit, 3 * rate]
      const totalPaise = pricePaise + deliveryPaise + fee
      const invoice = await invoiceOf(request.id)
      expect(invoice).toMatchObject({ pricePaise, deliveryPaise, feePaise: fee, totalPaise })
      const row = await rowOf(request.id)
      expect(await textAt(row.hospitalInvoicePath)).toContain(`Total ${hospitalTotal}`)
      expect(await textAt(row.bankInvoicePath)).toContain(`Total ${bankTotal}`)
    },
  )

  test('ADMIN-STATUS-19 AMB-94 while it runs a second call of the same order answers 409', async () => {
    const request = await aDelivered()
    const answers = await Promise.all([generate(request, 'hospital'), generate(request, 'hospital')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.refusal).toMatchObject({
      title: 'Invoice Generation Failed',
      text: 'This invoice is being generated already.',
    })
    expect((await generate(request, 'hospital')).status).toBe(200)
  })

  test('INVOICES-01 other types are refused, amounts that are sent are not looked at', async () => {
    const request = await aDelivered()
    const post = (body: object) => provider.raw('POST', '/api/generateInvoice', { body })
    const whole = { docID: request.id, type: 'NORMAL', InvoiceType: 'hospital' }
    for (const wrong of [
      { type: 'FREE' },
      { InvoiceType: 'driver' },
      { docID: '../../etc' },
      { docID: undefined },
      { type: 'RESERVATION_DECLINED' },
    ]) {
      expect((await post({ ...whole, ...wrong })).status, JSON.stringify(wrong)).toBe(422)
    }
    expect((await post({ ...whole, docID: 'ffffffff' })).status).toBe(404)
    expect(await invoiceOf(request.id)).toBeUndefined()
    const sent = await post({
      ...whole,
      price: 1,
      total: 1,
      convenience_Fee: 0,
      Hospital: 'noble',
      NoOfUnits: 1,
    })
    expect([sent.status, sent.json()]).toMatchObject([200, { message: 'Invoice generated' }])
    expect((await invoiceOf(request.id))?.pricePaise).toBe(7 * somePrices.PRBC)
    const { hospitalInvoicePath, bankInvoicePath } = await rowOf(request.id)
    expect(await textAt(hospitalInvoicePath)).toContain('Billed to Firm Hospital')
    expect(bankInvoicePath).toBeNull()
  })

  test('ROLES-21 only the provider may', async () => {
    const request = await aDelivered()
    const input = { docID: request.id, type: 'NORMAL', InvoiceType: 'hospital' } as const
    for (const email of ['firm', 'firm_pilot', 'city_admin', 'redbank_bloodbank', 'arun.driver']) {
      expect((await service.as(email).call(namedCalls.generateInvoice, input)).status, email).toBe(403)
    }
    expect((await service.anonymous.call(namedCalls.generateInvoice, input)).status).toBe(401)
    expect(await invoiceOf(request.id)).toBeUndefined()
  })

  test('ADMIN-STATUS-18 what is not delivered yet has no invoice', async () => {
    const { status, refusal } = await generate(await aRequest(db, { status: 'issued' }, now), 'hospital')
    expect([status, refusal?.title, refusal?.text]).toEqual([
      409,
      'Invoice Generation Failed',
      'Only a delivered or completed order has an invoice: this one is issued.',
    ])
  })

  test('INVOICES-10 a file that was lost is healed by the next time', async () => {
    const request = await aDelivered({ status: 'completed' })
    expect((await generate(request, 'hospital')).status).toBe(200)
    const { hospitalInvoicePath } = await rowOf(request.id)
    await rm(await fileAt(hospitalInvoicePath))
    const download = () => provider.raw('GET', `/api/requests/${request.id}/invoices/hospital`)
    const lost = await download()
    expect([lost.status, lost.json()]).toMatchObject([
      404,
      { code: 'file-missing', text: "File doesn't exist - wait for Invoice to be generated" },
    ])
    expect((await generate(request, 'hospital')).status).toBe(200)
    expect((await download()).status).toBe(200)
  })
})

describe('when the files cannot be written', () => {
  test('INVOICES-02 T40 nothing names a file that is not there; the next try makes it, under the number it has', async () => {
    const request = await aDelivered()
    const folder = join(service.settings.DATA_DIR, 'files', 'content')
    // a file where the folder should be
    const { rename, writeFile } = await import('node:fs/promises')
    await rename(folder, `${folder}-aside`)
    await writeFile(folder, 'in the way')
    expect((await generate(request, 'hospital')).status).toBe(500)
    expect((await rowOf(request.id)).hospitalInvoicePath).toBeNull()
    const number = (await invoiceOf(request.id))?.invoiceId
    await rm(folder)
    await rename(`${folder}-aside`, folder)
    expect((await generate(request, 'hospital')).status).toBe(200)
    expect((await invoiceOf(request.id))?.invoiceId).toBe(number)
    expect(await readdir(join(service.settings.DATA_DIR, 'files', '.drafts'))).toEqual([])
  })
})

test('INVOICES-02 asked for four times at once, each document is made once', async () => {
  const { id } = await aDelivered({ status: 'completed' })
  await db.transaction().execute(async (tx) => {
    for (let time = 0; time < 4; time++)
      await service.jobs.enqueue(tx, { queue: 'make-invoices', data: { requestId: id } })
  })
  await invoiced(id)
  const other = await aDelivered()
  await provider.done(orders.approveInvoice, seen(other))
  await invoiced(other.id)
  expect((await kindsOf(id)).filter((kind) => kind.endsWith('-invoice-made'))).toEqual([
    'hospital-invoice-made',
    'bloodbank-invoice-made',
  ])
})

test('INVOICES-02 many completions at once: each has one number and two files', async () => {
  const all = await Promise.all(Array.from({ length: 24 }, () => aDelivered()))
  await Promise.all(all.map((request) => provider.done(orders.approveInvoice, seen(request))))
  for (const { id } of all) {
    const { hospitalInvoicePath, bankInvoicePath } = await invoiced(id)
    for (const path of [hospitalInvoicePath, bankInvoicePath]) {
      expect((await readFile(await fileAt(path))).toString('latin1', 0, 5)).toBe('%PDF-')
    }
  }
  const rows = await db
    .selectFrom('invoices')
    .select('invoiceId')
    .where(
      'requestId',
      'in',
      all.map(({ id }) => id),
    )
    .execute()
  expect([rows.length, new Set(rows.map(({ invoiceId }) => invoiceId)).size]).toEqual([24, 24])
})
