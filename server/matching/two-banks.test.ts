import { expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, aTube } from '#testing/makers/benches.ts'
import { drive } from '#testing/makers/driving.ts'
import { arun, linksIn } from '#testing/makers/linked-orders.ts'
import { aFreeBag, aShelf, type ShelfBank } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [red, blue] = [await aShelf(service), await aShelf(service)]
const hospital = service.as('firm')

const link = async (id: string, { id: bankId }: ShelfBank) => {
  const { version } = await linksIn(db).rowOf(id)
  await service.as('bloodsupport').done(orders.link, { id, version, bankId, driverEmail: arun })
}
const passTime = () => service.clock.moveTo(later(service.clock.now(), minutes(5)))

/** Matched at one bank by a tube that agrees; a tube that came to another bank since does not; and it is the first one's again. */
async function comeAndGone() {
  service.clock.moveTo(now)
  const { id, bags } = await aMatchedOrder(service, red, { bags: 1, wish: { units: 2 } })
  const [bag] = bags
  if (!bag) throw new Error('no bag')
  await link(id, blue)
  passTime()
  await blue.staff.done(matching.receiveSample, aTube(id, now, { groupFound: 'A+' }))
  await link(id, red)
  passTime()
  return { id, bag }
}

test('AMB-431 what a tube at another bank held up is held up at the first one too, until a new tube agrees', async () => {
  const { id, bag } = await comeAndGone()
  await red.staff.done(matching.hold, { id, bagId: bag.id })
  const match = { id, bagId: bag.id, method: 'gel', result: 'compatible' } as const
  expect((await red.staff.call(matching.recordMatch, match)).refusal?.code).toBe('elsewhere-differs')
  const issue = () => red.staff.call(matching.issue, anIssue(id, [bag]))
  expect((await issue()).refusal?.code).toBe('elsewhere-differs')
  const view = await red.staff.done(matching.open, { id })
  expect([view.stage, view.onHold]).toEqual([
    'on-hold',
    expect.stringContaining('Another blood bank found A POS'),
  ])
  expect((await hospital.done(matching.packed, { id })).onHold).toBe(view.onHold)

  await red.staff.done(matching.receiveSample, aTube(id, now))
  await red.staff.done(matching.recordMatch, match)
  expect((await issue()).status).toBe(200)
})

test('AMB-431 what is mended in the older tube of the first bank ends no bell: the order is held up all the same', async () => {
  service.clock.moveTo(now)
  const { id } = await aMatchedOrder(service, red, { bags: 1, wish: { units: 1 } })
  const { sample } = await red.staff.done(matching.receiveSample, aTube(id, now, { groupFound: 'A+' }))
  await link(id, blue)
  passTime()
  await blue.staff.done(matching.receiveSample, aTube(id, now, { groupFound: 'A+' }))
  await link(id, red)
  const found = { groupFound: 'O+', antibodyScreen: 'negative', recent: 'no', unfitReason: null } as const
  const put = { id, sampleId: sample.id, version: 1, ...found }
  expect((await red.staff.done(matching.recordFindings, put)).refusal?.code).toBe('elsewhere-differs')
  expect((await red.staff.done(matching.open, { id })).stage).toBe('on-hold')
  const events = db.selectFrom('events').select('kind').where('subjectId', '=', id).orderBy('id').execute()
  expect((await events).at(-1)?.kind).not.toBe('sample-accepted')
})

test('AMB-431 in an emergency O alone leaves', async () => {
  const { id } = await comeAndGone()
  const hold = async (bloodGroup: 'A+' | 'O+') => {
    const bag = await aFreeBag(red.staff, { bloodGroup })
    const held = await red.staff.call(matching.hold, { id, bagId: bag.id, isEmergency: true })
    return held.refusal?.code ?? null
  }
  expect([await hold('A+'), await hold('O+')]).toEqual(['never-fits', null])
})

test('AMB-431 what the first bank sent is not to be handed over, though the order is its own again', async () => {
  service.clock.moveTo(now)
  const { id, bags } = await aMatchedOrder(service, red, { bags: 1, wish: { units: 1 } })
  await red.staff.done(matching.issue, anIssue(id, bags))
  const driver = service.as(arun)
  await drive(driver, db, { id, step: 'issued' }, now)
  const notToHandOver = async () =>
    (await driver.done(driving.list, {})).items.find((one) => one.id === id)?.deliveries[0]?.notToHandOver
  expect(await notToHandOver()).toEqual([])
  await link(id, blue)
  passTime()
  await blue.staff.done(matching.receiveSample, aTube(id, now, { groupFound: 'A+' }))
  await link(id, red)
  expect(await notToHandOver()).toEqual([bags[0]?.number])
})
