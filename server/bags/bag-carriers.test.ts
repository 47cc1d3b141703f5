import { beforeEach, describe, expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue } from '#testing/makers/benches.ts'
import { aReport, drive } from '#testing/makers/driving.ts'
import { arun, linksIn, meena } from '#testing/makers/linked-orders.ts'
import { aFreeBag, aShelf, tested } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const shelf = await aShelf(service)

beforeEach(async () => {
  service.clock.moveTo(now)
  await db.deleteFrom('rateLimits').execute()
})

type Bags = readonly { id: string; number: string }[]
const passTime = () => service.clock.moveTo(later(service.clock.now(), minutes(5)))
const pack = async (id: string, bags: Bags, change: object = {}) => {
  passTime()
  await shelf.staff.done(matching.issue, anIssue(id, bags, change))
  passTime()
}
const leave = (id: string) => drive(service.as(arun), db, { id, step: 'issued' }, service.clock.now())
const giveToMeena = async (id: string) => {
  const { version } = await linksIn(db).rowOf(id)
  const link = { id, version, bankId: shelf.id, driverEmail: meena }
  await service.as('bloodsupport').done(orders.link, link)
}
/** Who is rung when this bag is called back. */
async function rungFor(id: string, bag: Bags[number] | undefined) {
  if (!bag) throw new Error('no bag')
  await tested(shelf.bank, bag.number, [{ test: 'NAT', result: 'reactive' }])
  await service.settled()
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .innerJoin('drivers', 'drivers.phone', 'notifications.recipient')
    .select(['email', 'events.detail'])
    .where('subjectId', '=', id)
    .where('events.kind', '=', 'bag-recalled')
    .where('notifications.kind', '=', 'driver')
    .execute()
  return rows.flatMap(({ email, detail }) => (detail.includes(`"${bag.number}"`) ? [email] : [])).sort()
}

describe('AMB-428 a driver who had the order before hears of a bag', () => {
  test('of the delivery that left with them, and of no other delivery', async () => {
    const { id, bags } = await aMatchedOrder(service, shelf, { bags: 5, wish: { units: 5 } })
    await pack(id, bags.slice(0, 3))
    await leave(id)
    await pack(id, bags.slice(3, 4), { seq: 2 })
    await giveToMeena(id)
    await pack(id, bags.slice(4), { seq: 2 })
    expect(await rungFor(id, bags[0])).toEqual([arun, meena])
    expect(await rungFor(id, bags[3])).toEqual([meena])
    expect(await rungFor(id, bags[4])).toEqual([meena])
  })

  test('of its rest where they were told to fetch it, and not where it was packed for whom it was given to', async () => {
    const { id, bags } = await aMatchedOrder(service, shelf, { bags: 3, wish: { units: 3 } })
    await pack(id, bags.slice(0, 1))
    await leave(id)
    await pack(id, bags.slice(1, 2))
    await giveToMeena(id)
    await pack(id, bags.slice(2))
    expect(await rungFor(id, bags[1])).toEqual([arun, meena])
    expect(await rungFor(id, bags[2])).toEqual([meena])
  })

  test('that had no slip when they left', async () => {
    const { id, bags } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
    passTime()
    await leave(id)
    await giveToMeena(id)
    await pack(id, bags)
    expect(await rungFor(id, bags[0])).toEqual([arun, meena])
  })

  test('that the bank handed over to them', async () => {
    const { id, bags } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
    await pack(id, bags)
    await shelf.staff.done(matching.handOver, { id, seq: 1, temperature: 4 })
    passTime()
    await giveToMeena(id)
    expect(await rungFor(id, bags[0])).toEqual([arun, meena])
  })

  test('that left with them, as their phone told only when the order was given away', async () => {
    const { id, bags } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
    await pack(id, bags)
    const report = aReport({ id, step: 'issued' }, service.clock.now())
    passTime()
    await giveToMeena(id)
    const sentAt = service.clock.now()
    expect(await service.as(arun).done(driving.step, { ...report, sentAt })).toMatchObject({
      outcome: 'reassigned',
    })
    expect(await rungFor(id, bags[0])).toEqual([arun, meena])
  })

  test('that left with its slip in an emergency, and not of one that was still to be fetched', async () => {
    const { id, bags } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 2 } })
    const bag = await aFreeBag(shelf.staff)
    await shelf.staff.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
    await pack(id, [bag], { emergency: { doctor: 'Dr. Rao', reason: 'Bleeding' } })
    await pack(id, bags)
    await giveToMeena(id)
    expect(await rungFor(id, bags[0])).toEqual([meena])
    expect(await rungFor(id, bag)).toEqual([arun, meena])
  })
})
