import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { pictures } from '#contract/pictures.ts'
import type { Client } from '#testing/harness/client.ts'
import { freePort } from '#testing/harness/process.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aJpeg, aPdf, send } from '#testing/makers/pictures.ts'
import { s3Peer } from '#testing/peers/s3.ts'
import { filesInS3 } from './files-s3.ts'

const peer = await s3Peer()
afterAll(() => peer.close())
const store = filesInS3(peer.store)

const bag = (id: string) => ({ id, state: 'InTransit', name: 'Bag', fileName: 'bag.jpg' }) as const
const invoice = ({ id, version }: { id: string; version: number }) =>
  ({ id, version, party: 'hospital', fileName: 'bill.pdf' }) as const

let service: TestService
let provider: Client
beforeAll(async () => {
  service = await aService({ settings: { ...peer.settings, ROLE: 'web' } })
  provider = service.as('bloodsupport')
})
beforeEach(() => peer.behave('serve'))

const keyOf = async (path: string) => {
  const rows = service.db.selectFrom('storedFiles').select('contentKey').where('path', '=', path)
  return (await rows.executeTakeFirstOrThrow()).contentKey
}

const allOf = async (id: string, { db } = service) => ({
  request: await db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst(),
  pictures: await db.selectFrom('pictures').selectAll().where('requestId', '=', id).execute(),
  events: await db.selectFrom('events').select('id').where('subjectId', '=', id).execute(),
})

test('STORAGE-03 STORAGE-04 STORAGE-05 a picture and an invoice go through the product into S3 and come back', async () => {
  const request = await aRequest(service.db, { status: 'completed', hospitalId: 'firm' })
  const { id } = request
  expect((await send(provider, pictures.upload, bag(id), await aJpeg())).status).toBe(200)
  expect((await send(provider, invoiceFiles.upload, invoice(request), aPdf('in S3'))).status).toBe(200)
  const bill = `invoices/${id}/${id}-hospital-firm-invoice.pdf`
  expect(await store.get(await keyOf(bill))).toEqual(aPdf('in S3'))
  const file = await provider.raw('GET', `/api/requests/${id}/pictures/InTransit/Bag`)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(file.bytes).toEqual(await store.get(await keyOf(`images/${id}/${id}-InTransit-Bag.jpeg`)))
})

test('STORAGE-06 the store is asked only for those who may see the file', async () => {
  const { id } = await aRequest(service.db, { status: 'issued' })
  await send(provider, pictures.upload, bag(id), await aJpeg())
  peer.calls.length = 0
  for (const [client, status] of [
    [service.anonymous, 401],
    [service.as('firm'), 403],
    [service.as('redbank_bloodbank'), 403],
  ] as const) {
    expect((await client.raw('GET', `/api/requests/${id}/pictures/InTransit/Bag`)).status).toBe(status)
  }
  expect(peer.calls).toEqual([])
})

describe('X16 with a store that cannot keep it the act says so, and nothing is changed', () => {
  async function refusedBy(at: TestService) {
    const request = await aRequest(at.db, { status: 'completed' })
    const before = await allOf(request.id, at)
    const client = at.as('bloodsupport')
    for (const answer of [
      await send(client, pictures.upload, bag(request.id), await aJpeg()),
      await send(client, invoiceFiles.upload, invoice(request), aPdf()),
    ]) {
      expect(answer.status).toBe(503)
      expect(answer.json()).toMatchObject({
        code: 'files-unavailable',
        text: expect.stringMatching(
          /^Files cannot be kept at the moment, so nothing was changed\. .*ref \w{4}/,
        ),
      })
      // its reference is drawn, and may be any four letters
      expect(answer.text.replace(/ref \w{4}/, '')).not.toMatch(/S3|bucket|Signature|127\.0/i)
    }
    expect(await allOf(request.id, at)).toEqual(before)
    return request.id
  }

  test('a store that answers 503', async () => {
    peer.behave('fail')
    const id = await refusedBy(service)
    peer.behave('serve')
    expect(await store.get(`images/${id}/${id}-InTransit-Bag.jpeg`)).toBeNull()
    expect((await send(provider, pictures.upload, bag(id), await aJpeg())).status).toBe(200)
  })

  test.each([
    ['a wrong secret', async () => ({ S3_SECRET: 'not-the-secret' })],
    ['a bucket that is not there', async () => ({ S3_BUCKET: 'elsewhere' })],
    ['a store that is away', async () => ({ S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` })],
  ])('%s', async (_, change) => {
    await refusedBy(await aService({ settings: { ...peer.settings, ROLE: 'web', ...(await change()) } }))
  })

  test('a picture that is there but cannot be read is not told as missing', async () => {
    const { id } = await aRequest(service.db, { status: 'issued' })
    await send(provider, pictures.upload, bag(id), await aJpeg())
    peer.behave('fail')
    const answer = await provider.raw('GET', `/api/requests/${id}/pictures/InTransit/Bag`)
    expect([answer.status, answer.json()]).toMatchObject([503, { code: 'files-unavailable' }])
  })
})
