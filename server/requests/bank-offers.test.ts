import { beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { stock } from '#contract/stock.ts'
import type { Bag } from '#domain/bags/bag.ts'
import { earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { stockOf } from '#server/demo/makers/banks.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aKey } from '#testing/makers/keys.ts'
import { aBank, aRequest, emailOf } from '#testing/makers/makers.ts'
import { aBagIn, keepBags } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const support = service.as('bloodsupport')
const driverEmail = emailOf('arun.driver')

beforeEach(async () => {
  service.clock.moveTo(now)
  await db.deleteFrom('stock').execute()
  await db.deleteFrom('bankPrices').execute()
})

const anOrder = (wish: RequestWish = {}) =>
  aRequest(db, { status: 'hospital-admin-approved', bloodGroup: 'O-', units: 2, ...wish }, now)

const offersFor = async ({ id }: { id: string }) => (await support.done(orders.banksFor, { id })).items
const offerOf = async (bankId: string, order: { id: string }) =>
  (await offersFor(order)).find((offer) => offer.bankId === bankId)

const counts = (bankId: string, units: number, at: Date) =>
  stockOf(db, bankId, { PRBC: { 'O-': units } }, { at })

test('LINK-01 each bank of the list with what it counted, when, what is free and its price, best first', async () => {
  await counts('redbank', 42, earlier(now, hours(2)))
  await counts('bluebank', 1, earlier(now, minutes(5)))
  await db.insertInto('bankPrices').values({ bankId: 'redbank', component: 'PRBC', paise: 145_000 }).execute()
  const order = await anOrder()
  expect(await offersFor(order)).toEqual([
    {
      bankId: 'redbank',
      name: 'Redbank',
      units: 42,
      countedAt: earlier(now, hours(2)),
      freeUnits: 42,
      keepsBags: false,
      isAnyFree: false,
      isBySystem: false,
      pricePaise: 145_000,
      refusal: null,
    },
    {
      bankId: 'bluebank',
      name: 'Bluebank',
      units: 1,
      countedAt: earlier(now, minutes(5)),
      freeUnits: 1,
      keepsBags: false,
      isAnyFree: false,
      isBySystem: false,
      pricePaise: null,
      refusal: null,
    },
    {
      bankId: 'greenbank',
      name: 'Greenbank',
      units: null,
      countedAt: null,
      freeUnits: null,
      keepsBags: false,
      isAnyFree: false,
      isBySystem: false,
      pricePaise: null,
      refusal: null,
    },
  ])
})

test('LINK-01 the offers are for the order’s own group and component', async () => {
  await stockOf(db, 'redbank', { PRBC: { 'O-': 7, 'A+': 9 }, FFP: { 'O-': 3 } }, { at: now })
  expect(await offerOf('redbank', await anOrder())).toMatchObject({ units: 7 })
  expect(await offerOf('redbank', await anOrder({ bloodGroup: 'A+' }))).toMatchObject({ units: 9 })
  expect(await offerOf('redbank', await anOrder({ component: 'FFP' }))).toMatchObject({ units: 3 })
  expect(await offerOf('redbank', await anOrder({ component: 'SDP' }))).toMatchObject({ units: null })
})

test('LINK-01 a link after the count takes its units off what is free, and not off the count', async () => {
  await counts('redbank', 10, earlier(now, hours(1)))
  const [other, third] = [await anOrder({ units: 3 }), await anOrder({ bloodGroup: 'A+', units: 5 })]
  for (const { id } of [other, third]) {
    await support.done(orders.link, { id, version: 2, bankId: 'redbank', driverEmail })
  }
  const order = await anOrder()
  expect(await offerOf('redbank', order)).toMatchObject({ units: 10, freeUnits: 7 })

  // a relink of the driver alone takes nothing more; another bank gives them back
  const john = emailOf('john.driver')
  await support.done(orders.link, { id: other.id, version: 3, bankId: 'redbank', driverEmail: john })
  expect(await offerOf('redbank', order)).toMatchObject({ freeUnits: 7 })
  await support.done(orders.link, { id: other.id, version: 4, bankId: 'bluebank', driverEmail: john })
  expect(await offerOf('redbank', order)).toMatchObject({ freeUnits: 10 })
})

test('LINK-01 a new count wins: what was linked before it is in it', async () => {
  await counts('redbank', 10, earlier(now, hours(1)))
  const { id } = await anOrder({ units: 4 })
  await support.done(orders.link, { id, version: 2, bankId: 'redbank', driverEmail })
  const order = await anOrder()
  expect(await offerOf('redbank', order)).toMatchObject({ units: 10, freeUnits: 6 })
  await counts('redbank', 5, later(now, minutes(10)))
  expect(await offerOf('redbank', order)).toMatchObject({ units: 5, freeUnits: 5 })
  // whatever happens to that order afterwards
  service.clock.moveTo(later(now, minutes(20)))
  await support.done(orders.move, { id, version: 3, status: 'issued' })
  expect(await offerOf('redbank', order)).toMatchObject({ freeUnits: 5 })
})

test('LINK-01 more linked than was counted is nothing free, never less', async () => {
  await counts('redbank', 3, earlier(now, hours(1)))
  const { id } = await anOrder({ units: 9 })
  await support.done(orders.link, { id, version: 2, bankId: 'redbank', driverEmail })
  expect(await offerOf('redbank', await anOrder())).toMatchObject({ units: 3, freeUnits: 0 })
})

test.each(requestStatuses.filter((status) => status !== 'pending'))(
  'LINK-01 what became of a linked order decides whether its units are free again: %s',
  async (status) => {
    const bank = await aBank(db)
    await counts(bank.id, 10, earlier(now, hours(1)))
    const { id } = await anOrder({ units: 4 })
    await support.done(orders.link, { id, version: 2, bankId: bank.id, driverEmail })
    await support.done(orders.move, { id, version: 3, status })
    const gone = ['cancelled', 'bloodbank-rejected', 'hospital-admin-rejected'].includes(status)
    expect(await offerOf(bank.id, await anOrder())).toMatchObject({ freeUnits: gone ? 10 : 6 })
    await db.updateTable('organisations').set({ isListed: false }).where('id', '=', bank.id).execute()
  },
)

test('LINK-20 a bank that was typed by hand is not among the offers, and no hospital is', async () => {
  const { id } = await anOrder()
  await support.done(orders.link, { id, version: 2, bankId: 'others', otherBank: 'Corner Bank', driverEmail })
  const names = (await offersFor(await anOrder())).map(({ bankId }) => bankId).toSorted()
  expect(names).toEqual(['bluebank', 'greenbank', 'redbank'])
})

test('LINK-04 for an unknown id there is nothing to offer', async () => {
  expect((await support.call(orders.banksFor, { id: 'ffffffff' })).status).toBe(404)
})

test('AMB-219 a bank that keeps bags is offered with what lies free and alive, and its count stays its own word', async () => {
  await counts('redbank', 42, earlier(now, hours(2)))
  await keepBags(db, 'redbank')
  const of = { component: 'PRBC', bloodGroup: 'O-', expiresAt: later(now, hours(9)) } as const
  await aBagIn(db, 'redbank', of)
  await aBagIn(db, 'redbank', of)
  await aBagIn(db, 'redbank', { ...of, state: 'held' })
  await aBagIn(db, 'redbank', { ...of, state: 'quarantine' })
  await aBagIn(db, 'redbank', { ...of, expiresAt: earlier(now, 1) })
  await aBagIn(db, 'redbank', { ...of, bloodGroup: 'O+' })
  await aBagIn(db, 'bluebank', of)
  await counts('bluebank', 7, earlier(now, minutes(5)))
  const order = await anOrder()
  expect(await offerOf('redbank', order)).toMatchObject({ units: 42, freeUnits: 2, keepsBags: true })
  expect(await offerOf('bluebank', order)).toMatchObject({ units: 7, keepsBags: false })
})

test('AMB-219 bags that end before the deadline, or lack what the patient needs, are not offered, nor in another group', async () => {
  const bank = await aBank(db)
  await keepBags(db, bank.id)
  const deadlineAt = later(now, hours(60))
  const ends = (of: Partial<Bag>) => aBagIn(db, bank.id, { component: 'PRBC', bloodGroup: 'A-', ...of })
  const past = later(deadlineAt, 1)
  await ends({ expiresAt: deadlineAt })
  await ends({ expiresAt: past })
  await ends({ expiresAt: past, attributes: ['irradiated', 'leucoreduced'] })
  await ends({ expiresAt: deadlineAt, bloodGroup: 'O-' })
  await ends({ expiresAt: past, bloodGroup: 'O-', attributes: ['irradiated'] })
  const free = async (order: { id: string }) => {
    const { items, otherGroups } = await support.done(orders.banksFor, { id: order.id })
    const other = otherGroups.find((one) => one.bankId === bank.id && one.bloodGroup === 'O-')
    return [items.find((one) => one.bankId === bank.id)?.freeUnits, other?.units]
  }
  const wish = { bloodGroup: 'A-', units: 30, deadlineAt } as const
  const plain = await anOrder(wish)
  expect(await free(plain)).toEqual([2, 1])
  const needy = await anOrder(wish)
  await db
    .insertInto('moreForBank')
    .values({ requestId: needy.id, needs: ['irradiated'] })
    .execute()
  expect(await free(needy)).toEqual([1, 1])
  // what is late already needs what is alive now
  const late = await anOrder({ ...wish, deadlineAt: earlier(now, hours(1)) })
  expect(await free(late)).toEqual([3, 2])
  const anyFree = async (order: { id: string }) => (await offerOf(bank.id, order))?.isAnyFree
  const later24 = await anOrder({ ...wish, deadlineAt: later(past, hours(24)) })
  expect([await free(later24), await anyFree(later24)]).toEqual([[0, undefined], true])
  expect(await anyFree(await anOrder({ ...wish, bloodGroup: 'AB-' }))).toBe(false)
  service.clock.moveTo(past)
  expect(await anyFree(later24)).toBe(false)
  await db.updateTable('organisations').set({ isListed: false }).where('id', '=', bank.id).execute()
})

test('AMB-346 a count that the bank’s own system fed says so to whoever links, until somebody counts', async () => {
  const { key } = await aKey(db, { product: 'bloodbank' }, now)
  const order = await anOrder()
  const quantities = byGroup<number | null>(() => 5)
  await service.withKey(key).done(stock.feed, { counts: [{ component: 'PRBC', quantities }] })
  expect(await offerOf('redbank', order)).toMatchObject({ isBySystem: true })
  await counts('bluebank', 7, now)
  expect(await offerOf('bluebank', order)).toMatchObject({ isBySystem: false })
})

test('AMB-331 where no bank has enough of the group, the groups that fit are named, with where they lie and why; not of who refused', async () => {
  const [counting, refusing, keeping] = [await aBank(db), await aBank(db), await aBank(db)].map(
    ({ id }) => id,
  )
  if (!counting || !refusing || !keeping) throw new Error('no banks')
  const order = await anOrder({ bloodGroup: 'A-', units: 2, refusedBy: [refusing] })
  const at = earlier(now, hours(1))
  await stockOf(db, counting, { PRBC: { 'A-': 1, 'O-': 4, 'B-': 9 } }, { at })
  await stockOf(db, refusing, { PRBC: { 'A-': 9, 'O-': 7 } }, { at })
  await keepBags(db, keeping)
  await aBagIn(db, keeping, { bloodGroup: 'A+', expiresAt: later(now, hours(90)) })
  await aBagIn(db, keeping, { bloodGroup: 'O-', expiresAt: earlier(now, hours(1)) })
  const linked = { status: 'bloodbank-approved', bankId: counting, bloodGroup: 'O-', units: 1 } as const
  await aRequest(db, { ...linked, linkedAt: now }, now)
  const own = [counting, refusing, keeping]
  const otherGroups = (await support.done(orders.banksFor, { id: order.id })).otherGroups.filter(
    ({ bankId }) => own.includes(bankId),
  )
  expect(
    otherGroups.map(({ bankId, bloodGroup, units, level }) => [bankId, bloodGroup, units, level]),
  ).toEqual([
    [counting, 'O-', 3, 'ok'],
    [keeping, 'A+', 1, 'care'],
  ])
  expect(otherGroups[1]?.text).toContain('the hospital has to say yes first')
  await stockOf(db, (await aBank(db)).id, { PRBC: { 'A-': 2 } }, { at })
  expect((await support.done(orders.banksFor, { id: order.id })).otherGroups).toEqual([])
})
