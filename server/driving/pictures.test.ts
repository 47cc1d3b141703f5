import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { pictures } from '#contract/pictures.ts'
import { picturePath } from '#domain/requests/pictures.ts'
import { aService } from '#testing/harness/service.ts'
import { arun, linksIn, meena } from '#testing/makers/linked-orders.ts'
import { aDriver, aRequest } from '#testing/makers/makers.ts'
import { aJpeg, aPdf, aPng, send } from '#testing/makers/pictures.ts'

const service = await aService({ settings: { ROLE: 'web' } })
const { db } = service
const [driver, other, provider] = [service.as(arun), service.as(meena), service.as('bloodsupport')]
const anOrder = () => aRequest(db, { status: 'bloodbank-approved', units: 7 })
const bag = (id: string, seq = 1) =>
  ({ id, seq, state: 'InTransit', name: 'Bag', fileName: 'bag.jpg' }) as const
const onDisk = async (path: string) => readFile(await service.placeOf(path))
const widthOf = async (path: string) => (await sharp(await onDisk(path)).metadata()).width
const linkTo = async (id: string, driverEmail: string) => {
  const { version } = await linksIn(db).rowOf(id)
  return provider.done(orders.link, { id, version, bankId: 'redbank', driverEmail })
}

describe('the pictures of a driver', () => {
  test('IMAGES-07 STORAGE-03 each delivery has its own, and the provider gets them all', async () => {
    const { id } = await anOrder()
    for (const seq of [1, 2, 3]) {
      const answer = await send(driver, driving.picture, bag(id, seq), await aJpeg({ width: seq * 10 }))
      expect([answer.status, answer.json()]).toMatchObject([200, { seq, aside: 0, takenBy: 'Arun Kumar' }])
    }
    const names = [`${id}-InTransit-Bag.jpeg`, `${id}-InTransit-Bag-2.jpeg`, `${id}-InTransit-Bag-3.jpeg`]
    expect(await Promise.all(names.map((name) => widthOf(`images/${id}/${name}`)))).toEqual([10, 20, 30])
    const { items } = await provider.done(pictures.list, { id })
    expect(items.map(({ seq, aside }) => [seq, aside])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ])
    const second = await provider.raw('GET', `/api/requests/${id}/pictures/InTransit/Bag?seq=2`)
    expect(await sharp(second.bytes).metadata()).toMatchObject({ width: 20 })
    expect(second.headers.get('content-disposition')).toContain(names[1])
    const zip = await provider.raw('GET', `/api/requests/${id}/pictures.zip`)
    expect(Object.keys(unzipSync(zip.bytes))).toEqual(names)
    const mine = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
    expect(mine?.pictures).toEqual([1, 2, 3].map((seq) => ({ seq, state: 'InTransit', name: 'Bag' })))
  })

  test('IMAGES-07 AMB-106 sent twice it is one; what the provider uploads is of the first delivery', async () => {
    const { id } = await anOrder()
    for (const width of [11, 22]) {
      await send(driver, driving.picture, bag(id, 2), await aJpeg({ width }))
    }
    const { seq: _, ...first } = bag(id)
    expect((await send(provider, pictures.upload, first, await aPng({ width: 33 }))).status).toBe(200)
    const rows = await db
      .selectFrom('pictures')
      .select(['seq', 'path'])
      .where('requestId', '=', id)
      .orderBy('seq')
      .execute()
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2])
    expect(await Promise.all(rows.map(({ path }) => widthOf(path)))).toEqual([33, 22])
  })

  test('AMB-115 of a former driver lie aside: the order’s own stay as they are', async () => {
    const { id } = await anOrder()
    await send(driver, driving.picture, bag(id), await aJpeg({ width: 10 }))
    await linkTo(id, meena)
    await send(other, driving.picture, bag(id), await aJpeg({ width: 20 }))
    for (const width of [30, 40]) {
      const late = await send(driver, driving.picture, bag(id), await aJpeg({ width }))
      expect([late.status, late.json()]).toMatchObject([200, { seq: 1, aside: 1 }])
    }
    await linkTo(id, arun)
    await linkTo(id, 'john.driver@crossmatch.example')
    await send(other, driving.picture, bag(id), await aJpeg({ width: 50 }))
    const { items } = await provider.done(pictures.list, { id })
    expect(items.map(({ aside, takenBy }) => [aside, takenBy])).toEqual([
      [0, 'Meena Raj'],
      [1, 'Arun Kumar'],
      [2, 'Meena Raj'],
    ])
    expect(await widthOf(picturePath(id, 'InTransit', 'Bag'))).toBe(20)
    const aside = await provider.raw('GET', `/api/requests/${id}/pictures/InTransit/Bag?aside=1`)
    expect(await sharp(aside.bytes).metadata()).toMatchObject({ width: 40 })
    const { items: theirs } = await service.as('john.driver').done(driving.list, {})
    expect(theirs.find((one) => one.id === id)?.pictures).toHaveLength(1)
  })

  test('AMB-64 of an order that was completed meanwhile lie aside too', async () => {
    const { id } = await aRequest(db, { status: 'completed' })
    const answer = await send(driver, driving.picture, bag(id), await aJpeg())
    expect([answer.status, answer.json()]).toMatchObject([200, { aside: 1 }])
  })
})

test('AMB-115 T31 another driver, a stranger and a delivery there is not: 404, and nothing is kept', async () => {
  const { id } = await anOrder()
  const stranger = service.as((await aDriver(db)).email)
  for (const [client, at] of [
    [other, bag(id)],
    [stranger, bag(id)],
    [driver, bag(id, 4)],
    [driver, bag('ffffffff')],
  ] as const) {
    expect((await send(client, driving.picture, at, await aJpeg())).status).toBe(404)
  }
  for (const client of [provider, service.as('firm'), service.as('redbank_bloodbank')]) {
    expect((await send(client, driving.picture, bag(id), await aJpeg())).status).toBe(403)
  }
  expect(await db.selectFrom('pictures').select('path').where('requestId', '=', id).execute()).toEqual([])
})

test('X24 a driver whose phone holds four pictures is told to come back with the fifth, and holds up nobody else', async () => {
  const { id } = await anOrder()
  const headers = { cookie: await driver.cookies(), origin: service.settings.publicUrl }
  const path = `/api/requests/${id}/deliveries/1/pictures/InTransit/Bag?fileName=bag.jpg`
  const { promise: refused, resolve } = Promise.withResolvers<object>()
  const held = Array.from({ length: 5 }, () => {
    const line = request(`${service.url}${path}`, {
      method: 'PUT',
      headers: { ...headers, 'content-length': 9_000_000 },
      agent: false,
    })
    line.on('error', () => undefined)
    line.on('response', ({ statusCode, headers }) => resolve([statusCode, headers['retry-after']]))
    line.flushHeaders()
    return line
  })
  expect(await refused).toEqual([429, '5'])
  const { seq: _, ...one } = bag(id)
  expect((await send(provider, pictures.upload, one, await aPng())).status).toBe(200)
  for (const line of held) line.destroy()
  const picture = await aJpeg()
  await vi.waitFor(
    async () => expect((await send(driver, driving.picture, bag(id), picture)).status).toBe(200),
    { timeout: 5_000 },
  )
})

test.each([
  ['of a type there is not', { name: 'Selfie' }, aJpeg(), 'type-unknown'],
  ['that is none', { name: 'Bag' }, Promise.resolve(aPdf()), 'wrong-content'],
  ['by a wrong name', { fileName: 'bag.pdf' }, aJpeg(), 'wrong-ending'],
])('IMAGES-08 a picture %s is refused', async (_, change, bytes, code) => {
  const { id } = await anOrder()
  const answer = await send(driver, driving.picture, { ...bag(id), ...change }, await bytes)
  expect(answer.status).toBe(422)
  expect(answer.json()).toMatchObject({ code })
})
