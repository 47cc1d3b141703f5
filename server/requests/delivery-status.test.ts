import { describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { writeDeliveryStatus } from '#domain/requests/delivering.ts'
import { move } from '#domain/requests/moving.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const provider = service.as('bloodsupport')

const rowOf = (id: string) =>
  service.db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const lastEvent = (id: string) =>
  service.db
    .selectFrom('events')
    .selectAll()
    .where('subjectId', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test.each([
  ['In Transit', 'in transit'],
  ['  DELIVERED  ', 'delivered'],
  ['வழியில் உள்ளது', 'வழியில் உள்ளது'],
  ['ÖRE ΟΔΟΣ ПУТЬ', 'öre οδος путь'],
  ['İSTANBUL ẞ Ǆ', 'i̇stanbul ß ǆ'],
])('DELIVERY-05 %j is stored and read back as %j', async (text, kept) => {
  const before = await aRequest(service.db, { status: 'issued' }, now)
  const { id, version } = before
  const answer = await provider.done(requests.writeDeliveryStatus, { id, version, text })
  const row = await rowOf(id)
  expect(row).toEqual(answer)
  expect(row).toEqual({ ...before, deliveryStatus: kept, updatedAt: row.updatedAt, version: version + 1 })
  const { items } = await service.as('firm_pilot').done(requests.deliveries, { id })
  expect(items[0]?.deliveryStatus).toBe(kept)
  expect(await lastEvent(id)).toMatchObject({
    kind: 'delivery-status-written',
    fromStatus: 'issued',
    toStatus: 'issued',
    detail: JSON.stringify({ text: kept }),
  })
})

test('DELIVERY-05 every letter there is has a small form that the database takes for small', async () => {
  const { id, version } = await aRequest(service.db, { status: 'issued' }, now)
  const request = await rowOf(id)
  // beyond the first two planes no letter has two forms
  const capitals = Array.from({ length: 0x2_0000 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => /[\p{Lu}\p{Lt}]/u.test(letter),
  )
  expect(capitals.length).toBeGreaterThan(1800)
  const { deliveryStatus } = writeDeliveryStatus(request, capitals.join(''), now)
  await service.db.updateTable('requests').set({ deliveryStatus }).where('id', '=', id).execute()
  const text = capitals.slice(-100).join('')
  expect((await provider.call(requests.writeDeliveryStatus, { id, version, text })).status).toBe(200)
})

test('DELIVERY-05 the database itself refuses a capital letter', async () => {
  const { id } = await aRequest(service.db, { status: 'issued' }, now)
  const change = service.db.updateTable('requests').set({ deliveryStatus: 'In Transit' }).where('id', '=', id)
  await expect(change.execute()).rejects.toMatchObject({ code: '23514' })
})

test.each(requestStatuses)(
  'DELIVERY-05 AMB-64 it may be written while a request is %s, and leaves that as it is',
  async (status) => {
    const { id, version } = await aRequest(service.db, { status, hospitalId: 'noble' }, now)
    await provider.done(requests.writeDeliveryStatus, { id, version, text: 'Delayed' })
    expect(await rowOf(id)).toMatchObject({ status, deliveryStatus: 'delayed' })
  },
)

test('AMB-213 written with a status it goes before what the status says, in one change with one event; blank leaves that', async () => {
  const first = await aRequest(service.db, { status: 'cross-matching' }, now)
  const { id, version } = first
  const issued = { status: 'issued' } as const
  const moved = await provider.done(orders.move, { id, version, ...issued, deliveryText: ' At The GATE ' })
  expect(await rowOf(id)).toEqual(moved)
  expect(moved).toMatchObject({ ...issued, deliveryStatus: 'at the gate', version: version + 1 })
  const { detail, ...told } = await lastEvent(id)
  expect(told).toMatchObject({ kind: 'request-moved', toStatus: 'issued' })
  expect(JSON.parse(detail)).toMatchObject({ text: 'at the gate' })
  const { timeline } = await service.as('firm_pilot').done(requests.show, { id })
  expect(timeline.at(-1)).toMatchObject({ to: 'issued', reason: 'at the gate' })

  const again = { id, version: moved.version, ...issued, deliveryText: ' \u200b' }
  expect((await provider.done(orders.move, again)).deliveryStatus).toBe(
    move(await rowOf(id), 'issued', now).deliveryStatus,
  )
  const tooLong = { ...again, version: moved.version + 1, deliveryText: 'x'.repeat(201) }
  const answer = await provider.call(orders.move, tooLong)
  expect([answer.status, answer.refusal?.field]).toEqual([422, 'deliveryText'])
})

describe('what is refused', () => {
  test.each([
    ['nothing', { text: '' }, 'no-delivery-status'],
    ['blanks', { text: ' \n' }, 'no-delivery-status'],
    ['marks that show nothing', { text: '\u200b\u202e' }, 'no-delivery-status'],
    ['201 characters', { text: 'x'.repeat(201) }, 'invalid-input'],
    ['no text at all', {}, 'invalid-input'],
    ['a number', { text: 7 }, 'invalid-input'],
  ])('DELIVERY-05 %s is answered 422 with the field, and nothing is written', async (_name, body, code) => {
    const { id, version } = await aRequest(service.db, { status: 'issued' }, now)
    const before = [await rowOf(id), await lastEvent(id)]
    const answer = await provider.raw('PUT', `/api/requests/${id}/delivery-status`, {
      body: { version, ...body },
    })
    expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ code, field: 'text' })])
    expect([await rowOf(id), await lastEvent(id)]).toEqual(before)
  })

  test('DELIVERY-05 200 characters are kept whole', async () => {
    const { id, version } = await aRequest(service.db, { status: 'issued' }, now)
    const text = 'அ'.repeat(200)
    await provider.done(requests.writeDeliveryStatus, { id, version, text })
    expect((await rowOf(id)).deliveryStatus).toBe(text)
  })

  test('T35 an older picture of the row is answered 409, and what is not there 404', async () => {
    const { id, version } = await aRequest(service.db, { status: 'issued' }, now)
    await provider.done(requests.writeDeliveryStatus, { id, version, text: 'first' })
    const stale = await provider.call(requests.writeDeliveryStatus, { id, version, text: 'second' })
    expect([stale.status, stale.refusal?.code]).toEqual([409, 'changed-meanwhile'])
    expect((await rowOf(id)).deliveryStatus).toBe('first')
    const ask = { id: 'ffffffff', version: 1, text: 'third' }
    expect((await provider.call(requests.writeDeliveryStatus, ask)).status).toBe(404)
  })

  test('AMB-64 nobody but the provider writes it', async () => {
    const { id, version } = await aRequest(service.db, { status: 'issued' }, now)
    const before = await rowOf(id)
    for (const email of ['firm_pilot', 'firm', 'noble', 'redbank_bloodbank', 'arun.driver']) {
      const ask = { id, version, text: 'mine' }
      expect((await service.as(email).call(requests.writeDeliveryStatus, ask)).status, email).toBe(403)
    }
    expect(await rowOf(id)).toEqual(before)
  })
})
