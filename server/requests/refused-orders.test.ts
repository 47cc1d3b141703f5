import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { dueNow } from '#domain/requests/timing.ts'
import { stockOf } from '#server/demo/makers/banks.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { drive } from '#testing/makers/driving.ts'
import { arun, linksIn, meena, wishFor } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { driverText, notYoursText } from '../messages/requests.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const { rowOf, historyOf, messagesOf } = linksIn(db)
const support = service.as('bloodsupport')
const redbank = service.as('redbank_bloodbank')
const driver = service.as('arun.driver')
const reason = 'No bag passed the cross-match'

beforeEach(() => service.clock.moveTo(now))

/** Linked to redbank and arun, as the provider does it. */
async function linked(wish: RequestWish = {}): Promise<BloodRequest> {
  const { id } = await aRequest(db, { status: 'hospital-admin-approved', ...wish }, now)
  return (await support.done(orders.link, wishFor({ id }))).request
}

const refuse = ({ id, version }: BloodRequest) => redbank.done(issuing.refuse, { id, version, reason })

async function refused(wish: RequestWish = {}): Promise<BloodRequest> {
  const order = await linked(wish)
  await refuse(order)
  return rowOf(order.id)
}

const link = async ({ id, version }: BloodRequest, bankId: string, driverEmail: string) =>
  (await support.done(orders.link, { id, version, bankId, driverEmail })).request

const yours = (id: string) => driverText(id, `http://crossmatch.test/driver/${id}`)
const textsOf = async (id: string) =>
  (await messagesOf(id)).flatMap(({ channel, recipient, body }) =>
    channel === 'sms' ? [[recipient, body]] : [],
  )
const [arunsPhone, meenasPhone] = ['+919840130001', '+919840130002']

describe('after a refusal', () => {
  test('AMB-212 the driver is told by a text, and the order leaves the driver’s list and the bank’s, live', async () => {
    const order = await linked()
    const [toDriver, toBank] = [await driver.live(), await redbank.live()]
    await refuse(order)
    const left = { topic: 'requests', id: order.id, kind: 'order-withdrawn' }
    for (const stream of [toDriver, toBank]) {
      expect(await stream.find(({ kind }) => kind === 'order-withdrawn', 8_000)).toEqual(left)
      stream.close()
    }
    const mine = (await driver.done(driving.list, {})).items.map(({ id }) => id)
    expect(mine).not.toContain(order.id)
    expect(await textsOf(order.id)).toEqual([
      [arunsPhone, yours(order.id)],
      [arunsPhone, notYoursText(order.id)],
    ])
  })

  test('AMB-212 another bank sets it going by the literal rule; the driver’s ended share stays in the history', async () => {
    const order = await refused()
    expect(await historyOf(order.id)).toEqual([
      { driverEmail: arun, startStatus: 'bloodbank-approved', endStatus: 'hospital-admin-approved' },
    ])
    const again = await link(order, 'bluebank', arun)
    expect(again).toMatchObject({ status: 'bloodbank-approved', bankId: 'bluebank', refusedBy: ['redbank'] })
    expect(again.linkedAt).toEqual(again.updatedAt)
    expect(await historyOf(order.id)).toEqual([
      { driverEmail: arun, startStatus: 'bloodbank-approved', endStatus: 'hospital-admin-approved' },
      { driverEmail: arun, startStatus: 'bloodbank-approved', endStatus: null },
    ])
    expect((await textsOf(order.id)).at(-1)).toEqual([arunsPhone, yours(order.id)])
  })

  test('AMB-212 the bank that refused may be linked again, may refuse again, and is named once', async () => {
    const order = await refused()
    const again = await link(order, 'redbank', meena)
    expect(again).toMatchObject({ status: 'bloodbank-approved', bankId: 'redbank' })
    await refuse(again)
    expect(await rowOf(order.id)).toMatchObject({
      status: 'hospital-admin-approved',
      bankId: null,
      refusedBy: ['redbank'],
    })
  })

  test('AMB-212 Link says who refused it and why, last of all, and counts its units as free again', async () => {
    await stockOf(db, 'redbank', { PRBC: { 'AB-': 9 } }, { at: now })
    await stockOf(db, 'bluebank', { PRBC: { 'AB-': 1 } }, { at: now })
    service.clock.moveTo(later(now, minutes(1)))
    const order = await refused({ bloodGroup: 'AB-', units: 2 })
    const { items } = await support.done(orders.banksFor, { id: order.id })
    expect(items.at(-1)).toMatchObject({ bankId: 'redbank', freeUnits: 9, refusal: reason })
    expect(items.filter(({ refusal }) => refusal !== null)).toHaveLength(1)
    expect((await support.done(orders.summary, {})).toLink.first.map(({ id }) => id)).toContain(order.id)
  })

  test('AMB-212 what the driver had done before a signal came back is kept aside', async () => {
    const order = await refused()
    const late = await drive(driver, db, { id: order.id, step: 'sample acquired' }, now)
    expect(late).toEqual({ outcome: 'reassigned', order: null })
    expect(await rowOf(order.id)).toMatchObject({ status: 'hospital-admin-approved', deliveryStatus: '-' })
  })

  test('AMB-212 a reservation that no other bank takes expires like any other', async () => {
    const order = await refused({ orderType: 'reservation' })
    expect(dueNow(order, later(order.deadlineAt, hours(1)))).toBe('expire')
  })
})

/** As version 1.0.1 told it: the bank at the event alone. */
const refusedOfOld = ({ id }: BloodRequest, bank: string, told: string) =>
  sql`insert into events (subject_kind, subject_id, kind, at, actor_name, detail, bank_id, previous_hash, hash)
    values ('request', ${id}, 'request-refused', ${now}, 'x', ${JSON.stringify({ reason: told })}, ${bank},
      ${`before ${told}`}, ${told})`.execute(db)

test('AMB-212 orders that were refused in version 1.0.1 say so, by what the trail has of it', async () => {
  const order = await linked()
  await refusedOfOld(order, 'redbank', 'None')
  await refusedOfOld(order, 'bluebank', 'Closed')
  await refusedOfOld(order, 'redbank', 'None left')
  const refusals = async () =>
    (await support.done(orders.banksFor, { id: order.id })).items.flatMap(({ refusal }) => refusal ?? [])
  expect(await refusals()).toEqual([])
  const step = new URL('../db/migrations/0030_refused_before.sql', import.meta.url)
  await sql.raw(await readFile(step, 'utf8')).execute(db)
  expect((await rowOf(order.id)).refusedBy).toEqual(['bluebank', 'redbank'])
  expect((await refusals()).toSorted()).toEqual(['Closed', 'None left'])
})

test('AMB-212 a refusal of a version before, which told the bank at its event alone, is read too', async () => {
  const order = await linked()
  await refusedOfOld(order, 'bluebank', 'Closed')
  await refuse(order)
  const { items } = await support.done(orders.banksFor, { id: order.id })
  expect(items.find(({ bankId }) => bankId === 'bluebank')?.refusal).toBe('Closed')
})

describe('who carries an order', () => {
  test('AMB-212 a reservation that was over when it was linked is told to its driver once it is approved', async () => {
    const over = await aRequest(
      db,
      { status: 'cancelled', orderType: 'reservation', pickupAt: later(now, hours(2)) },
      now,
    )
    const { version } = await link(over, 'redbank', arun)
    expect(await textsOf(over.id)).toEqual([])
    await support.done(orders.approveReservation, { id: over.id, version })
    expect(await textsOf(over.id)).toEqual([[arunsPhone, yours(over.id)]])
  })

  test('AMB-212 a driver who is replaced is told that it is not theirs any more', async () => {
    const order = await linked()
    await link(order, 'redbank', meena)
    expect(await textsOf(order.id)).toEqual([
      [arunsPhone, yours(order.id)],
      [meenasPhone, yours(order.id)],
      [arunsPhone, notYoursText(order.id)],
    ])
  })

  test.each(['hospital-admin-rejected', 'bloodbank-rejected', 'cancelled', 'completed'] as const)(
    'AMB-212 no text for one that is %s, and the answer says so; once it is set going again its driver is told',
    async (status) => {
      const { id, version } = await aRequest(db, { status, driverEmail: arun }, now)
      const { request, message } = await support.done(orders.link, {
        ...{ id, version, bankId: 'bluebank', driverEmail: meena },
      })
      expect(await textsOf(id)).toEqual([])
      expect(message).toBe(
        `Meena Raj gets no text message, because the order is ${status.replace('bloodbank', 'bluebank')}.`,
      )
      await support.done(orders.move, { id, version: request.version, status: 'bloodbank-approved' })
      expect(await textsOf(id)).toEqual([[meenasPhone, yours(id)]])
    },
  )
})
