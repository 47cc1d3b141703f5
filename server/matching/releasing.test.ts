import { beforeEach, describe, expect, test } from 'vitest'
import { issuing } from '#contract/issuing.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { operatorOn } from '#server/db/operator.ts'
import { thePassword } from '#server/demo/makers/rows.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, anOrderFor, aTube } from '#testing/makers/benches.ts'
import { arun, linksIn } from '#testing/makers/linked-orders.ts'
import { anAccount, emailOf, nextNumber } from '#testing/makers/makers.ts'
import { aFreeBag, aShelf, keepBags } from '#testing/makers/shelves.ts'
import { sweepHolds } from './releasing.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const provider = service.as('bloodsupport')
const shelf = await aShelf(service)
const { staff } = shelf

beforeEach(async () => {
  service.clock.moveTo(now)
  await db.updateTable('bankSettings').set({ secondChecker: false }).where('bankId', '=', shelf.id).execute()
  await db.deleteFrom('rateLimits').execute()
})

const bagOf = (id: string) => db.selectFrom('bags').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: string) => (await bagOf(id)).state
const holdsOf = (bagId: string) =>
  db.selectFrom('bagHolds').selectAll().where('bagId', '=', bagId).orderBy('id').execute()
const endOf = async (bagId: string) => (await holdsOf(bagId)).at(-1)?.releaseReason
const versionOf = async (id: string) => (await linksIn(db).rowOf(id)).version

describe('holds end', () => {
  test('with the order: cancelled between hold and issue nothing leaves', async () => {
    const { id, bags } = await aMatchedOrder(service, shelf)
    await provider.done(orders.move, { id, version: await versionOf(id), status: 'cancelled' })
    for (const bag of bags)
      expect([await stateOf(bag.id), await endOf(bag.id)]).toEqual(['available', 'cancelled'])
    expect((await staff.call(matching.issue, anIssue(id, bags))).refusal?.code).toBe('order-over')
  })

  test('AMB-218 with another bank: the old one loses sight and holds', async () => {
    const { id, bags } = await aMatchedOrder(service, shelf)
    await provider.done(orders.link, {
      ...{ id, version: await versionOf(id), bankId: 'bluebank', driverEmail: arun },
    })
    for (const bag of bags)
      expect([await stateOf(bag.id), await endOf(bag.id)]).toEqual(['available', 'cancelled'])
    for (const call of [
      staff.call(matching.open, { id }),
      staff.call(matching.issue, anIssue(id, bags)),
      staff.call(matching.choices, { id }),
    ])
      expect((await call).status).toBe(404)
  })

  test('with the refusal, with the last delivery; not with another driver', async () => {
    const { id } = await anOrderFor(service, shelf)
    const bag = await aFreeBag(staff)
    await staff.done(matching.hold, { id, bagId: bag.id })
    await staff.done(issuing.refuse, { id, version: await versionOf(id), reason: 'None left' })
    expect(await endOf(bag.id)).toBe('cancelled')

    const more = await aMatchedOrder(service, shelf, { bags: 3 })
    const meena = emailOf('meena.driver')
    await provider.done(orders.link, {
      ...{ id: more.id, version: await versionOf(more.id), bankId: shelf.id, driverEmail: meena },
    })
    const [spare] = more.bags.slice(2)
    expect(await stateOf(spare?.id ?? '')).toBe('held')
    await staff.done(matching.issue, anIssue(more.id, more.bags.slice(0, 2)))
    await provider.done(orders.move, {
      ...{ id: more.id, version: await versionOf(more.id), status: 'delivery-completed' },
    })
    expect([await stateOf(spare?.id ?? ''), await endOf(spare?.id ?? '')]).toEqual([
      'available',
      'not-needed',
    ])
  })

  test('by the minute, when their time is over, and not a moment before', async () => {
    const { bags, id } = await aMatchedOrder(service, shelf)
    const [bag] = bags
    const until = (await holdsOf(bag?.id ?? ''))[0]?.until ?? now
    const act = operatorOn(db)
    const sweep = () =>
      sweepHolds({
        db,
        transact: (_by, at, work) => act(at, work),
        clock: service.clock,
        onError: (error) => {
          throw error
        },
      })
    service.clock.moveTo(later(until, -minutes(1)))
    await sweep()
    expect(await stateOf(bag?.id ?? '')).toBe('held')
    service.clock.moveTo(later(until, 1))
    await sweep()
    for (const one of bags)
      expect([await stateOf(one.id), await endOf(one.id)]).toEqual(['available', 'time'])
    expect((await staff.call(matching.issue, anIssue(id, bags))).refusal?.code).toBe('sample-over')
  })
})

test.each([
  ['before its sample came', false],
  ['in an emergency', true],
])(
  'AMB-225 a bag that was held %s is held to the end of the sample that it matched',
  async (_, isEmergency) => {
    const { id } = await anOrderFor(service, shelf)
    const bag = await aFreeBag(staff)
    const { until } = await staff.done(matching.hold, { id, bagId: bag.id, isEmergency })
    await staff.done(matching.receiveSample, aTube(id, now))
    const end = later(now, hours(71))
    expect(until < end).toBe(true)
    await staff.done(matching.recordMatch, { id, bagId: bag.id, method: 'gel', result: 'compatible' })
    expect(await holdsOf(bag.id)).toMatchObject([{ until: end, isEmergency: false, releasedAt: null }])
    expect(await staff.done(matching.hold, { id, bagId: bag.id })).toEqual({ until: end })
  },
)

test('AMB-361 what bags have left for in an emergency is not refused by the bank that let them out', async () => {
  const { id } = await anOrderFor(service, shelf)
  const bag = await aFreeBag(staff)
  await staff.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
  const refuse = async () =>
    staff.call(issuing.refuse, { id, version: await versionOf(id), reason: 'None left' })
  await staff.done(
    matching.issue,
    anIssue(id, [bag], { emergency: { doctor: 'Dr. Rao', reason: 'Bleeding' } }),
  )
  expect((await linksIn(db).rowOf(id)).status).toBe('bloodbank-approved')
  const refused = await refuse()
  expect([refused.status, refused.refusal?.code]).toEqual([409, 'bags-left'])
  // another bank in its place let nothing out
  await keepBags(db, 'bluebank')
  await provider.done(orders.link, {
    ...{ id, version: await versionOf(id), bankId: 'bluebank', driverEmail: arun },
  })
  const { status } = await service
    .as('bluebank_bloodbank')
    .call(issuing.refuse, { id, version: await versionOf(id), reason: 'None left' })
  expect(status).toBe(200)
})

describe('the second person', () => {
  const asked = () =>
    db.updateTable('bankSettings').set({ secondChecker: true }).where('bankId', '=', shelf.id).execute()
  const as = (email: string, password = thePassword) => ({ checker: { email: emailOf(email), password } })
  const colleague = async (organisationId = shelf.id) => {
    const email = `checker${nextNumber()}`
    const grant = { product: 'bloodbank', role: 'staff', organisationId } as const
    const { id } = await anAccount(db, { email, name: 'R. Anand', grant })
    return { email, id }
  }

  test('is another one of the house, by a password of their own; nobody else is signed in by it', async () => {
    await asked()
    const { id, bags } = await aMatchedOrder(service, shelf)
    const code = async (change: object) =>
      (await staff.call(matching.issue, anIssue(id, bags, change))).refusal?.code
    const [one, elsewhere, stopped] = [await colleague(), await colleague('bluebank'), await colleague()]
    await db
      .updateTable('memberships')
      .set({ isStopped: true, stoppedAt: now })
      .where('accountId', '=', stopped.id)
      .execute()
    expect(await code({})).toBe('no-checker')
    expect(await code(as(one.email, 'not this one'))).toBe('checker-wrong')
    expect(await code(as('nobody.at.all'))).toBe('checker-wrong')
    expect(await code(as(`${shelf.id}.staff`))).toBe('same-checker')
    expect(await code(as(elsewhere.email))).toBe('checker-elsewhere')
    expect(await code(as(stopped.email))).toBe('checker-elsewhere')
    const slip = await staff.done(matching.issue, anIssue(id, bags, as(one.email)))
    expect([slip.issuedBy, slip.checkedBy]).toEqual(['S. Meena', 'R. Anand'])
    expect((await staff.done(matching.open, { id })).slips[0]?.issuedBy).toBe('S. Meena')
    const kept = await db.selectFrom('sessions').select('id').where('accountId', '=', one.id).execute()
    expect(kept).toEqual([])
  })

  test('who guesses is made to wait, as at signing in', async () => {
    await asked()
    const { id, bags } = await aMatchedOrder(service, shelf)
    const { email } = await colleague()
    const tried = []
    for (let n = 0; n < 6; n++)
      tried.push((await staff.call(matching.issue, anIssue(id, bags, as(email, 'wrong')))).status)
    expect(tried).toEqual([422, 422, 422, 422, 422, 429])
    expect((await staff.call(matching.issue, anIssue(id, bags, as(email)))).status).toBe(429)
  })
})
