import { beforeEach, expect, test } from 'vitest'
import { namedCalls } from '#contract/named-calls.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { longestRegeneration } from '#domain/billing/downloading.ts'
import { aService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'

const now = instantOf('2026-11-16', '12:00')
/** What a file waits for before it is kept. */
let disk: () => Promise<void>
const files = { put: () => disk(), get: async () => null, remove: async () => undefined }
const service = await aService({ now, files, settings: { ROLE: 'web' } })
const { db } = service
const provider = service.as('bloodsupport')
beforeEach(async () => {
  disk = async () => undefined
  await thePrices(db)
})

const aCompleted = () => aRequest(db, { hospitalId: 'firm', status: 'completed' }, now)
const generate = (docID: string) =>
  provider.call(namedCalls.generateInvoice, { docID, type: 'NORMAL', InvoiceType: 'hospital' })
const shownTo = async (id: string) => (await provider.done(orders.list, { id })).items[0]

test('ADMIN-STATUS-19 AMB-94 one that is running is in the order wherever it is shown, told to the provider alone, no part of its life, and over with its document', async () => {
  const { id, version } = await aCompleted()
  const [heard, hospital] = [await provider.live(), await service.as('firm').live()]
  const { promise: written, resolve: letGo } = Promise.withResolvers<void>()
  disk = () => written
  const running = generate(id)
  await heard.find((told) => told.id === id && told.kind === 'regeneration-begun')
  const until = (await shownTo(id))?.regeneratingUntil
  expect(until?.getTime()).toBeGreaterThan(service.clock.now().getTime())
  expect(until?.getTime()).toBeLessThanOrEqual(later(service.clock.now(), longestRegeneration).getTime())
  const detail = await provider.done(orders.show, { id })
  expect(detail).toMatchObject({ regeneratingUntil: until, version })
  expect(detail.timeline.map(({ kind }) => kind)).not.toContain('regeneration-begun')
  expect(await service.as('firm').done(requests.show, { id })).not.toHaveProperty('regeneratingUntil')
  expect((await generate(id)).status).toBe(409)

  letGo()
  expect((await running).status).toBe(200)
  expect(await shownTo(id)).toMatchObject({ regeneratingUntil: null, version })
  await hospital.find((told) => told.id === id && told.kind === 'hospital-invoice-made')
  expect(hospital.all.map(({ kind }) => kind)).not.toContain('regeneration-begun')
})

test('AMB-94 one that fails is over at once, and one that a server died over holds up nobody who asks again', async () => {
  const { id } = await aCompleted()
  disk = async () => Promise.reject(new Error('the disk is full'))
  expect((await generate(id)).status).toBe(500)
  expect((await shownTo(id))?.regeneratingUntil).toBeNull()

  disk = async () => undefined
  const regeneratingUntil = later(service.clock.now(), minutes(1))
  await db.updateTable('requests').set({ regeneratingUntil }).where('id', '=', id).execute()
  expect((await generate(id)).status).toBe(200)
  expect((await shownTo(id))?.regeneratingUntil).toBeNull()
})
