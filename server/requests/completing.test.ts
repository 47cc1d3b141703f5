import { beforeEach, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '18:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const provider = service.as('bloodsupport')

beforeEach(() => service.clock.moveTo(now))

const aDelivered = (wish: RequestWish = {}) =>
  aRequest(db, { status: 'delivery-completed', ...wish }, later(now, -minutes(30)))

const rowOf = (id: string) =>
  db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = (id: string) =>
  db.selectFrom('events').selectAll().where('subjectId', '=', id).orderBy('id').execute()
const deliveriesOf = (id: string) =>
  db.selectFrom('deliveries').selectAll().where('requestId', '=', id).orderBy('seq').execute()

describe('Approve Invoice', () => {
  test('ADMIN-STATUS-16 ROLES-20 sets completed and the time of the last change; the delivery keeps its own', async () => {
    const before = await aDelivered({ deliveryStatus: 'left at the ward' })
    const answer = await provider.done(orders.approveInvoice, { id: before.id, version: before.version })
    const row = await rowOf(before.id)
    expect(row).toEqual(answer)
    expect(row).toEqual({
      ...before,
      status: 'completed',
      updatedAt: row.updatedAt,
      firstCompletedAt: row.updatedAt,
      version: before.version + 1,
    })
    expect(row.deliveredAt).toEqual(before.deliveredAt)
    expect(row.updatedAt.getTime() - now.getTime()).toBeLessThan(5_000)
    expect(row.updatedAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
    expect((await eventsOf(before.id)).at(-1)).toMatchObject({
      kind: 'request-completed',
      fromStatus: 'delivery-completed',
      toStatus: 'completed',
      actorName: 'bloodsupport',
    })
  })

  test('ADMIN-STATUS-16 AMB-65 closes the deliveries that are still open, and leaves the others their time', async () => {
    const { id, version } = await aDelivered({ units: 7 })
    const came = instantOf('2026-11-16', '15:00')
    await db
      .updateTable('deliveries')
      .set({ deliveredAt: null, state: 'in transit' })
      .where('requestId', '=', id)
      .execute()
    await db
      .updateTable('deliveries')
      .set({ deliveredAt: came, state: 'delivered' })
      .where('requestId', '=', id)
      .where('seq', '=', 1)
      .execute()
    await provider.done(orders.approveInvoice, { id, version })
    const { updatedAt } = await rowOf(id)
    expect(await deliveriesOf(id)).toMatchObject([
      { units: 3, state: 'delivered', deliveredAt: came },
      { units: 3, state: 'delivered', deliveredAt: updatedAt },
      { units: 1, state: 'delivered', deliveredAt: updatedAt },
    ])
  })

  test.each([
    ['before the deadline', minutes(1), false],
    ['after the deadline', -minutes(1), true],
  ])(
    'ADMIN-STATUS-16 AMB-55 one without a time of delivery is stamped now: %s',
    async (_when, left, isLate) => {
      const { id, version } = await aDelivered({ deadlineAt: later(now, left) })
      await db
        .updateTable('requests')
        .set({ deliveredAt: null, isLate: false })
        .where('id', '=', id)
        .execute()
      await provider.done(orders.approveInvoice, { id, version })
      const row = await rowOf(id)
      expect([row.deliveredAt, row.isLate]).toEqual([row.updatedAt, isLate])
    },
  )

  test('ADMIN-STATUS-16 AMB-53 the second time it is completed, the first stays written', async () => {
    const { id, version } = await aDelivered()
    const first = await provider.done(orders.approveInvoice, { id, version })
    const away = await provider.done(orders.move, { id, version: version + 1, status: 'delivery-completed' })
    service.clock.moveTo(later(now, minutes(20)))
    const again = await provider.done(orders.approveInvoice, { id, version: away.version })
    expect(again.firstCompletedAt).toEqual(first.firstCompletedAt)
    expect(again.updatedAt.getTime()).toBeGreaterThan(first.updatedAt.getTime())
  })

  test.each(requestStatuses)('ADMIN-STATUS-15 of an order that is %s', async (status) => {
    const { id, version } = await aRequest(db, { status, bankId: 'redbank' }, now)
    const answer = await provider.call(orders.approveInvoice, { id, version })
    if (status === 'delivery-completed') return expect(answer.status).toBe(200)
    expect([answer.status, answer.refusal?.code]).toEqual([409, 'not-delivered'])
    expect(answer.refusal?.text).toContain(`this one is ${status.replace('bloodbank', 'redbank')}.`)
    expect(await rowOf(id)).toMatchObject({ status, version })
  })

  test('ADMIN-STATUS-15 AMB-58 a delivered order without a bank is refused in the words of §5.3', async () => {
    const { id, version } = await aDelivered({ bankId: null })
    const { status, refusal } = await provider.call(orders.approveInvoice, { id, version })
    expect([status, refusal?.title, refusal?.text]).toEqual([
      422,
      'Data Not Submitted',
      'Please ensure that BloodBank is linked to the Hospital',
    ])
    expect((await rowOf(id)).status).toBe('delivery-completed')
  })

  test('ADMIN-STATUS-16 a picture of the order that is older is refused, and nothing changes', async () => {
    const { id, version } = await aDelivered()
    await provider.done(requests.writeDeliveryStatus, { id, version, text: 'handed over' })
    const before = await rowOf(id)
    const { status, refusal } = await provider.call(orders.approveInvoice, { id, version })
    expect([status, refusal?.code]).toEqual([409, 'changed-meanwhile'])
    expect(await rowOf(id)).toEqual(before)
    expect((await eventsOf(id)).at(-1)?.kind).toBe('delivery-status-written')
  })

  test('ADMIN-STATUS-16 of ten who press at once one wins, and nine are told that it is completed', async () => {
    const { id, version } = await aDelivered()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => provider.call(orders.approveInvoice, { id, version })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    for (const { refusal } of answers.filter(({ status }) => status === 409)) {
      expect(refusal?.text).toContain('this one is completed')
    }
    expect((await eventsOf(id)).filter(({ kind }) => kind === 'request-completed')).toHaveLength(1)
    expect((await rowOf(id)).version).toBe(version + 1)
  })

  test('ADMIN-STATUS-16 against an Update DB at the same moment one of the two wins, and no change is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, version } = await aDelivered()
      const [approved, moved] = await Promise.all([
        provider.call(orders.approveInvoice, { id, version }),
        provider.call(orders.move, { id, version, status: 'issued', note: 'Came back' }),
      ])
      expect([approved.status, moved.status].toSorted()).toEqual([200, 409])
      const row = await rowOf(id)
      expect(row).toMatchObject(
        approved.status === 200
          ? { status: 'completed', note: '-' }
          : { status: 'issued', note: 'Came back' },
      )
      expect(row.version).toBe(version + 1)
    }
  })

  test('ROLES-20 is for the provider alone', async () => {
    const { id, version } = await aDelivered()
    for (const email of ['firm', 'firm_pilot', 'city_admin', 'city', 'redbank_bloodbank', 'arun.driver']) {
      expect((await service.as(email).call(orders.approveInvoice, { id, version })).status, email).toBe(403)
    }
    expect((await service.anonymous.call(orders.approveInvoice, { id, version })).status).toBe(401)
    expect((await rowOf(id)).status).toBe('delivery-completed')
    expect((await provider.call(orders.approveInvoice, { id, version })).status).toBe(200)
  })

  test('an order that is not there is not found, and what is no version is refused', async () => {
    const id = 'ffffffff'
    expect((await provider.call(orders.approveInvoice, { id, version: 1 })).status).toBe(404)
    for (const version of [0, -1, 1.5, 'one']) {
      const { status } = await provider.raw('PUT', `/api/requests/${id}/completion`, { body: { version } })
      expect(status, String(version)).toBe(422)
    }
  })
})
