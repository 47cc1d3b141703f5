import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { invoicePath } from '#domain/billing/invoicing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aPdf } from '#testing/makers/pictures.ts'

const service = await aService({ settings: { ROLE: 'web' } })

/** An order of firm at redbank with both its documents. */
async function anInvoiced(wish: RequestWish = {}) {
  const request = await aRequest(service.db, {
    status: 'completed',
    hospitalId: 'firm',
    bankId: 'redbank',
    ...wish,
  })
  const [hospitalInvoicePath, bankInvoicePath] = [
    invoicePath('hospital', request),
    invoicePath('bloodbank', request),
  ]
  for (const path of [hospitalInvoicePath, bankInvoicePath]) {
    const file = join(service.settings.DATA_DIR, 'files', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, aPdf(path))
  }
  await service.db
    .updateTable('requests')
    .set({ hospitalInvoicePath, bankInvoicePath })
    .where('id', '=', request.id)
    .execute()
  return { ...request, hospitalInvoicePath, bankInvoicePath }
}

const get = (email: string | null, id: string, party: string) =>
  (email ? service.as(email) : service.anonymous).raw('GET', `/api/requests/${id}/invoices/${party}`)

describe('getting an invoice', () => {
  test('AMB-214 linked to another bank: nobody gets the former one’s until one is made for the new; linked back it is there again', async () => {
    const order = await anInvoiced()
    const support = service.as('bloodsupport')
    const link = async (bankId: string) => {
      const { version } = await support.done(orders.show, { id: order.id })
      await support.done(orders.link, { id: order.id, version, bankId, driverEmail: arun })
    }
    const statusFor = async (email: string, party = 'bloodbank') => (await get(email, order.id, party)).status
    const listed = async (email: string) =>
      (await service.as(email).done(issuing.list, { id: order.id })).items.map((one) => one.bankInvoicePath)

    await link('bluebank')
    const notReady = await get('bloodsupport', order.id, 'bloodbank')
    expect([notReady.status, notReady.text]).toEqual([
      404,
      expect.stringContaining('Please wait for a while'),
    ])
    expect(await statusFor('bluebank_bloodbank')).toBe(404)
    expect(await statusFor('redbank_bloodbank')).toBe(403)
    expect(await listed('bluebank_bloodbank')).toEqual([null])
    for (const email of ['firm', 'bloodsupport']) expect(await statusFor(email, 'hospital')).toBe(200)

    await link('redbank')
    expect(await listed('redbank_bloodbank')).toEqual([order.bankInvoicePath])
    expect(await statusFor('redbank_bloodbank')).toBe(200)
    expect(await statusFor('bluebank_bloodbank')).toBe(403)
  })

  test.each(['completed', 'cancelled'] as RequestStatus[])(
    'INVOICES-09 INVOICES-14 STORAGE-06 REQSTATUS-16 ADMIN-STATUS-23 AMB-80 of an order that is %s each gets what is made out for them, as a file and nothing else',
    async (orderStatus) => {
      const order = await anInvoiced({ status: orderStatus })
      for (const [email, party, path] of [
        ['firm', 'hospital', order.hospitalInvoicePath],
        ['firm_pilot', 'hospital', order.hospitalInvoicePath],
        ['redbank_bloodbank', 'bloodbank', order.bankInvoicePath],
        ['bloodsupport', 'hospital', order.hospitalInvoicePath],
        ['bloodsupport', 'bloodbank', order.bankInvoicePath],
      ] as const) {
        const { status, bytes, headers } = await get(email, order.id, party)
        expect([status, bytes], email).toEqual([200, aPdf(path)])
        expect(headers.get('content-type')).toBe('application/pdf')
        expect(headers.get('content-disposition')).toBe(`attachment; filename="${path.split('/').at(-1)}"`)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toContain('sandbox')
      }
    },
  )

  test('INVOICES-09 INVOICES-11 STORAGE-06 ROLES-24 others get 403, whether there is such an order or not; without a session 401', async () => {
    const order = await anInvoiced()
    const without = [
      ['firm', 'bloodbank', order.id],
      ['noble', 'hospital', order.id],
      ['noble', 'hospital', 'ffffffff'],
      ['redbank_bloodbank', 'hospital', order.id],
      ['bluebank_bloodbank', 'bloodbank', order.id],
      ['arun.driver', 'hospital', order.id],
    ] as const
    for (const [email, party, id] of without) {
      const answer = await get(email, id, party)
      expect(answer.status, `${email} ${party}`).toBe(403)
      expect(answer.bytes.includes('%PDF')).toBe(false)
    }
    const words = (await get('noble', order.id, 'hospital')).json()
    expect(words).toMatchObject({ title: 'Error', text: "User doesn't have permission to access the object" })
    expect((await get('noble', 'ffffffff', 'hospital')).json()).toEqual(words)
    expect((await get(null, order.id, 'hospital')).status).toBe(401)
    expect((await get('bloodsupport', 'ffffffff', 'hospital')).status).toBe(404)
    expect((await get('bloodsupport', order.id, 'driver')).status).toBe(422)
  })

  test.each(['pending', 'issued', 'delivery-completed'] as RequestStatus[])(
    'REQSTATUS-16 ADMIN-STATUS-23 AMB-80 of an order that is %s the hospital and the bank get none yet',
    async (status) => {
      const order = await anInvoiced({ status })
      for (const [email, party] of [
        ['firm', 'hospital'],
        ['redbank_bloodbank', 'bloodbank'],
      ] as const) {
        const answer = await get(email, order.id, party)
        expect([answer.status, answer.json()]).toMatchObject([
          403,
          { text: 'Please wait for a while as the invoice is being generated.' },
        ])
      }
      const isForProvider = status === 'delivery-completed'
      expect((await get('bloodsupport', order.id, 'hospital')).status).toBe(isForProvider ? 200 : 403)
    },
  )

  test('INVOICES-18 an order without a path answers 404 with the words of the popup', async () => {
    const { id } = await aRequest(service.db, { status: 'completed', hospitalId: 'firm' })
    for (const email of ['firm', 'bloodsupport']) {
      const answer = await get(email, id, 'hospital')
      expect([answer.status, answer.json()]).toMatchObject([
        404,
        { code: 'not-ready', text: 'Please wait for a while as the invoice is being generated.' },
      ])
    }
  })
})
