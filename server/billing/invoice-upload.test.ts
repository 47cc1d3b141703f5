import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { orders } from '#contract/orders.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Files } from '#server/basics/files.ts'
import type { Drawing } from '#server/documents/drawing.ts'
import { TooBusy, TookTooLong } from '#server/platform/tasks/threads.ts'
import type { Client } from '#testing/harness/client.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aPdfWith } from '#testing/makers/pdfs.ts'
import { aBomb, aJpeg, aPdf, aPng, aTellingJpeg, send } from '#testing/makers/pictures.ts'
import { thePrices } from '#testing/makers/prices.ts'

let service: TestService
let provider: Client
beforeAll(async () => {
  service = await aService()
  provider = service.as('bloodsupport')
})
const stored = (id: string, of = service): Promise<BloodRequest> =>
  of.db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const kept = async (path: string | null) => readFile(await service.placeOf(path))

const filesKept = async () => (await service.db.selectFrom('storedFiles').select('id').execute()).length

const invoice = ({ id, version }: BloodRequest, change: object = {}) =>
  ({ id, version, party: 'hospital', fileName: 'bill.pdf', ...change }) as const

describe('an invoice that was made elsewhere', () => {
  test('UPDATEDB-13 AMB-100 AMB-101 a PDF is kept as it is, its path on the request, the act in the trail', async () => {
    const request = await aRequest(service.db, { status: 'completed', hospitalId: 'firm' })
    const pdf = aPdf('from the ledger')
    const answer = await send(provider, invoiceFiles.upload, invoice(request), pdf)
    const path = `invoices/${request.id}/${request.id}-hospital-firm-invoice.pdf`
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      { hospitalInvoicePath: path, bankInvoicePath: null, version: request.version + 1 },
    ])
    const now = await stored(request.id)
    expect(now).toMatchObject({
      hospitalInvoicePath: path,
      status: 'completed',
      version: request.version + 1,
    })
    expect(now.updatedAt.getTime()).toBeGreaterThan(request.updatedAt.getTime())
    expect(await kept(path)).toEqual(pdf)
    const url = `/api/requests/${request.id}/invoices/hospital`
    expect((await service.as('firm').raw('GET', url)).bytes).toEqual(pdf)
    const { timeline } = await provider.done(orders.show, { id: request.id })
    expect(timeline.at(-1)).toMatchObject({ kind: 'invoice-uploaded', from: 'completed', to: 'completed' })
  })

  test('T20 that of the bank is no news of an invoice to the hospital: its stream says only that something changed', async () => {
    const request = await aRequest(service.db, { status: 'issued', bankId: 'bluebank', hospitalId: 'firm' })
    const [hospital, bank] = [await service.as('firm').live(), await service.as('bluebank_bloodbank').live()]
    await send(provider, invoiceFiles.upload, invoice(request, { party: 'bloodbank' }), aPdf())
    await bank.find(({ id, kind }) => id === request.id && kind === 'invoice-uploaded')
    await hospital.find(({ id, kind }) => id === request.id && kind === 'changed')
    expect(hospital.all.map(({ kind }) => kind)).not.toContain('invoice-uploaded')
  })

  test('UPDATEDB-13 STORAGE-03 that of the bank names the linked bank', async () => {
    const request = await aRequest(service.db, { status: 'issued', bankId: 'bluebank' })
    const pdf = aPdf('of the bank')
    await send(provider, invoiceFiles.upload, invoice(request, { party: 'bloodbank' }), pdf)
    const { bankInvoicePath, hospitalInvoicePath } = await stored(request.id)
    expect([bankInvoicePath, hospitalInvoicePath]).toEqual([
      `invoices/${request.id}/${request.id}-bloodbank-bluebank-invoice.pdf`,
      null,
    ])
    expect(await kept(bankInvoicePath)).toEqual(pdf)
  })

  test.each([
    ['a JPEG', 'scan.JPG', () => aTellingJpeg({ width: 80, height: 60 })],
    ['a PNG', 'scan.png', () => aPng()],
  ])(
    'UPDATEDB-12 AMB-100 %s becomes a PDF of one page, without what it told of itself',
    async (_, fileName, make) => {
      const request = await aRequest(service.db, { status: 'completed' })
      const answer = await send(provider, invoiceFiles.upload, invoice(request, { fileName }), await make())
      expect(answer.status).toBe(200)
      const pdf = await kept((await stored(request.id)).hospitalInvoicePath)
      const text = pdf.toString('latin1')
      expect(text).toMatch(/^%PDF-1\.\d\n/)
      expect(text).toContain('/Count 1')
      expect(text).not.toMatch(/canary|GPS|Exif/i)
    },
  )

  test('UPDATEDB-13 AMB-100 a second one replaces the first', async () => {
    const request = await aRequest(service.db, { status: 'completed' })
    await send(provider, invoiceFiles.upload, invoice(request), aPdf('first'))
    const second = aPdf('second')
    await send(provider, invoiceFiles.upload, invoice(await stored(request.id)), second)
    expect(await kept((await stored(request.id)).hospitalInvoicePath)).toEqual(second)
  })
})

describe('what is refused', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')

  test.each([
    ['a text', 'bill.txt', async () => Buffer.from('words'), 'wrong-ending'],
    ['a PDF named .txt', 'bill.txt', async () => aPdf(), 'wrong-ending'],
    ['an SVG', 'bill.svg', async () => Buffer.from('<svg/>'), 'wrong-ending'],
    ['a text named .pdf', 'bill.pdf', async () => Buffer.from('words'), 'wrong-content'],
    ['HTML before a PDF', 'bill.pdf', async () => Buffer.concat([html, aPdf()]), 'wrong-content'],
    ['a PDF without its end', 'bill.pdf', async () => aPdf().subarray(0, 60), 'wrong-content'],
    ['a picture named .pdf', 'bill.pdf', () => aJpeg(), 'wrong-content'],
    ['a PDF named .jpg', 'bill.jpg', async () => aPdf(), 'wrong-content'],
    ['HTML named .png', 'bill.png', async () => html, 'wrong-content'],
    ['a bomb', 'bill.png', async () => aBomb(100), 'wrong-content'],
    ['a script', 'bill.pdf', async () => aPdfWith({ more: ['<< /S /JavaScript >>'] }), 'active-pdf'],
    [
      'a program',
      'bill.PDF',
      async () => aPdfWith({ catalog: '/OpenAction << /S /Launch >>' }),
      'active-pdf',
    ],
    ['a locked PDF', 'bill.pdf', async () => aPdfWith({ trailer: '/Encrypt 5 0 R' }), 'locked-pdf'],
    ['a path in its name', '../bill.pdf', async () => aPdf(), 'path-in-name'],
  ])('UPDATEDB-12 T52 %s', async (_, fileName, make, code) => {
    const request = await aRequest(service.db, { status: 'completed' })
    const before = await filesKept()
    const answer = await send(provider, invoiceFiles.upload, invoice(request, { fileName }), await make())
    expect([answer.status, answer.json()]).toMatchObject([422, { code, title: 'Upload Error' }])
    expect(await stored(request.id)).toEqual(request)
    expect(await filesKept()).toBe(before)
  })

  test('AMB-104 11 MB', async () => {
    const request = await aRequest(service.db, { status: 'completed' })
    const answer = await send(provider, invoiceFiles.upload, invoice(request), Buffer.alloc(11 * 1024 * 1024))
    expect(answer.status).toBe(413)
    expect(await stored(request.id)).toEqual(request)
  })

  test("UPDATEDB-07 AMB-102 a bank's invoice without a linked bank", async () => {
    const request = await aRequest(service.db, { status: 'hospital-admin-approved' })
    const answer = await send(provider, invoiceFiles.upload, invoice(request, { party: 'bloodbank' }), aPdf())
    expect([answer.status, answer.json()]).toMatchObject([
      422,
      { title: 'Data Not Submitted', text: 'Please ensure that BloodBank is linked to the Hospital' },
    ])
    expect(await stored(request.id)).toEqual(request)
  })

  test('UPDATEDB-06 an order that is not there', async () => {
    const request = { ...(await aRequest(service.db)), id: 'ffffffff' }
    const answer = await send(provider, invoiceFiles.upload, invoice(request), aPdf())
    expect([answer.status, answer.json()]).toMatchObject([422, { text: 'Request ID Not Found' }])
  })

  test('AMB-52 one for an order that somebody changed meanwhile', async () => {
    const request = await aRequest(service.db, { status: 'issued' })
    await provider.done(orders.move, { id: request.id, version: request.version, status: 'completed' })
    const answer = await send(provider, invoiceFiles.upload, invoice(request), aPdf())
    expect([answer.status, answer.json()]).toMatchObject([409, { code: 'changed-meanwhile' }])
    expect((await stored(request.id)).hospitalInvoicePath).toBeNull()
  })

  test.each(['firm', 'firm_pilot', 'redbank_bloodbank', 'arun.driver'])(
    'STORAGE-06 whatever %s sends',
    async (email) => {
      const request = await aRequest(service.db, { status: 'completed', hospitalId: 'firm' })
      expect((await send(service.as(email), invoiceFiles.upload, invoice(request), aPdf())).status).toBe(403)
      expect(await stored(request.id)).toEqual(request)
    },
  )

  test('STORAGE-03 T49 any other party', async () => {
    const request = await aRequest(service.db, { status: 'completed' })
    for (const party of ['driver', '..', '../hospital', 'hospital/..', 'Hospital', 'hospital\u0000']) {
      const answer = await send(provider, invoiceFiles.upload, invoice(request, { party }), aPdf())
      expect([400, 404, 422], party).toContain(answer.status)
    }
    expect(await stored(request.id)).toEqual(request)
  })
})

test.each([
  ['hangs or dies', new TookTooLong('look took longer than 20000 ms'), 422, 'wrong-content'],
  ['has to wait too long', new TooBusy('60 wait for look'), 503, 'unavailable'],
])('T52 T54 a look into it that %s is answered, and nothing is kept', async (_, error, status, code) => {
  const drawing: Drawing = { run: () => Promise.reject(error), close: async () => undefined }
  const odd = await aService({ drawing, settings: { ROLE: 'web' } })
  const request = await aRequest(odd.db, { status: 'completed' })
  const answer = await send(odd.as('bloodsupport'), invoiceFiles.upload, invoice(request), aPdf())
  expect([answer.status, answer.json()]).toMatchObject([status, { code }])
  expect(await stored(request.id, odd)).toEqual(request)
})

test('X11 X12 on a disk that is full the request names no file', async () => {
  const full: Files = {
    put: () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })),
    get: async () => null,
    remove: async () => undefined,
  }
  const broken = await aService({ files: full })
  const request = await aRequest(broken.db, { status: 'completed' })
  const answer = await send(broken.as('bloodsupport'), invoiceFiles.upload, invoice(request), aPdf())
  expect(answer.status).toBe(507)
  expect(await stored(request.id, broken)).toEqual(request)
})

test('UPDATEDB-13 AMB-54 one that is uploaded while the first is being made is the one that stays', async () => {
  const kept = new Map<string, Uint8Array>()
  const begun = Promise.withResolvers<void>()
  const slow: Files = {
    async put(path, bytes) {
      const isMade = !Buffer.from(bytes).includes('from the ledger')
      if (isMade) begun.resolve()
      if (isMade) await sleep(500)
      kept.set(path, bytes)
    },
    get: async (path) => Buffer.from(kept.get(path) ?? []),
    remove: async () => undefined,
  }
  const other = await aService({ files: slow })
  await thePrices(other.db)
  const support = other.as('bloodsupport')
  const { id, version } = await aRequest(other.db, { status: 'delivery-completed', bankId: 'redbank' })
  const request = await support.done(orders.approveInvoice, { id, version })
  await begun.promise
  const pdf = aPdf('from the ledger')
  expect((await send(support, invoiceFiles.upload, invoice(request), pdf)).status).toBe(200)
  await vi.waitFor(async () => expect((await stored(id, other)).bankInvoicePath).not.toBeNull(), 15_000)
  const { hospitalInvoicePath } = await stored(id, other)
  expect(await other.files.get(hospitalInvoicePath ?? '')).toEqual(pdf)
})
