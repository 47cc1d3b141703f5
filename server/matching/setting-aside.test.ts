import { beforeEach, describe, expect, test } from 'vitest'
import { bags as bagRoutes } from '#contract/bags.ts'
import { driving } from '#contract/driving.ts'
import { fates } from '#contract/fates.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { registers } from '#contract/registers.ts'
import { requests } from '#contract/requests.ts'
import { slips } from '#contract/slips.ts'
import { dayOf, instantOf, later, minutes } from '#domain/basics/time.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, aTube } from '#testing/makers/benches.ts'
import { aReport, drive, drivenIn } from '#testing/makers/driving.ts'
import { arun, linksIn } from '#testing/makers/linked-orders.ts'
import { aFreeBag, aShelf, type ShelfBank } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [provider, hospital, driver] = [service.as('bloodsupport'), service.as('firm'), service.as(arun)]
const [red, blue] = [await aShelf(service), await aShelf(service)]

beforeEach(async () => {
  service.clock.moveTo(now)
  await db.deleteFrom('rateLimits').execute()
})

type Bags = readonly { id: string; number: string }[]
const numbersOf = (bags: Bags) => bags.map(({ number }) => number)
const link = async (id: string, { id: bankId }: ShelfBank) => {
  const { version } = await linksIn(db).rowOf(id)
  await provider.done(orders.link, { id, version, bankId, driverEmail: arun })
}
/** What the driver is to compare with the box, delivery by delivery. */
const carried = async (id: string) =>
  (await driver.done(driving.list, {})).items.find((one) => one.id === id)?.deliveries.map(({ bags }) => bags)
/** Bags held at that bank and matched, by a tube of its own where it has none yet. */
async function matched({ staff }: ShelfBank, id: string, count: number) {
  const { samples } = await staff.done(matching.open, { id })
  if (samples.length === 0) await staff.done(matching.receiveSample, aTube(id, now))
  const bags = []
  for (let n = 0; n < count; n++) {
    const bag = await aFreeBag(staff)
    await staff.done(matching.hold, { id, bagId: bag.id })
    await staff.done(matching.recordMatch, {
      ...{ id, bagId: bag.id, method: 'gel', result: 'compatible' },
    })
    bags.push(bag)
  }
  return bags
}
const packedBy = async ({ staff }: ShelfBank, id: string, bags: Bags, seq = 1) =>
  (await staff.done(matching.issue, anIssue(id, bags, { seq }))).slip
const asideOf = async (id: string) =>
  (await hospital.done(matching.packed, { id })).slips.map(({ slip, bags }) => [
    slip,
    ...bags.map(({ setAside }) => setAside),
  ])
const toldAside = async (id: string) =>
  (await hospital.done(requests.show, { id })).timeline
    .filter(({ kind }) => kind === 'bags-set-aside')
    .map(({ reason }) => reason)
const ownersOf = async (id: string) =>
  (
    await db
      .selectFrom('events')
      .select(['kind', 'bankId'])
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind, bankId }) => [kind, bankId] as [string, string | null])
const ofBags = ['bags-received', 'bag-recalled', 'bags-misfit', 'bags-set-aside', 'owed-result-came']
const isSetAside = async (slip: string) => (await service.anonymous.done(slips.seen, { slip })).isSetAside

describe('AMB-358 another bank', () => {
  test('packs anew; the bags of the one before are nobody’s to carry, and stay on their slip, in register and notes', async () => {
    const { id, bags: first } = await aMatchedOrder(service, red)
    const old = await packedBy(red, id, first)
    await link(id, blue)
    expect(await carried(id)).toEqual([[]])
    expect(await blue.staff.done(matching.open, { id })).toMatchObject({ left: 2, packed: 0, slips: [] })
    const away = { id, seq: 1, temperature: 4 }
    expect((await blue.staff.call(matching.handOver, away)).refusal?.code).toBe('not-packed')

    const second = await matched(blue, id, 2)
    service.clock.moveTo(later(now, minutes(5)))
    const slip = await packedBy(blue, id, second)
    expect(await carried(id)).toEqual([numbersOf(second)])
    expect(await asideOf(id)).toEqual([
      [old, 'other-bank', 'other-bank'],
      [slip, null, null],
    ])
    expect([await isSetAside(old), await isSetAside(slip)]).toEqual([true, false])
    expect(await toldAside(id)).toEqual([
      `Delivery 1, slip ${old}: ${numbersOf(first).join(', ')}; another blood bank sends the bags instead`,
    ])
    const { items } = await hospital.done(fates.notes, { requestId: id })
    expect(items.map((note) => note.bags.map(({ setAside }) => setAside))).toEqual([
      ['other-bank', 'other-bank'],
      [null, null],
    ])
    const span = { from: dayOf(now), to: dayOf(now) }
    const register = await red.bank.done(registers.look, { kind: 'issues', ...span })
    const rows = register.rows.filter((row) => row[register.titles.indexOf('Slip')] === old)
    expect(rows.map((row) => row[register.titles.indexOf('Set aside')])).toEqual(
      Array(2).fill('another blood bank sends the bags instead'),
    )
    const { bytes } = await red.bank.raw('GET', `/api/slips/${old}`)
    expect((await readPdf(bytes)).text).toContain('SET ASIDE. Do not transfuse on this slip.')

    await blue.staff.done(matching.handOver, away)
    await drive(driver, db, { id, step: 'delivered' }, service.clock.now())
    expect((await drivenIn(db, id)).request.status).toBe('delivery-completed')
    expect(await verifyEvents(db)).toMatchObject({ faults: [] })
  })

  test('for the second delivery: what the first bank gave for the one on the road goes on', async () => {
    const { id, bags } = await aMatchedOrder(service, red, { bags: 3, wish: { units: 5 } })
    const slip = await packedBy(red, id, bags)
    await drive(driver, db, { id, step: 'issued' }, now)
    await link(id, blue)
    expect(await carried(id)).toEqual([numbersOf(bags), []])
    expect(await asideOf(id)).toEqual([[slip, null, null, null]])
    expect(await blue.staff.done(matching.open, { id })).toMatchObject({ left: 2, packed: 3 })
    const others = await matched(blue, id, 2)
    await packedBy(blue, id, others, 2)
    expect(await carried(id)).toEqual([numbersOf(bags), numbersOf(others)])
  })

  test('AMB-400 what happens to the bags of the first bank is told to that bank', async () => {
    const { id, bags } = await aMatchedOrder(service, red, { bags: 3, wish: { units: 5 } })
    const slip = await packedBy(red, id, bags)
    await drive(driver, db, { id, step: 'issued' }, now)
    await link(id, blue)
    const [came, bad, back] = bags
    if (!came || !bad || !back) throw new Error('three bags')
    await hospital.done(fates.receive, { slip, bags: [{ bagId: came.id, found: 'warm' }] })
    const results = [{ test: 'HIV', result: 'reactive' } as const]
    await red.bank.done(bagRoutes.recordTests, { donations: [{ number: bad.number, results }] })
    await blue.staff.done(matching.receiveSample, aTube(id, now, { groupFound: 'O-' }))
    await hospital.done(matching.correctGroup, { id, bloodGroup: 'O-' })
    const told = await ownersOf(id)
    expect(told.filter(([kind]) => ofBags.includes(kind))).toEqual([
      ['bags-received', red.id],
      ['bag-recalled', red.id],
      ['bags-misfit', red.id],
    ])
    // the order itself is the other's
    expect(told).toContainEqual(['group-corrected', blue.id])
    expect(await verifyEvents(db)).toMatchObject({ faults: [] })
  })

  test('AMB-400 a new bag for what the first bank sent: that bank is told which were set aside', async () => {
    const { id, bags } = await aMatchedOrder(service, red)
    await packedBy(red, id, bags)
    await drive(driver, db, { id, step: 'issued' }, now)
    await link(id, blue)
    const warm = aReport({ id, step: 'delivered', temperature: 20 }, now)
    await driver.done(driving.step, { ...warm, isStop: true })
    const { version } = await linksIn(db).rowOf(id)
    await provider.done(driving.decide, { id, version, stepId: warm.stepId, decision: 'new-bag' })
    const told = await ownersOf(id)
    expect(told.filter(([kind]) => ofBags.includes(kind))).toEqual([['bags-set-aside', red.id]])
    expect(told).toContainEqual(['stop-decided', blue.id])
  })

  test('and back again: what was set aside stays so', async () => {
    const { id, bags } = await aMatchedOrder(service, red)
    const old = await packedBy(red, id, bags)
    await link(id, blue)
    await link(id, red)
    expect(await carried(id)).toEqual([[]])
    const others = await matched(red, id, 2)
    const slip = await packedBy(red, id, others)
    expect((await red.staff.done(matching.open, { id })).slips.map((one) => one.slip)).toEqual([old, slip])
    expect(await carried(id)).toEqual([numbersOf(others)])
  })
})

test.each(['driver', 'bank and driver'])(
  'AMB-358 warm bags that left by the word of the %s: for a new bag the same bank packs anew',
  async (who) => {
    const { id, bags } = await aMatchedOrder(service, red)
    const old = await packedBy(red, id, bags)
    const away = { id, seq: 1, temperature: 4 }
    if (who !== 'driver') await red.staff.done(matching.handOver, away)
    await drive(driver, db, { id, step: 'issued' }, now)
    const warm = aReport({ id, step: 'delivered', temperature: 20 }, now)
    await driver.done(driving.step, { ...warm, isStop: true })
    expect(await carried(id)).toEqual([numbersOf(bags)])
    const { version } = await linksIn(db).rowOf(id)
    await provider.done(driving.decide, { id, version, stepId: warm.stepId, decision: 'new-bag' })
    expect(await carried(id)).toEqual([[]])
    expect(await red.staff.done(matching.open, { id })).toMatchObject({ left: 2, packed: 0 })
    const others = await matched(red, id, 2)
    const slip = await packedBy(red, id, others)
    expect(await asideOf(id)).toEqual([
      [old, 'new-bag', 'new-bag'],
      [slip, null, null],
    ])
    expect(await carried(id)).toEqual([numbersOf(others)])
    await red.staff.done(matching.handOver, away)
    await drive(driver, db, { id, step: 'delivered' }, now)
    expect((await drivenIn(db, id)).request.status).toBe('delivery-completed')
  },
)

test('AMB-358 a bag that is called back at the counter is packed anew, and the other goes with it', async () => {
  const { id, bags } = await aMatchedOrder(service, red)
  const old = await packedBy(red, id, bags)
  const [bad, good] = bags
  if (!bad || !good) throw new Error('two bags')
  const results = [{ test: 'HIV', result: 'reactive' } as const]
  await red.bank.done(bagRoutes.recordTests, { donations: [{ number: bad.number, results }] })
  expect(await carried(id)).toEqual([[good.number]])
  expect(await red.staff.done(matching.open, { id })).toMatchObject({ left: 1, packed: 1, stage: 'match' })
  const [other] = await matched(red, id, 1)
  if (!other) throw new Error('no bag')
  const two = await red.staff.call(matching.issue, anIssue(id, [other, good]))
  expect(two.refusal?.code).toBe('too-many-bags')
  service.clock.moveTo(later(now, minutes(5)))
  const slip = await packedBy(red, id, [other])
  expect(await carried(id)).toEqual([[good.number, other.number]])
  expect(await asideOf(id)).toEqual([
    [old, 'recalled', null],
    [slip, null],
  ])
  expect([await isSetAside(old), await isSetAside(slip)]).toEqual([true, false])
  expect((await red.staff.done(matching.open, { id })).stage).toBe('packed')
  const order = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
  expect(order?.deliveries[0]?.notToHandOver).toEqual([bad.number])
  await drive(driver, db, { id, step: 'issued' }, now)
  await drive(driver, db, { id, step: 'delivered' }, service.clock.now())
  // what never left did not come
  expect(await red.staff.done(matching.open, { id })).toMatchObject({ left: 0, packed: 2 })
})

test('AMB-358 AMB-361 what left in an emergency goes on when another bank is linked', async () => {
  const { id } = await aMatchedOrder(service, red, { bags: 0, wish: { units: 2 } })
  const bag = await aFreeBag(red.staff)
  await red.staff.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
  const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }
  const { slip } = await red.staff.done(matching.issue, anIssue(id, [bag], { emergency }))
  await link(id, blue)
  expect(await asideOf(id)).toEqual([[slip, null]])
  expect(await isSetAside(slip)).toBe(false)
  expect(await carried(id)).toEqual([[bag.number]])
  expect(await blue.staff.done(matching.open, { id })).toMatchObject({ left: 1, haveBagsLeft: false })
})

test('AMB-361 an order whose only bag was called back in the patient was begun', async () => {
  const { id } = await aMatchedOrder(service, red, { bags: 0, wish: { units: 1 } })
  const bag = await aFreeBag(red.staff)
  await red.staff.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
  const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }
  const { slip } = await red.staff.done(matching.issue, anIssue(id, [bag], { emergency }))
  await hospital.done(fates.receive, { slip, bags: [{ bagId: bag.id, found: 'as-issued' }] })
  await hospital.done(fates.tell, { bagId: bag.id, fate: 'transfused' })
  const results = [{ test: 'HIV', result: 'reactive' } as const]
  await red.bank.done(bagRoutes.recordTests, { donations: [{ number: bag.number, results }] })
  expect(await asideOf(id)).toEqual([[slip, 'recalled']])
  expect((await red.staff.done(matching.open, { id })).haveBagsLeft).toBe(true)
})

test('AMB-358 called back when it has arrived, a bag is what came, and says beside the bed that it is not to be given', async () => {
  const { id, bags } = await aMatchedOrder(service, red)
  const slip = await packedBy(red, id, bags)
  await drive(driver, db, { id, step: 'issued' }, now)
  await drive(driver, db, { id, step: 'delivered' }, now)
  const results = [{ test: 'HCV', result: 'reactive' } as const]
  await red.bank.done(bagRoutes.recordTests, { donations: [{ number: bags[0]?.number ?? '', results }] })
  expect(await asideOf(id)).toEqual([[slip, 'recalled', null]])
  expect(await isSetAside(slip)).toBe(true)
  expect(await red.staff.done(matching.open, { id })).toMatchObject({ left: 0, packed: 2, stage: 'packed' })
})

test('AMB-358 the rest of a delivery that was packed in part has a slip of its own', async () => {
  const { id, bags } = await aMatchedOrder(service, red, { bags: 2, wish: { units: 3 } })
  await packedBy(red, id, bags)
  expect(await red.staff.done(matching.open, { id })).toMatchObject({ left: 1, packed: 2, stage: 'match' })
  const rest = await matched(red, id, 1)
  service.clock.moveTo(later(now, minutes(5)))
  await packedBy(red, id, rest)
  expect(await carried(id)).toEqual([numbersOf([...bags, ...rest])])
  expect((await hospital.done(matching.packed, { id })).slips.map(({ seq }) => seq)).toEqual([1, 1])
  const more = await red.staff.call(matching.issue, anIssue(id, rest))
  expect(more.refusal?.code).toBe('not-next-delivery')
})

test('AMB-371 what is packed after the delivery left is told its driver, apart from what he carries, and stands in the timeline', async () => {
  const { id, bags } = await aMatchedOrder(service, red, { bags: 2, wish: { units: 3 } })
  const rest = await matched(red, id, 1)
  await packedBy(red, id, bags)
  const toFetch = async () =>
    (await driver.done(driving.list, {})).items.find((one) => one.id === id)?.deliveries[0]?.bagsLater
  service.clock.moveTo(later(now, minutes(5)))
  await drive(driver, db, { id, step: 'issued' }, service.clock.now())
  expect(await toFetch()).toEqual([])
  service.clock.moveTo(later(now, minutes(10)))
  const slip = await packedBy(red, id, rest)
  expect(await carried(id)).toEqual([numbersOf([...bags, ...rest])])
  expect(await toFetch()).toEqual(numbersOf(rest))
  const { timeline } = await hospital.done(requests.show, { id })
  expect(timeline.map(({ reason }) => reason)).toContain(
    `Delivery 1, slip ${slip}: ${rest[0]?.number}, packed after it had left, to be fetched`,
  )
  await service.settled()
  const texts = await db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select('body')
    .where('subjectId', '=', id)
    .where('events.kind', '=', 'bags-issued')
    .execute()
  expect(texts.map(({ body }) => body)).toEqual([
    expect.stringContaining(`more bags of order ${id} were packed after you left`),
  ])
  await drive(driver, db, { id, step: 'delivered' }, service.clock.now())
  expect(await toFetch()).toBeUndefined()
})

test('AMB-371 of a delivery that left without a slip what is packed afterwards is what he carries', async () => {
  const { id, bags } = await aMatchedOrder(service, red, { bags: 2, wish: { units: 2 } })
  await drive(driver, db, { id, step: 'issued' }, now)
  service.clock.moveTo(later(now, minutes(10)))
  await packedBy(red, id, bags)
  const [delivery] =
    (await driver.done(driving.list, {})).items.find((one) => one.id === id)?.deliveries ?? []
  expect(delivery).toMatchObject({ bags: numbersOf(bags), bagsLater: [] })
})
