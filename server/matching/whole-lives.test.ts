import { beforeEach, describe, expect, test } from 'vitest'
import { bags as bagRoutes } from '#contract/bags.ts'
import { driving } from '#contract/driving.ts'
import { fates } from '#contract/fates.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { slips } from '#contract/slips.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { clearTests } from '#testing/makers/bags.ts'
import { anIssue, anOrderFor, aTube } from '#testing/makers/benches.ts'
import { drive } from '#testing/makers/driving.ts'
import { arun, linksIn } from '#testing/makers/linked-orders.ts'
import { aFreeBag, aShelf, tested } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [hospital, driver] = [service.as('firm'), service.as(arun)]
const [red, blue] = [await aShelf(service), await aShelf(service)]
const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }

beforeEach(async () => {
  service.clock.moveTo(now)
  await db.deleteFrom('rateLimits').execute()
})

const deliveryOf = async (id: string) =>
  (await driver.done(driving.list, {})).items.find((one) => one.id === id)?.deliveries[0]

describe('AMB-379 what left in an emergency and proves incompatible', () => {
  /** Two bags left; of the first the result comes. */
  async function found(
    result: 'compatible' | 'incompatible',
    before = async (_id: string, _slip: string) => {},
  ) {
    const { id } = await anOrderFor(service, red, { units: 2 })
    const bags = [await aFreeBag(red.staff), await aFreeBag(red.staff)]
    for (const bag of bags) await red.staff.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
    const { slip } = await red.staff.done(matching.issue, anIssue(id, bags, { emergency }))
    await red.staff.done(matching.receiveSample, aTube(id, now))
    await before(id, slip)
    const [bad, other] = bags
    if (!bad || !other) throw new Error('two bags')
    service.clock.moveTo(later(now, minutes(30)))
    await red.staff.done(matching.recordMatch, { id, bagId: bad.id, method: 'gel', result })
    await service.settled()
    const texts = await db
      .selectFrom('notifications')
      .innerJoin('events', 'events.id', 'notifications.eventId')
      .select('body')
      .where('subjectId', '=', id)
      .where('events.kind', '=', 'owed-result-came')
      .where('body', 'like', '%before you hand them over%')
      .execute()
    return { id, slip, bad, other, texts }
  }
  const isSetAside = async (slip: string) => (await service.anonymous.done(slips.seen, { slip })).isSetAside

  test('is not handed over, not genuine beside the bed, and another is packed in its place', async () => {
    const { id, slip, bad, other, texts } = await found('incompatible')
    expect(await deliveryOf(id)).toMatchObject({ bags: [other.number], notToHandOver: [bad.number] })
    expect(texts).toHaveLength(1)
    expect(await isSetAside(slip)).toBe(true)
    const packed = (await hospital.done(matching.packed, { id })).slips[0]?.bags
    expect(packed?.map(({ setAside }) => setAside)).toEqual(['incompatible', null])
    expect(await red.staff.done(matching.open, { id })).toMatchObject({ left: 1, packed: 1 })
    await hospital.done(fates.receive, { slip, bags: [{ bagId: bad.id, found: 'as-issued' }] })
    const given = { bagId: bad.id, fate: 'transfused' } as const
    expect((await hospital.call(fates.tell, given)).refusal?.code).toBe('set-aside')
    await hospital.done(fates.tell, { ...given, note: 'Dr. Rao: nothing else was there' })
  })

  test('that has arrived is what came, and its driver is not rung', async () => {
    const { id, slip, texts } = await found('incompatible', async (order) => {
      await drive(driver, db, { id: order, step: 'issued' }, now)
      await drive(driver, db, { id: order, step: 'delivered' }, now)
    })
    expect(texts).toEqual([])
    expect(await isSetAside(slip)).toBe(true)
    expect(await red.staff.done(matching.open, { id })).toMatchObject({ left: 0, packed: 2 })
  })

  test('that is in the patient is what was given', async () => {
    const { id, slip, bad } = await found('incompatible', async (_, out) => {
      const [note] = (await hospital.done(fates.notes, {})).items.filter((one) => one.slip === out)
      const bagId = note?.bags[0]?.id ?? ''
      await hospital.done(fates.receive, { slip: out, bags: [{ bagId, found: 'as-issued' }] })
      await hospital.done(fates.tell, { bagId, fate: 'transfused' })
    })
    const packed = (await hospital.done(matching.packed, { id })).slips[0]?.bags
    expect(packed?.find((one) => one.id === bad.id)?.setAside).toBeNull()
    expect(await isSetAside(slip)).toBe(false)
  })

  test('rings hospital and provider, and names the bank that issued it though another has the order now', async () => {
    const { id } = await found('incompatible', async (order) => {
      const { version } = await linksIn(db).rowOf(order)
      const link = { id: order, version, bankId: blue.id, driverEmail: arun }
      await service.as('bloodsupport').done(orders.link, link)
    })
    const [its, others] = await Promise.all(
      [red, blue].map(({ id: bankId }) =>
        db.selectFrom('organisations').select('name').where('id', '=', bankId).executeTakeFirstOrThrow(),
      ),
    )
    const told = await db
      .selectFrom('news')
      .select(['kind', 'words'])
      .where('requestId', '=', id)
      .where('kind', 'like', 'bag-incompatible%')
      .orderBy('kind')
      .execute()
    expect(told.map(({ kind }) => kind)).toEqual(['bag-incompatible', 'bag-incompatible-provider'])
    for (const { words } of told) {
      expect(words).toContain(its?.name)
      expect(words).not.toContain(others?.name)
    }
  })

  test('and what proves compatible goes on', async () => {
    const { id, slip, bad, other, texts } = await found('compatible')
    expect(await deliveryOf(id)).toMatchObject({ bags: [bad.number, other.number], notToHandOver: [] })
    expect([texts, await isSetAside(slip)]).toEqual([[], false])
  })
})

test('what was incompatible with a patient is barred for them at the bank that it was given to', async () => {
  const { id } = await anOrderFor(service, red, { units: 1 })
  await red.staff.done(matching.receiveSample, aTube(id, now))
  const bag = await aFreeBag(red.staff)
  await red.staff.done(matching.hold, { id, bagId: bag.id })
  await red.staff.done(matching.recordMatch, { id, bagId: bag.id, method: 'gel', result: 'incompatible' })
  const [here] = (await red.bank.done(bagRoutes.find, { number: bag.number })).bags
  const seen = { id: bag.id, version: here?.version ?? 0 }
  await red.bank.done(bagRoutes.transfer, { ...seen, bankId: blue.id })
  const [there] = (await tested(blue.bank, bag.number, clearTests('O+'))).released
  const bagId = there?.id ?? ''
  const { version } = await linksIn(db).rowOf(id)
  await service.as('bloodsupport').done(orders.link, { id, version, bankId: blue.id, driverEmail: arun })
  for (const isEmergency of [false, true]) {
    const { refusal } = await blue.staff.call(matching.hold, { id, bagId, isEmergency })
    expect(refusal?.code).toBe('held-barred')
    const { items } = await blue.staff.done(matching.choices, {
      id,
      ...(isEmergency && { emergency: 'yes' as const }),
    })
    expect(items).toEqual([])
  }
  const { id: next } = await anOrderFor(service, blue, { units: 1, patientId: 'fh-118160' })
  expect((await blue.staff.call(matching.hold, { id: next, bagId })).refusal?.code).toBe('held-barred')
  // and for nobody else
  const { id: other } = await anOrderFor(service, blue, { units: 1, patientId: 'FH-2' })
  await blue.staff.done(matching.hold, { id: other, bagId })
})
