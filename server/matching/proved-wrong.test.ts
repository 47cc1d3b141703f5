import { expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { fates } from '#contract/fates.ts'
import { matching } from '#contract/matching.ts'
import { slips } from '#contract/slips.ts'
import { days, instantOf, later } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue } from '#testing/makers/benches.ts'
import { drive } from '#testing/makers/driving.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aShelf } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const shelf = await aShelf(service)
const [hospital, driver] = [service.as('firm'), service.as(arun)]

async function issued() {
  service.clock.moveTo(now)
  const { id, bags } = await aMatchedOrder(service, shelf, { bags: 2, wish: { units: 2 } })
  const [bad, good] = bags
  if (!bad || !good) throw new Error('two bags')
  const { slip } = await shelf.staff.done(matching.issue, anIssue(id, bags))
  const record = (bagId: string, result: 'compatible' | 'incompatible') =>
    shelf.staff.call(matching.recordMatch, { id, bagId, method: 'ahg-tube', result })
  return { id, bad, good, slip, record }
}
const rungFor = async (id: string) => {
  await service.settled()
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select(['notifications.kind', 'channel'])
    .where('subjectId', '=', id)
    .where('events.kind', '=', 'owed-result-came')
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}

test('AMB-432 a bag that left cross-matched and is proved incompatible is set aside, and all who have it are rung', async () => {
  const { id, bad, good, slip, record } = await issued()
  await drive(driver, db, { id, step: 'issued' }, now)
  expect((await record(bad.id, 'compatible')).refusal?.code).toBe('not-held-here')
  expect((await record(bad.id, 'incompatible')).status).toBe(200)
  const [told] = (await hospital.done(matching.packed, { id })).slips
  expect(told?.bags.map(({ id: bagId, setAside }) => [bagId, setAside])).toEqual([
    [bad.id, 'incompatible'],
    [good.id, null],
  ])
  const order = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
  expect(order?.deliveries[0]).toMatchObject({ bags: [good.number], notToHandOver: [bad.number] })
  expect(await rungFor(id)).toEqual(new Set(['bag-incompatible', 'bag-incompatible-provider', 'driver']))
  expect((await service.anonymous.done(slips.seen, { slip })).isSetAside).toBe(true)
  // another is packed in its place, and it is told once
  expect((await shelf.staff.done(matching.open, { id })).left).toBe(1)
  expect((await record(bad.id, 'incompatible')).refusal?.code).toBe('bag-barred')
})

test('AMB-432 also after the order is over and its sample is; what was given is told, and not set aside', async () => {
  const { id, bad, slip, record } = await issued()
  await drive(driver, db, { id, step: 'issued' }, now)
  await drive(driver, db, { id, step: 'delivered' }, now)
  await hospital.done(fates.receive, { slip, bags: [{ bagId: bad.id, found: 'as-issued' }] })
  await hospital.done(fates.tell, { bagId: bad.id, fate: 'transfused' })
  service.clock.moveTo(later(now, days(4)))
  expect((await record(bad.id, 'incompatible')).status).toBe(200)
  expect(await rungFor(id)).toEqual(new Set(['bag-incompatible', 'bag-incompatible-provider']))
  const [told] = (await hospital.done(matching.packed, { id })).slips
  expect(told?.bags[0]?.setAside).toBeNull()
})
