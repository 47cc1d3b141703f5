import { beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { hours, later, minutes } from '#domain/basics/time.ts'
import { type BloodRequest, type RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import type { Client } from '#testing/harness/client.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'

let service: TestService
let provider: Client
beforeAll(async () => {
  service = await aService({ now: '2026-11-15T10:00:00+05:30', settings: { ROLE: 'web' } })
  provider = service.as('bloodsupport')
})
const wish = (change: RequestWish = {}) => aRequest(service.db, change, service.clock.now())
const stored = (id: string): Promise<BloodRequest> =>
  service.db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const deliveriesOf = (id: string) =>
  service.db
    .selectFrom('deliveries')
    .select(['state', 'deliveredAt'])
    .where('requestId', '=', id)
    .orderBy('seq')
    .execute()
const lastEventOf = (id: string) =>
  service.db
    .selectFrom('events')
    .selectAll()
    .where('subjectKind', '=', 'request')
    .where('subjectId', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const seen = ({ id, version }: BloodRequest) => ({ id, version })

describe('any offered status', () => {
  test('UPDATEDB-02 UPDATEDB-03 AMB-57 each of the 13 in turn, even backwards, with who, from, to and when', async () => {
    let request = await wish({ status: 'issued' })
    for (const status of requestStatuses.toReversed()) {
      const before = request
      request = await provider.done(orders.move, { ...seen(request), status })
      expect((await stored(request.id)).status).toBe(status)
      expect(await lastEventOf(request.id)).toMatchObject({
        at: request.updatedAt,
        fromStatus: before.status,
        toStatus: status,
        actorName: 'bloodsupport',
        actorId: expect.stringMatching(/./),
      })
    }
    expect((await verifyEvents(service.db)).faults).toEqual([])
  })

  test.each(['done', 'COMPLETED', '', 'expired', 'completed '])(
    'UPDATEDB-02 "%s" is none',
    async (status) => {
      const request = await wish({ status: 'issued' })
      const answer = await provider.raw('PUT', `/api/requests/${request.id}/status`, {
        body: { version: request.version, status },
      })
      expect([answer.status, answer.json()]).toMatchObject([422, { field: 'status' }])
      expect(await stored(request.id)).toMatchObject({ status: 'issued', version: request.version })
    },
  )

  test.each(['firm', 'firm_pilot', 'redbank_bloodbank', 'arun.driver'])(
    'UPDATEDB-03 %s sets none',
    async (email) => {
      const request = await wish({ status: 'issued' })
      const answer = await service.as(email).call(orders.move, { ...seen(request), status: 'completed' })
      expect(answer.status).toBe(403)
      expect((await stored(request.id)).status).toBe('issued')
    },
  )
})

describe('an id that nobody has', () => {
  test.each(['ffffffff', 'zzzzzzzz', 'abc', "'; --", '\u0000\u0000'])('UPDATEDB-06 %j', async (id) => {
    const answer = await provider.raw('PUT', `/api/requests/${encodeURIComponent(id)}/status`, {
      body: { version: 1, status: 'issued' },
    })
    expect([answer.status, answer.json()]).toMatchObject([
      422,
      { title: 'Data Not Submitted', text: 'Request ID Not Found', field: 'requestId' },
    ])
  })
})

describe('without a linked bank', () => {
  const needing: RequestStatus[] = ['bloodbank-approved', 'partially-completed', 'completed']

  test.each(needing)('UPDATEDB-07 %s is refused and nothing changes', async (status) => {
    const request = await wish({ status: 'hospital-admin-approved' })
    const answer = await provider.call(orders.move, { ...seen(request), status, note: 'changed' })
    expect([answer.status, answer.refusal]).toMatchObject([
      422,
      { title: 'Data Not Submitted', text: 'Please ensure that BloodBank is linked to the Hospital' },
    ])
    expect(await stored(request.id)).toEqual(request)
  })

  test.each(requestStatuses.filter((status) => !needing.includes(status)))(
    'UPDATEDB-07 AMB-58 %s passes',
    async (status) => {
      const request = await wish({ status: 'hospital-admin-approved' })
      expect((await provider.call(orders.move, { ...seen(request), status })).status).toBe(200)
    },
  )
})

describe('the first move to completed', () => {
  test('UPDATEDB-08 UPDATEDB-18 INVOICES-16 AMB-55 stamps the delivery if it has no time, and whether it was late', async () => {
    const now = service.clock.now()
    const inTime = await wish({
      status: 'issued',
      deadlineAt: later(now, hours(2)),
      pickupAt: later(now, -hours(1)),
    })
    const done = await provider.done(orders.move, { ...seen(inTime), status: 'completed' })
    expect(done).toMatchObject({ isLate: false, deliveryStatus: 'delivered', version: inTime.version + 1 })
    expect(done.deliveredAt).toEqual(done.updatedAt)
    expect(done.firstCompletedAt).toEqual(done.updatedAt)
    expect(done.updatedAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
    expect(await stored(inTime.id)).toEqual(done)
    const late = await wish({
      status: 'issued',
      pickupAt: later(now, -hours(5)),
      deadlineAt: later(now, -minutes(1)),
    })
    await provider.done(orders.move, { ...seen(late), status: 'completed' })
    expect((await stored(late.id)).isLate).toBe(true)
  })

  test('UPDATEDB-08 leaves a delivery that has its time as it is', async () => {
    const delivered = await wish({ status: 'delivery-completed' })
    const done = await provider.done(orders.move, { ...seen(delivered), status: 'completed' })
    expect(done.deliveredAt).toEqual(delivered.deliveredAt)
    expect(done.isLate).toBe(delivered.isLate)
  })

  test('UPDATEDB-10 AMB-53 is stamped and told once: away and back changes neither', async () => {
    const issued = await wish({ status: 'issued' })
    const first = await provider.done(orders.move, { ...seen(issued), status: 'completed' })
    expect(JSON.parse((await lastEventOf(issued.id)).detail)).toHaveProperty('invoice')
    const away = await provider.done(orders.move, { ...seen(first), status: 'issued' })
    const again = await provider.done(orders.move, { ...seen(away), status: 'completed' })
    expect(again).toMatchObject({
      deliveredAt: first.deliveredAt,
      firstCompletedAt: first.firstCompletedAt,
      isLate: first.isLate,
    })
    expect(JSON.parse((await lastEventOf(issued.id)).detail)).not.toHaveProperty('invoice')
  })

  test('DELIVERY-04 AMB-65 closes every delivery; partially-completed the next, and never the last', async () => {
    const seven = await wish({ status: 'issued', units: 7 })
    const partly = await provider.done(orders.move, { ...seen(seven), status: 'partially-completed' })
    expect((await deliveriesOf(seven.id)).map(({ state }) => state === 'delivered')).toEqual([
      true,
      false,
      false,
    ])
    const twice = await provider.done(orders.move, { ...seen(partly), status: 'partially-completed' })
    const thrice = await provider.done(orders.move, { ...seen(twice), status: 'partially-completed' })
    expect((await deliveriesOf(seven.id)).map(({ state }) => state === 'delivered')).toEqual([
      true,
      true,
      false,
    ])
    await provider.done(orders.move, { ...seen(thrice), status: 'completed' })
    const closed = await deliveriesOf(seven.id)
    expect(closed.every(({ state, deliveredAt }) => state === 'delivered' && deliveredAt !== null)).toBe(true)
  })
})

test('AMB-197 AMB-213 to hospital-admin-approved stamps no approval, says nothing of the delivery and sends nothing', async () => {
  const pending = await wish({ status: 'pending' })
  const moved = await provider.done(orders.move, { ...seen(pending), status: 'hospital-admin-approved' })
  expect(moved).toMatchObject({ approvedAt: null, deliveryStatus: '-' })
  const event = await lastEventOf(pending.id)
  expect(event.kind).toBe('request-moved')
  expect(
    await service.db.selectFrom('notifications').select('id').where('eventId', '=', event.id).execute(),
  ).toEqual([])
})

describe('the note', () => {
  test('UPDATEDB-11 AMB-103 is kept; an empty one leaves it; without a status it is refused', async () => {
    const request = await wish({ status: 'issued' })
    const noted = await provider.done(orders.move, {
      ...seen(request),
      status: 'issued',
      note: ' Call the\nward ',
    })
    expect((await stored(request.id)).note).toBe('Call the ward')
    const empty = await provider.done(orders.move, { ...seen(noted), status: 'issued', note: '  ' })
    await provider.done(orders.move, { ...seen(empty), status: 'completed' })
    expect((await stored(request.id)).note).toBe('Call the ward')
    expect((await provider.done(orders.show, { id: request.id })).note).toBe('Call the ward')
    const answer = await provider.raw('PUT', `/api/requests/${request.id}/status`, {
      body: { version: empty.version + 1, note: 'alone' },
    })
    expect([answer.status, answer.json()]).toMatchObject([422, { field: 'status' }])
  })

  test('UPDATEDB-11 has a limit, and takes any script', async () => {
    const request = await wish({ status: 'issued' })
    const long = await provider.call(orders.move, {
      ...seen(request),
      status: 'issued',
      note: 'x'.repeat(1001),
    })
    expect([long.status, long.refusal?.field]).toEqual([422, 'note'])
    const tamil = await provider.done(orders.move, {
      ...seen(request),
      status: 'issued',
      note: 'வார்டை அழைக்கவும் 🩸'.padEnd(1000, 'x'),
    })
    expect(tamil.note).toBe('வார்டை அழைக்கவும் 🩸'.padEnd(1000, 'x'))
  })
})

describe('two provider admins at once', () => {
  test('UPDATEDB-03 AMB-52 the second is told, and nothing is lost', async () => {
    const request = await wish({ status: 'issued' })
    const both = await Promise.all(
      (['completed', 'cancelled'] as const).map((status) =>
        provider.call(orders.move, { ...seen(request), status, note: `set to ${status}` }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = both.toSorted((a, b) => a.status - b.status)
    const now = await stored(request.id)
    expect(now).toMatchObject({
      status: won?.body.status,
      note: won?.body.note,
      version: request.version + 1,
    })
    expect(lost?.refusal).toMatchObject({
      code: 'changed-meanwhile',
      text: expect.stringContaining(`it is ${now.status} now`),
    })
  })
})
