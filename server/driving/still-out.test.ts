import { beforeEach, describe, expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { drive, drivenIn } from '#testing/makers/driving.ts'
import { arun, linksIn, meena } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { transactOn } from '../db/work.ts'
import { sweepRequests } from '../requests/sweeping.ts'

const start = instantOf('2026-11-16', '10:00')
const deadlineAt = later(start, hours(2))
const service = await aService({ now: start, settings: { ROLE: 'web' } })
const { db } = service
const [driver, other, hospital, provider] = [arun, meena, 'firm', 'bloodsupport'].map((name) =>
  service.as(name),
) as [Client, Client, Client, Client]
type Client = ReturnType<typeof service.as>

beforeEach(() => service.clock.moveTo(start))

/** A reservation whose time is over, as the clock left it. */
async function completed(wish: RequestWish = {}, before: (id: string) => Promise<unknown> = async () => {}) {
  const { id } = await aRequest(
    db,
    { status: 'reservation-approved', orderType: 'reservation', deadlineAt, driverEmail: arun, ...wish },
    start,
  )
  await before(id)
  service.clock.moveTo(later(deadlineAt, minutes(61)))
  const transact = transactOn({ db, jobs: service.jobs, reactedTo: new Set(), afterCommit() {} })
  await sweepRequests({
    db,
    transact,
    clock: service.clock,
    onError: (error) => expect.unreachable(`${error}`),
  })
  return (await drivenIn(db, id)).request
}

/** AMB-213: the provider's word stands for the steps that nobody told. */
async function issuedByWord(id: string) {
  const { version } = await linksIn(db).rowOf(id)
  await provider.done(orders.move, { id, version, status: 'issued' })
  expect((await drivenIn(db, id)).deliveries.map(({ state }) => state)).toEqual(['issued'])
}

const listOf = async (client: Client, id: string) =>
  (await client.done(driving.list, {})).items.find((order) => order.id === id)

describe('AMB-211 a reservation that the clock completed on the road', () => {
  test('stays on its driver’s page, with its codes at the hospital, until all of it is there; the status stays completed', async () => {
    const bySteps = async (id: string) => {
      for (const step of ['sample acquired', 'cross matching', 'issued'] as const)
        await drive(driver, db, { id, step }, service.clock.now())
    }
    const { id, status, deliveredAt, isLate } = await completed({ units: 4 }, bySteps)
    expect({ status, deliveredAt, isLate }).toEqual({ status: 'completed', deliveredAt: null, isLate: true })
    expect((await listOf(driver, id))?.deliveries.map(({ steps }) => steps.length)).toEqual([3, 0])
    const { items: codes } = await hospital.done(driving.codes, { id })
    expect(codes.map(({ seq, step }) => [seq, step])).toEqual([[1, 'delivered']])

    await drive(driver, db, { id, step: 'delivered' }, service.clock.now())
    const [row] = (await hospital.done(requests.deliveries, { id })).items
    expect(row).toMatchObject({ status: 'completed', deliveredAt: null, deliveryStatus: 'delivered' })
    expect(row?.deliveries.filter((one) => one.deliveredAt !== null)).toHaveLength(1)

    await drive(driver, db, { id, seq: 2, step: 'issued' }, service.clock.now())
    const last = await drive(driver, db, { id, seq: 2, step: 'delivered' }, service.clock.now())
    expect(last.outcome).toBe('done')
    // whole, so that the phone says "delivered" and not "not yours any more"
    expect(last.order?.deliveries.every(({ steps }) => steps.at(-1)?.step === 'delivered')).toBe(true)
    const { request, deliveries } = await drivenIn(db, id)
    expect(request).toMatchObject({ status: 'completed', isLate: true })
    expect(request.deliveredAt).toEqual(deliveries[1]?.deliveredAt)
    expect(await listOf(driver, id)).toBeUndefined()
    expect((await hospital.done(driving.codes, { id })).items).toEqual([])
  })

  test('what the phone tells late of a delivery in time is in time', async () => {
    const { id } = await completed({}, issuedByWord)
    const [doneAt, sentAt] = [later(deadlineAt, -minutes(10)), service.clock.now()]
    await drive(driver, db, { id, step: 'delivered', doneAt, sentAt })
    const { request } = await drivenIn(db, id)
    expect([request.status, request.isLate]).toEqual(['completed', false])
    expect(Math.abs((request.deliveredAt?.getTime() ?? 0) - doneAt.getTime())).toBeLessThan(5_000)
  })

  test('goes to another driver by a link, who is told; the first sees it no more', async () => {
    const { id, version } = await completed({}, issuedByWord)
    const { message } = await provider.done(orders.link, {
      ...{ id, version, bankId: 'redbank', driverEmail: meena },
    })
    expect(message).toBe('The text message to Meena Raj is on its way.')
    expect((await linksIn(db).messagesOf(id)).filter(({ channel }) => channel === 'sms')).toHaveLength(2)
    expect([await listOf(driver, id), (await listOf(other, id))?.id]).toEqual([undefined, id])
  })

  test('ends by the provider’s word too: completed once more it is delivered now, and leaves the page', async () => {
    const { id, version } = await completed({}, issuedByWord)
    const done = await provider.done(orders.move, { id, version, status: 'completed' })
    expect(done).toMatchObject({ deliveredAt: done.updatedAt, isLate: true })
    expect(await listOf(driver, id)).toBeUndefined()
  })
})

test('AMB-211 a reservation that nobody took is on no driver’s page, and what comes of it later is kept aside', async () => {
  const { id, invoiceKind } = await completed({ status: 'bloodbank-approved' })
  expect(invoiceKind).toBe('RESERVATION_DECLINED')
  expect(await listOf(driver, id)).toBeUndefined()
  expect((await hospital.done(driving.codes, { id })).items).toEqual([])
  const late = await drive(driver, db, { id, step: 'sample acquired' }, service.clock.now())
  expect(late).toEqual({ outcome: 'closed', order: null })
  expect((await drivenIn(db, id)).request).toMatchObject({ status: 'completed', deliveredAt: null })
})
