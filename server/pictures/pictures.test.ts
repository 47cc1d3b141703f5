import { readFile, stat } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { pictures } from '#contract/pictures.ts'
import { requests } from '#contract/requests.ts'
import { picturePath } from '#domain/requests/pictures.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import type { Client } from '#testing/harness/client.ts'
import type { LiveStream } from '#testing/harness/live-stream.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aJpeg, aPng, aTellingJpeg, send } from '#testing/makers/pictures.ts'

let service: TestService
let provider: Client
beforeAll(async () => {
  service = await aService()
  provider = service.as('bloodsupport')
})

const bag = (id: string) => ({ id, state: 'InTransit', name: 'Bag', fileName: 'bag.jpg' }) as const

test('IMAGES-06 the picture types of each state come from the configuration, in the order of an order', async () => {
  const offered = async () =>
    (await provider.done(pictures.types, {})).items.map(({ state, name }) => `${state} ${name}`)
  expect(await offered()).toEqual([
    'SampleAcquired Sample',
    'SampleAcquired Form',
    'SampleAcquired HandOver',
    'CrossMatching Report',
    'InTransit Bag',
    'InTransit Temperature',
    'Completed Delivery',
    'Completed Receipt',
    'Completed HandOver',
  ])
  const seal = { state: 'InTransit', name: 'Seal' } as const
  await service.db
    .insertInto('pictureTypes')
    .values({ ...seal, position: 9 })
    .execute()
  expect((await offered()).slice(4, 7)).toEqual(['InTransit Bag', 'InTransit Temperature', 'InTransit Seal'])
  const { id } = await aRequest(service.db)
  expect((await send(provider, pictures.upload, { ...bag(id), ...seal }, await aJpeg())).status).toBe(200)
})

describe('an upload', () => {
  test('IMAGES-07 IMAGES-08 STORAGE-03 is kept as a JPEG at its path, without what it told of itself', async () => {
    const { id } = await aRequest(service.db, { status: 'issued' })
    const answer = await send(
      provider,
      pictures.upload,
      bag(id),
      await aTellingJpeg({ width: 80, height: 60 }),
    )
    expect([answer.status, answer.json()]).toMatchObject([200, { state: 'InTransit', name: 'Bag' }])
    const path = `images/${id}/${id}-InTransit-Bag.jpeg`
    const kept = await readFile(await service.placeOf(path))
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 80 })
    expect(kept.toString('latin1')).not.toMatch(/canary|GPS|Exif/i)
    const [row] = await service.db.selectFrom('pictures').selectAll().where('requestId', '=', id).execute()
    expect(row).toMatchObject({ path, bytes: kept.length, takenBy: expect.stringMatching(/./) })
    expect(path).toBe(`images/${id}/${id}-InTransit-Bag.jpeg`)
  })

  test('IMAGES-10 STORAGE-05 is listed, got and told in the trail', async () => {
    const { id, version } = await aRequest(service.db, { status: 'completed' })
    await send(provider, pictures.upload, { ...bag(id), state: 'Completed', name: 'Receipt' }, await aJpeg())
    await send(provider, pictures.upload, bag(id), await aPng({ width: 40, height: 30 }))
    const { items } = await provider.done(pictures.list, { id })
    expect(items.map(({ state, name }) => `${state} ${name}`)).toEqual(['InTransit Bag', 'Completed Receipt'])
    const file = await provider.raw('GET', `/api/requests/${id}/pictures/InTransit/Bag`)
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
    const events = await service.db
      .selectFrom('events')
      .select(['kind', 'detail', 'hospitalId'])
      .where('subjectKind', '=', 'picture')
      .where('subjectId', '=', id)
      .execute()
    expect(events.map(({ kind, detail }) => [kind, JSON.parse(detail)])).toEqual([
      ['picture-kept', { state: 'Completed', name: 'Receipt' }],
      ['picture-kept', { state: 'InTransit', name: 'Bag' }],
    ])
    // the request itself has not changed: a button elsewhere is still pressed on what was seen
    const request = await service.db
      .selectFrom('requests')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(request?.version).toBe(version)
  })

  test('T57 STORAGE-06 is handed out as what it is, to be saved, under a fixed name', async () => {
    const { id } = await aRequest(service.db)
    await send(provider, pictures.upload, bag(id), await aJpeg())
    const { headers } = await provider.raw('GET', `/api/requests/${id}/pictures/InTransit/Bag?taken=2026`)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${id}-InTransit-Bag.jpeg"`,
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('IMAGES-07 AMB-106 of the same state and type replaces the one before', async () => {
    const { id } = await aRequest(service.db)
    await send(provider, pictures.upload, bag(id), await aJpeg({ width: 10, height: 10 }))
    const [first] = (await provider.done(pictures.list, { id })).items
    await send(provider, pictures.upload, bag(id), await aJpeg({ width: 20, height: 20 }))
    const { items } = await provider.done(pictures.list, { id })
    expect(items).toHaveLength(1)
    expect(items[0]?.takenAt.getTime()).toBeGreaterThan(first?.takenAt.getTime() ?? Number.NaN)
    const { width } = await sharp(
      await readFile(await service.placeOf(picturePath(id, 'InTransit', 'Bag'))),
    ).metadata()
    expect(width).toBe(20)
  })

  test('IMAGES-07 many at once of one picture leave the file of the last row, and a trail that verifies', async () => {
    const { id } = await aRequest(service.db)
    const sizes = [11, 22, 33, 44]
    const answers = await Promise.all(
      sizes.map(async (width) => send(provider, pictures.upload, bag(id), await aJpeg({ width, height: 8 }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(sizes.map(() => 200))
    const [row, ...more] = await service.db
      .selectFrom('pictures')
      .selectAll()
      .where('requestId', '=', id)
      .execute()
    expect(more).toEqual([])
    expect((await stat(await service.placeOf(row?.path))).size).toBe(row?.bytes)
    expect((await verifyEvents(service.db)).faults).toEqual([])
  })

  test('IMAGES-10 is told to who looks at the pictures elsewhere, and to no hospital', async () => {
    const { id } = await aRequest(service.db)
    const [here, firm] = [await provider.live(), await service.as('firm').live()]
    await send(provider, pictures.upload, bag(id), await aJpeg())
    const told = await here.find((message) => message.id === id && message.kind === 'picture-kept')
    expect(told.topic).toBe('requests')
    const other = await aRequest(service.db, { hospitalId: 'firm' })
    await service.as('firm').done(requests.reject, { id: other.id, version: other.version })
    const heard = await heardUntil(firm, 'request-rejected')
    expect(heard.map(({ kind }) => kind)).not.toContain('picture-kept')
    here.close()
    firm.close()
  })
})

describe('all pictures in one', () => {
  test('IMAGES-11 AMB-107 are an archive with each under its name', async () => {
    const { id } = await aRequest(service.db)
    await send(provider, pictures.upload, bag(id), await aJpeg())
    await send(provider, pictures.upload, { ...bag(id), state: 'SampleAcquired', name: 'Form' }, await aPng())
    const zip = await provider.raw('GET', `/api/requests/${id}/pictures.zip`)
    expect(zip.headers.get('content-type')).toBe('application/zip')
    expect(zip.headers.get('content-disposition')).toBe(`attachment; filename="${id}.zip"`)
    const files = unzipSync(zip.bytes)
    expect(Object.keys(files)).toEqual([`${id}-SampleAcquired-Form.jpeg`, `${id}-InTransit-Bag.jpeg`])
    expect(Buffer.from(files[`${id}-InTransit-Bag.jpeg`] ?? [])).toEqual(
      await readFile(await service.placeOf(picturePath(id, 'InTransit', 'Bag'))),
    )
  })

  test('IMAGES-12 of an order without any are refused with the words of the catalogue', async () => {
    const { id } = await aRequest(service.db)
    const answer = await provider.raw('GET', `/api/requests/${id}/pictures.zip`)
    expect([answer.status, answer.json()]).toMatchObject([
      422,
      { title: 'Error Fetching the Images', text: 'No record found for the provided RequestID.' },
    ])
    expect((await provider.done(pictures.list, { id })).items).toEqual([])
  })
})

/** Everything up to the first message of that kind. */
async function heardUntil(stream: LiveStream<LiveMessage>, kind: string): Promise<LiveMessage[]> {
  const heard = [await stream.next()]
  while (heard.at(-1)?.kind !== kind) heard.push(await stream.next())
  return heard
}

test('AMB-108 an order that is not there has no pictures and takes none', async () => {
  const none = await provider.call(pictures.list, { id: 'ffffffff' })
  expect(none.status).toBe(404)
  const answer = await send(provider, pictures.upload, bag('ffffffff'), await aJpeg())
  expect([answer.status, answer.json()]).toMatchObject([
    422,
    { title: 'Upload Error', text: 'No record found for the provided RequestID.' },
  ])
  expect((await provider.raw('GET', '/api/requests/ffffffff/pictures/InTransit/Bag')).status).toBe(404)
})

test.each(['firm_pilot', 'firm', 'city_admin', 'redbank_bloodbank', 'arun.driver'])(
  'IMAGES-14 STORAGE-06 %s reaches no picture, and leaves none',
  async (email) => {
    const { id } = await aRequest(service.db, { hospitalId: 'firm', status: 'issued' })
    await send(provider, pictures.upload, bag(id), await aJpeg())
    const before = await readFile(await service.placeOf(picturePath(id, 'InTransit', 'Bag')))
    const client = service.as(email)
    for (const path of [
      '/api/picture-types',
      ...['', '.zip', '/InTransit/Bag'].map((end) => `/api/requests/${id}/pictures${end}`),
    ]) {
      expect((await client.raw('GET', path)).status, path).toBe(403)
    }
    const answer = await send(client, pictures.upload, bag(id), await aJpeg({ width: 99, height: 99 }))
    expect(answer.status).toBe(403)
    expect(await readFile(await service.placeOf(picturePath(id, 'InTransit', 'Bag')))).toEqual(before)
  },
)

test('STORAGE-06 no address leads to the files themselves', async () => {
  const { id } = await aRequest(service.db)
  await send(provider, pictures.upload, bag(id), await aJpeg())
  const path = picturePath(id, 'InTransit', 'Bag')
  for (const place of ['/api/', '/api/files/', '/api/requests/', '/assets/']) {
    expect((await provider.raw('GET', place + path)).status, place).toBe(404)
  }
  // whatever is not the API's is the one page of the app
  for (const place of ['/', '/files/', '/data/files/', '/assets/../data/files/', '/assets/%2e%2e/files/']) {
    const { headers } = await provider.raw('GET', place + path)
    expect(headers.get('content-type') ?? '', place).not.toContain('image')
  }
})
