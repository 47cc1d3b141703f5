import { beforeEach, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { stock } from '#contract/stock.ts'
import { type BloodGroup, bloodGroups, type ComponentCode } from '#domain/basics/blood.ts'
import { hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { stockOf } from '#server/demo/makers/banks.ts'
import { aService } from '#testing/harness/service.ts'
import { aKey } from '#testing/makers/keys.ts'
import { aBank, anAccount, aRequest } from '#testing/makers/makers.ts'
import { aBagIn, keepBags } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service

beforeEach(() => service.clock.moveTo(now))

/** A bank of its own for each test, with two people. */
async function bankOfItsOwn() {
  const { id } = await aBank(db)
  await anAccount(db, { email: `${id}_bloodbank` })
  await anAccount(db, {
    email: `${id}.second`,
    name: 'S. Meena',
    grant: { product: 'bloodbank', role: 'admin', organisationId: id },
  })
  const bank = service.as(`${id}_bloodbank`)
  const of = async (component: ComponentCode) => {
    const found = (await bank.done(stock.list, {})).items.find((one) => one.component === component)
    if (!found) throw new Error(`no ${component}`)
    return found
  }
  return { id, bank, second: service.as(`${id}.second`), of }
}

const counts = (change: Partial<Record<BloodGroup, number | null>> = {}) => ({
  ...byGroup<number | null>(() => 5),
  ...change,
})
const unitsOf = ({ shelves }: { shelves: Record<BloodGroup, { units: number }> }) =>
  byGroup((group) => shelves[group].units)

const rowsOf = (bankId: string) =>
  db
    .selectFrom('stock')
    .selectAll()
    .where('bankId', '=', bankId)
    .orderBy('component')
    .orderBy('bloodGroup')
    .execute()

const eventsOf = async (bankId: string) =>
  await db
    .selectFrom('events')
    .selectAll()
    .where('subjectKind', '=', 'stock')
    .where('bankId', '=', bankId)
    .orderBy('id')
    .execute()

describe('counting', () => {
  test('INVENTORY-08 API-14 the first count adds, the second updates the same record, and other components stay', async () => {
    const { id, bank, of } = await bankOfItsOwn()
    await stockOf(db, id, { FFP: { 'A+': 40 } }, { at: later(now, -hours(1)) })
    const before = await of('PRBC')
    expect(before).toMatchObject({ countedAt: null, countedBy: null })
    expect(unitsOf(before)).toEqual(byGroup(() => 0))

    const first = await bank.done(stock.count, { component: 'PRBC', seenAt: null, quantities: counts() })
    expect(unitsOf(first)).toEqual(byGroup(() => 5))
    expect((await rowsOf(id)).filter(({ component }) => component === 'PRBC')).toHaveLength(8)

    service.clock.moveTo(later(now, minutes(7)))
    const second = await bank.done(stock.count, {
      component: 'PRBC',
      seenAt: first.countedAt,
      quantities: counts({ 'O-': 0, 'AB-': 12 }),
    })
    expect(unitsOf(second)).toEqual({ ...byGroup(() => 5), 'O-': 0, 'AB-': 12 })
    expect(await of('PRBC')).toEqual(second)
    expect((await rowsOf(id)).filter(({ component }) => component === 'PRBC')).toHaveLength(8)
    expect(unitsOf(await of('FFP'))).toEqual({ ...byGroup(() => 0), 'A+': 40 })
    expect(await of('SDP')).toMatchObject({ countedAt: null })
  })

  test('INVENTORY-09 the time of the count is kept, and who made it', async () => {
    const { id, second, of } = await bankOfItsOwn()
    service.clock.moveTo(later(now, minutes(3)))
    const answer = await second.done(stock.count, { component: 'SDP', seenAt: null, quantities: counts() })
    expect(answer.countedBy).toBe('S. Meena')
    const age = (answer.countedAt?.getTime() ?? 0) - now.getTime()
    expect(Math.floor(age / minutes(1))).toBe(3)
    for (const row of await rowsOf(id))
      expect(row).toMatchObject({ countedAt: answer.countedAt, countedBy: 'S. Meena' })
    expect(await of('SDP')).toEqual(answer)
  })

  test('INVENTORY-06 AMB-120 a fraction is cut, a blank is 0', async () => {
    const { id, bank } = await bankOfItsOwn()
    const quantities = counts({ 'A+': 7.9, 'A-': null })
    const answer = await bank.done(stock.count, { component: 'RDP', seenAt: null, quantities })
    const counted = { ...byGroup(() => 5), 'A+': 7, 'A-': 0 }
    expect(unitsOf(answer)).toEqual(counted)
    const stored = (await rowsOf(id)).map(({ bloodGroup, quantity }) => [bloodGroup, quantity])
    expect(Object.fromEntries(stored)).toEqual(counted)
  })

  test.each<[string, object]>([
    ['-1', { quantities: counts({ 'B-': -1 }) }],
    ['-0.1', { quantities: counts({ 'B-': -0.1 }) }],
    ['ten thousand', { quantities: counts({ 'B-': 10_000 }) }],
    ['a text', { quantities: { ...counts(), 'B-': '7' } }],
    ['true', { quantities: { ...counts(), 'B-': true } }],
    ['seven groups', { quantities: Object.fromEntries(bloodGroups.slice(1).map((group) => [group, 1])) }],
    ['a ninth group', { quantities: { ...counts(), 'C+': 1 } }],
    ['no quantities', {}],
    ['no word of what was seen', { quantities: counts(), seenAt: undefined }],
    ['what was seen as a word', { quantities: counts(), seenAt: 'never' }],
  ])('INVENTORY-05 a count with %s is refused, and nothing is stored', async (_, body) => {
    const { id, bank } = await bankOfItsOwn()
    const answer = await bank.raw('PUT', '/api/stock/PRBC', { body: { seenAt: null, ...body } })
    expect(answer.status).toBe(422)
    expect(await rowsOf(id)).toEqual([])
    expect(await eventsOf(id)).toEqual([])
  })

  test('INVENTORY-05 the refusal names the field', async () => {
    const { bank } = await bankOfItsOwn()
    const answer = await bank.call(stock.count, {
      component: 'PRBC',
      seenAt: null,
      quantities: counts({ 'O-': -1 }),
    })
    expect(answer.refusal).toMatchObject({ code: 'not-a-quantity', title: 'Invalid Quantity', field: 'O-' })
    expect((await bank.raw('PUT', '/api/stock/WHOLE', { body: {} })).status).toBe(422)
  })
})

describe('two people of one bank', () => {
  test('INVENTORY-08 T39 a count over an older one than there is is answered 409, and changes nothing', async () => {
    const { id, bank, second } = await bankOfItsOwn()
    const first = await second.done(stock.count, { component: 'FFP', seenAt: null, quantities: counts() })
    const before = [await rowsOf(id), await eventsOf(id)]
    for (const seenAt of [null, later(first.countedAt ?? now, -1)]) {
      const answer = await bank.call(stock.count, {
        component: 'FFP',
        seenAt,
        quantities: counts({ 'A+': 99 }),
      })
      expect([answer.status, answer.refusal?.code]).toEqual([409, 'counted-meanwhile'])
      expect(answer.refusal?.text).toContain('S. Meena')
    }
    expect([await rowsOf(id), await eventsOf(id)]).toEqual(before)
  })

  test('INVENTORY-08 T39 twelve first counts at once: one is kept, the others are told', async () => {
    const { id, bank } = await bankOfItsOwn()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        bank.call(stock.count, { component: 'PRBC', seenAt: null, quantities: counts({ 'A+': n }) }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)])
    expect(await eventsOf(id)).toHaveLength(1)
    const kept = (await rowsOf(id)).find(({ bloodGroup }) => bloodGroup === 'A+')?.quantity
    expect(answers[kept ?? -1]?.status).toBe(200)
  })

  test('INVENTORY-08 the same call sent again is one count', async () => {
    const { id, bank } = await bankOfItsOwn()
    const send = () =>
      bank.call(
        stock.count,
        { component: 'PRBC', seenAt: null, quantities: counts() },
        { idempotencyKey: `again-${id}` },
      )
    const [one, other] = [await send(), await send()]
    expect([one.status, other.status]).toEqual([200, 200])
    expect(await eventsOf(id)).toHaveLength(1)
  })
})

describe('still correct', () => {
  test('INVENTORY-09 keeps the numbers, and is a count of now', async () => {
    const { bank, second, of } = await bankOfItsOwn()
    const first = await bank.done(stock.count, {
      component: 'PRBC',
      seenAt: null,
      quantities: counts({ 'O-': 2 }),
    })
    service.clock.moveTo(later(now, hours(9)))
    const answer = await second.done(stock.confirm, { component: 'PRBC', seenAt: first.countedAt })
    expect(unitsOf(answer)).toEqual(unitsOf(first))
    expect(answer.countedBy).toBe('S. Meena')
    expect((answer.countedAt?.getTime() ?? 0) - (first.countedAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(
      hours(8.9),
    )
    expect(await of('PRBC')).toEqual(answer)
  })

  test('INVENTORY-09 of nothing, or of an older count, is answered 409', async () => {
    const { bank } = await bankOfItsOwn()
    const never = await bank.call(stock.confirm, { component: 'PRBC', seenAt: null })
    expect([never.status, never.refusal?.code]).toEqual([409, 'not-counted-yet'])
    await bank.done(stock.count, { component: 'PRBC', seenAt: null, quantities: counts() })
    const older = await bank.call(stock.confirm, { component: 'PRBC', seenAt: later(now, -hours(1)) })
    expect([older.status, older.refusal?.code]).toEqual([409, 'counted-meanwhile'])
  })
})

test('INVENTORY-09 each count is one event: what it was, what it is, by whom', async () => {
  const { id, bank } = await bankOfItsOwn()
  const first = await bank.done(stock.count, { component: 'PRBC', seenAt: null, quantities: counts() })
  service.clock.moveTo(later(now, minutes(1)))
  const second = await bank.done(stock.count, {
    component: 'PRBC',
    seenAt: first.countedAt,
    quantities: counts({ 'A+': 6 }),
  })
  await bank.done(stock.confirm, { component: 'PRBC', seenAt: second.countedAt })
  const [added, changed, confirmed, ...more] = await eventsOf(id)
  expect(more).toEqual([])
  expect(added).toMatchObject({
    kind: 'stock-counted',
    subjectId: `${id}/PRBC`,
    bankId: id,
    hospitalId: null,
  })
  expect(JSON.parse(added?.detail ?? '')).toEqual({ to: unitsOf(first) })
  expect(JSON.parse(changed?.detail ?? '')).toEqual({ from: unitsOf(first), to: unitsOf(second) })
  expect(confirmed).toMatchObject({ kind: 'stock-confirmed', previousHash: changed?.hash })
})

test('INVENTORY-04 AMB-121 the numbers stay as typed; what was linked since is told beside them', async () => {
  const { id, bank, of } = await bankOfItsOwn()
  await stockOf(db, id, { PRBC: { 'O+': 9 } }, { at: now })
  const linked = { bankId: id, bloodGroup: 'O+', component: 'PRBC' } as const
  const at = (minute: number) => ({ linkedAt: later(now, minutes(minute)) })
  await aRequest(db, { ...linked, ...at(-1), status: 'issued', units: 3 })
  await aRequest(db, { ...linked, ...at(1), status: 'bloodbank-approved', units: 2 })
  await aRequest(db, { ...linked, ...at(2), status: 'completed', units: 1 })
  await aRequest(db, { ...linked, ...at(3), status: 'bloodbank-rejected', units: 3 })
  expect((await of('PRBC')).shelves['O+']).toEqual({ units: 9, linked: 3, byBags: null })
  service.clock.moveTo(later(now, minutes(5)))
  const { countedAt } = await of('PRBC')
  const counted = await bank.done(stock.confirm, { component: 'PRBC', seenAt: countedAt })
  expect(counted.shelves['O+']).toEqual({ units: 9, linked: 0, byBags: null })
})

test('INVENTORY-10 ROLES-25 a bank sees and counts its own stock alone', async () => {
  const [one, other] = [await bankOfItsOwn(), await bankOfItsOwn()]
  await one.bank.done(stock.count, { component: 'PRBC', seenAt: null, quantities: counts() })
  expect(await other.of('PRBC')).toMatchObject({ countedAt: null })
  const before = await rowsOf(one.id)
  for (const [name, value] of [
    ['bankId', one.id],
    ['BloodBankId', one.id],
  ] as const) {
    const body = { seenAt: null, quantities: counts({ 'A+': 77 }), [name]: value }
    expect((await other.bank.raw('PUT', '/api/stock/PRBC', { body })).status).toBe(422)
    expect((await other.bank.raw('GET', `/api/stock?${name}=${value}`)).status).toBe(422)
  }
  await other.bank.done(stock.count, { component: 'PRBC', seenAt: null, quantities: counts({ 'A+': 77 }) })
  expect(await rowsOf(one.id)).toEqual(before)
})

test('INVENTORY-08 the bank and the provider hear of a count, another bank does not', async () => {
  const [one, other] = [await bankOfItsOwn(), await bankOfItsOwn()]
  const streams = await Promise.all([one.second.live(), service.as('bloodsupport').live(), other.bank.live()])
  const [own, provider, foreign] = streams
  await one.bank.done(stock.count, { component: 'SDP', seenAt: null, quantities: counts() })
  await other.bank.done(stock.count, { component: 'FFP', seenAt: null, quantities: counts() })
  const isIts = (id: string) => id.startsWith(`${one.id}/`)
  const heard = await own?.find(({ id }) => isIts(id), 8_000)
  expect(heard).toEqual({ topic: 'stock', id: `${one.id}/SDP`, kind: 'stock-counted' })
  await provider?.find(({ id }) => isIts(id), 8_000)
  const first = await foreign?.find(({ topic }) => topic === 'stock', 8_000)
  expect(first?.id).toBe(`${other.id}/FFP`)
  for (const stream of streams) stream.close()
})

test('LINK-01 INVENTORY-08 what a bank counts is what it offers for an order', async () => {
  const { id, bank } = await bankOfItsOwn()
  const order = await aRequest(db, { status: 'hospital-admin-approved', component: 'SDP', bloodGroup: 'B-' })
  const offered = async () =>
    (await service.as('bloodsupport').done(orders.banksFor, { id: order.id })).items.find(
      ({ bankId }) => bankId === id,
    )
  expect(await offered()).toMatchObject({ units: null, freeUnits: null })
  await bank.done(stock.count, { component: 'SDP', seenAt: null, quantities: counts({ 'B-': 3 }) })
  expect(await offered()).toMatchObject({ units: 3, freeUnits: 3 })
})

test('AMB-219 what lies free as bags is told beside the count, where the bank keeps them, and changes nothing of it', async () => {
  const { id, bank, of } = await bankOfItsOwn()
  const alive = { expiresAt: later(now, hours(9)) }
  await aBagIn(db, id, alive)
  await aBagIn(db, id, { ...alive, state: 'held' })
  expect((await of('PRBC')).shelves['O+'].byBags).toBeNull()
  await keepBags(db, id)
  await bank.done(stock.count, { component: 'PRBC', seenAt: null, quantities: counts({ 'O+': 9 }) })
  expect((await of('PRBC')).shelves['O+']).toEqual({ units: 9, linked: 0, byBags: 1 })
  expect((await of('FFP')).shelves['O+'].byBags).toBe(0)
})

describe('AMB-346 fed by the bank’s own system', () => {
  const draft = (units: number) => byGroup<number | null>(() => units)

  test('over whatever was counted before, for several components, and said to be by system until somebody counts', async () => {
    const { id, bank, of } = await bankOfItsOwn()
    await bank.done(stock.count, { component: 'PRBC', seenAt: null, quantities: counts() })
    const { key, name } = await aKey(db, { product: 'bloodbank', organisationId: id }, now)
    service.clock.moveTo(later(now, minutes(15)))
    const { items } = await service.withKey(key).done(stock.feed, {
      counts: [
        { component: 'PRBC', quantities: draft(7) },
        { component: 'FFP', quantities: draft(3) },
      ],
    })
    expect(items.map(({ component, isBySystem }) => [component, isBySystem])).toEqual([
      ['PRBC', true],
      ['FFP', true],
    ])
    const fed = await of('PRBC')
    expect(fed).toMatchObject({ countedBy: `${name} (key)`, isBySystem: true })
    expect(unitsOf(fed)).toEqual(byGroup(() => 7))
    const byHand = await bank.done(stock.confirm, { component: 'PRBC', seenAt: fed.countedAt })
    expect(byHand.isBySystem).toBe(false)
    expect((await of('FFP')).isBySystem).toBe(true)
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
      ...['stock-counted', 'stock-counted', 'stock-counted', 'stock-confirmed'],
    ])
  })

  test.each([
    ['told-twice', 'counts.1.component', [draft(1), draft(1)]],
    ['too-many', 'counts.1.quantities.B+', [draft(1), { ...draft(1), 'B+': 10_000 }]],
    ['not-a-quantity', 'counts.0.quantities.O-', [{ ...draft(1), 'O-': -1 }]],
  ])('%s: nothing of it is saved', async (code, field, all) => {
    const { id, bank } = await bankOfItsOwn()
    const components = ['PRBC', code === 'told-twice' ? 'PRBC' : 'FFP'] as const
    const { refusal } = await bank.call(stock.feed, {
      counts: all.map((quantities, at) => ({ component: components[at] ?? 'PRBC', quantities })),
    })
    expect(refusal).toMatchObject({ code, field })
    expect(await rowsOf(id)).toEqual([])
  })
})
