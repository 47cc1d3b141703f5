import { access, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { driving } from '#contract/driving.ts'
import { matching } from '#contract/matching.ts'
import { requests } from '#contract/requests.ts'
import { earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService } from '#testing/harness/service.ts'
import { sized } from '#testing/harness/size.ts'
import { anIssue } from '#testing/makers/benches.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { somePrices, thePrices } from '#testing/makers/prices.ts'
import { aFreeBag, aShelf } from '#testing/makers/shelves.ts'

const deadlineAt = instantOf('2026-11-16', '12:00')
const begin = earlier(deadlineAt, hours(4))

/** What the minute brings, done by the real worker as if the minute had come. */
async function aMinute(of: Awaited<ReturnType<typeof aService>>) {
  const sweep = { queue: 'sweep-requests', data: {} }
  await of.db.transaction().execute((tx) => of.jobs.enqueue(tx, sweep))
}

const reservation = (of: Awaited<ReturnType<typeof aService>>, wish: RequestWish = {}) =>
  aRequest(of.db, { status: 'reservation-approved', orderType: 'reservation', deadlineAt, ...wish }, begin)

const rowsOf = (of: Awaited<ReturnType<typeof aService>>, ids: string[]) =>
  of.db.selectFrom('requests').selectAll().where('id', 'in', ids).orderBy('id').execute()

const openDeliveries = async (of: Awaited<ReturnType<typeof aService>>, id: string) =>
  (
    await of.db
      .selectFrom('deliveries')
      .select('seq')
      .where('requestId', '=', id)
      .where('deliveredAt', 'is', null)
      .execute()
  ).length

const kindsOf = async (of: Awaited<ReturnType<typeof aService>>, id: string) =>
  (await of.db.selectFrom('events').select('kind').where('subjectId', '=', id).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

describe('one hour after its deadline', () => {
  test('JOBS-01 JOBS-03 JOBS-05 INVOICES-16 AMB-211 a reservation completes itself: late, undelivered, billed, told live', async () => {
    const service = await aService({ now: begin })
    await thePrices(service.db)
    const request = await reservation(service, { units: 4, hospitalId: 'firm' })
    const other = await reservation(service, { deadlineAt: later(deadlineAt, minutes(2)) })
    service.clock.moveTo(later(deadlineAt, minutes(59)))
    await aMinute(service)
    const live = await service.as('firm').live()
    service.clock.moveTo(later(deadlineAt, minutes(61)))
    await aMinute(service)
    const row = await vi.waitFor(async () => {
      const [found] = await rowsOf(service, [request.id])
      expect(found?.bankInvoicePath).toBeTruthy()
      return found
    }, 30_000)
    expect(row).toMatchObject({
      ...{ status: 'completed', isLate: true, invoiceKind: 'NORMAL', deliveredAt: null },
    })
    expect(await openDeliveries(service, request.id)).toBe(2)
    for (const stamp of [row?.firstCompletedAt, row?.updatedAt]) {
      expect(Math.abs((stamp?.getTime() ?? 0) - later(deadlineAt, minutes(61)).getTime())).toBeLessThan(
        20_000,
      )
    }
    for (const path of [row?.hospitalInvoicePath, row?.bankInvoicePath]) {
      await access(await service.placeOf(path))
    }
    expect((await rowsOf(service, [other.id]))[0]?.status).toBe('reservation-approved')
    const message = await live.find((one) => one.kind === 'request-completed')
    expect(message).toMatchObject({ topic: 'requests', id: request.id })
    const { timeline } = await service.as('firm').done(requests.show, { id: request.id })
    expect(timeline.find(({ kind }) => kind === 'request-completed')).toMatchObject({ by: 'Crossmatch' })
  }, 80_000)

  test('JOBS-02 JOBS-03 INVOICES-01 AMB-89 AMB-211 with nobody signed in, each minute; one that was never taken is declined: the fee alone, not late, not delivered', async () => {
    const service = await aService({ now: later(deadlineAt, hours(2)) })
    const { rows: planned } =
      await sql`select cron from pgboss.schedule where name = 'sweep-requests'`.execute(service.db)
    expect(planned).toEqual([{ cron: '* * * * *' }])
    await thePrices(service.db)
    const request = await reservation(service, { status: 'bloodbank-approved' })
    await aMinute(service)
    const row = await vi.waitFor(async () => {
      const [found] = await rowsOf(service, [request.id])
      expect(found?.bankInvoicePath).toBeTruthy()
      return found
    }, 30_000)
    expect(row).toMatchObject({
      ...{ status: 'completed', isLate: false, invoiceKind: 'RESERVATION_DECLINED', deliveredAt: null },
    })
    expect(await openDeliveries(service, request.id)).toBe(1)
    const invoice = await service.db
      .selectFrom('invoices')
      .selectAll()
      .where('requestId', '=', request.id)
      .executeTakeFirst()
    const fee = somePrices.convenience_Fee
    expect(invoice).toMatchObject({
      kind: 'RESERVATION_DECLINED',
      pricePaise: 0,
      deliveryPaise: 0,
      feePaise: fee,
      totalPaise: fee,
    })
    const textAt = async (path: string | null | undefined) =>
      (await readPdf(await readFile(await service.placeOf(path)))).text
    const [invoiced, wasNotTaken] = [await textAt(row?.hospitalInvoicePath), 'The reservation was not taken']
    expect(invoiced).toContain('Total ₹ 49.50')
    expect([invoiced.includes(wasNotTaken), invoiced.includes('Delivered')]).toEqual([true, false])
    expect(await textAt(row?.bankInvoicePath)).toContain('Total ₹ 0.00')
  }, 80_000)

  test('AMB-361 a reservation for which bags left in an emergency is late, and then completed as taken and still out', async () => {
    const service = await aService({ now: earlier(deadlineAt, hours(2)) })
    const shelf = await aShelf(service)
    const request = await reservation(service, { status: 'bloodbank-approved', bankId: shelf.id })
    const untaken = await reservation(service, { status: 'bloodbank-approved', bankId: shelf.id })
    const bag = await aFreeBag(shelf.staff)
    await shelf.staff.done(matching.hold, { id: request.id, bagId: bag.id, isEmergency: true })
    const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }
    await shelf.staff.done(matching.issue, anIssue(request.id, [bag], { emergency }))
    service.clock.moveTo(later(deadlineAt, minutes(1)))
    await aMinute(service)
    await vi.waitFor(async () => expect(await kindsOf(service, request.id)).toContain('request-late'), 30_000)
    expect(await kindsOf(service, untaken.id)).not.toContain('request-late')
    service.clock.moveTo(later(deadlineAt, minutes(61)))
    await aMinute(service)
    const rows = await vi.waitFor(async () => {
      const found = await rowsOf(service, [request.id, untaken.id])
      expect(found.map(({ status }) => status)).toEqual(['completed', 'completed'])
      return found
    }, 30_000)
    const rowOf = (id: string) => rows.find((row) => row.id === id)
    expect(rowOf(request.id)).toMatchObject({ invoiceKind: 'NORMAL', isLate: true, deliveredAt: null })
    expect(rowOf(untaken.id)).toMatchObject({ invoiceKind: 'RESERVATION_DECLINED', isLate: false })
    const carried = await service.as('arun.driver').done(driving.list, {})
    expect(carried.items.map(({ id }) => id)).toEqual([request.id])
  }, 80_000)

  test('JOBS-01 AMB-14 AMB-56 what nobody took expires and keeps its status; what was refused or has no bank is left', async () => {
    const service = await aService({ now: later(deadlineAt, hours(30)) })
    const wishes: RequestWish[] = [
      { status: 'pending' },
      { status: 'hospital-admin-approved' },
      { status: 'pending', orderType: 'immediate' },
      { status: 'hospital-admin-rejected' },
      { status: 'bloodbank-rejected' },
      { status: 'cancelled' },
      { status: 'issued', orderType: 'immediate' },
      { status: 'issued', bankId: null },
    ]
    const made = await Promise.all(wishes.map((wish) => reservation(service, wish)))
    const outcome = async () => {
      const rows = await rowsOf(
        service,
        made.map(({ id }) => id),
      )
      return made.map(({ id }) => {
        const row = rows.find((one) => one.id === id)
        return [row?.status, row?.expired]
      })
    }
    await aMinute(service)
    await vi.waitFor(
      async () => expect((await outcome()).filter(([, expired]) => expired)).toHaveLength(3),
      15_000,
    )
    expect(await outcome()).toEqual([
      ['pending', true],
      ['hospital-admin-approved', true],
      ['pending', true],
      ['hospital-admin-rejected', false],
      ['bloodbank-rejected', false],
      ['cancelled', false],
      ['issued', false],
      ['issued', false],
    ])
    expect(await kindsOf(service, made[0]?.id ?? '')).toEqual(['request-raised', 'request-expired'])
  }, 80_000)
})

test(
  'JOBS-04 two workers and a clock that was moved past many deadlines: each is completed once, billed once',
  async () => {
    const count = sized(6, 100)
    const one = await aService({ now: later(deadlineAt, hours(25)) })
    const two = await aService({ now: later(deadlineAt, hours(25)), databaseUrl: one.databaseUrl })
    await thePrices(one.db)
    const made = []
    for (let number = 0; number < count; number++)
      made.push(await reservation(one, { status: 'bloodbank-approved' }))
    const ids = made.map(({ id }) => id)
    await Promise.all([aMinute(one), aMinute(two), aMinute(one), aMinute(two)])
    await vi.waitFor(
      async () => {
        const rows = await rowsOf(one, ids)
        expect(rows.filter(({ status }) => status !== 'completed')).toEqual([])
        expect(rows.filter(({ bankInvoicePath }) => bankInvoicePath === null)).toEqual([])
      },
      sized(60_000, 180_000),
    )
    const events = await one.db
      .selectFrom('events')
      .select(['subjectId', 'kind'])
      .where('subjectId', 'in', ids)
      .where('kind', 'in', ['request-completed', 'hospital-invoice-made', 'bloodbank-invoice-made'])
      .execute()
    expect(events).toHaveLength(3 * count)
    const numbers = (await one.db.selectFrom('invoices').select('invoiceId').execute()).map(({ invoiceId }) =>
      Number(invoiceId.split('-').at(-1)),
    )
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  },
  sized(90_000, 240_000),
)

test('JOBS-04 T41 one that cannot be completed holds up no other', async () => {
  const service = await aService({ now: later(deadlineAt, hours(25)), settings: { LOG_LEVEL: 'silent' } })
  await thePrices(service.db)
  const stuck = await reservation(service, { deadlineAt: earlier(deadlineAt, minutes(1)) })
  const free = await reservation(service)
  await sql`alter table requests add constraint not_this_one check (id <> ${sql.lit(stuck.id)} or status <> 'completed')`.execute(
    service.owner,
  )
  await aMinute(service)
  await vi.waitFor(
    async () => expect((await rowsOf(service, [free.id]))[0]?.status).toBe('completed'),
    15_000,
  )
  expect((await rowsOf(service, [stuck.id]))[0]?.status).toBe('reservation-approved')
})
