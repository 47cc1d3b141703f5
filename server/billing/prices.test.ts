import { expect, test } from 'vitest'
import { billing } from '#contract/billing.ts'
import type { ComponentCode } from '#domain/basics/blood.ts'
import { instantOf } from '#domain/basics/time.ts'
import { mostPaise } from '#domain/billing/pricing.ts'
import { aService } from '#testing/harness/service.ts'
import { aBank } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-15', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const provider = service.as('bloodsupport')
await service.db
  .insertInto('deliveryPrices')
  .values([
    { name: 'delivery_rate', paise: 100_00 },
    { name: 'convenience_Fee', paise: 50_00 },
  ])
  .execute()

type Prices = Partial<Record<ComponentCode, number>>

async function aBankWith(prices: Prices, change: { isListed?: boolean } = {}): Promise<string> {
  const { id } = await aBank(service.db, change)
  const rows = Object.entries(prices).map(([component, paise]) => ({
    bankId: id,
    component: component as ComponentCode,
    paise,
  }))
  if (rows.length > 0) await service.db.insertInto('bankPrices').values(rows).execute()
  return id
}

const pricesOf = async (bankId: string) =>
  (await provider.done(billing.bankPrices, {})).items.find((bank) => bank.bankId === bankId)

const eventsOf = async (subjectId: string) =>
  (
    await service.db
      .selectFrom('events')
      .select(['kind', 'actorName', 'detail'])
      .where('subjectKind', '=', 'price')
      .where('subjectId', '=', subjectId)
      .orderBy('id')
      .execute()
  ).map(({ detail, ...event }) => ({ ...event, ...JSON.parse(detail) }))

test('PRICES-03 every bank comes with the prices it has, one typed by hand too', async () => {
  const listed = await aBankWith({ PRBC: 1, FFP: 2, SDP: 3 })
  const typed = await aBankWith({}, { isListed: false })
  expect(await pricesOf(listed)).toMatchObject({ paise: { PRBC: 1, FFP: 2, SDP: 3 }, isListed: true })
  expect(await pricesOf(typed)).toMatchObject({ paise: {}, isListed: false })
  const all = (await provider.done(billing.bankPrices, {})).items
  expect(all.map(({ bankId }) => bankId)).not.toContain('firm')
  expect(all.at(-1)?.bankId).toBe(typed)
})

test('PRICES-03 PRICES-07 AMB-87 a bank typed by hand gets its first prices, told from nothing to what they are', async () => {
  const bank = await aBankWith({}, { isListed: false })
  const saved = await provider.done(billing.setBankPrices, {
    bankId: bank,
    paise: { PRBC: 1_100_00, FFP: 0 },
  })
  expect(saved.paise).toEqual({ PRBC: 1_100_00, FFP: 0 })
  expect(await pricesOf(bank)).toEqual(saved)
  expect(await eventsOf(`bank:${bank}`)).toEqual([
    {
      kind: 'prices-changed',
      actorName: 'bloodsupport',
      prices: { PRBC: { from: null, to: 1_100_00 }, FFP: { from: null, to: 0 } },
    },
  ])
})

test('PRICES-07 new prices replace the old ones, are told with both, and the same ones again are no news', async () => {
  const bank = await aBankWith({ PRBC: 10, FFP: 20, RDP: 30, SDP: 40 })
  const paise = { PRBC: 10, FFP: 21, RDP: 30, SDP: 41 }
  for (let time = 0; time < 2; time++) {
    await provider.done(billing.setBankPrices, { bankId: bank, paise })
    expect((await pricesOf(bank))?.paise).toEqual(paise)
  }
  expect(await eventsOf(`bank:${bank}`)).toEqual([
    expect.objectContaining({ prices: { FFP: { from: 20, to: 21 }, SDP: { from: 40, to: 41 } } }),
  ])
})

test('PRICES-03 AMB-209 a price that the bank does not have is added here, and none is taken away', async () => {
  const bank = await aBankWith({ PRBC: 10, FFP: 20 })
  const set = (paise: Prices) => provider.call(billing.setBankPrices, { bankId: bank, paise })
  expect(await set({ PRBC: 1 })).toMatchObject({
    status: 422,
    refusal: { code: 'form-incomplete', title: 'Form Incomplete', field: 'FFP' },
  })
  expect((await set({ PRBC: 10, FFP: 20, SDP: 30 })).status).toBe(200)
  expect(await set({ PRBC: 11, FFP: 20 })).toMatchObject({
    status: 422,
    refusal: {
      code: 'not-taken-away',
      field: 'SDP',
      text: 'SDP has a price, and a price cannot be taken away. Please enter 0 if a unit costs nothing.',
    },
  })
  expect((await pricesOf(bank))?.paise).toEqual({ PRBC: 10, FFP: 20, SDP: 30 })
  expect(await eventsOf(`bank:${bank}`)).toEqual([
    expect.objectContaining({ prices: { SDP: { from: null, to: 30 } } }),
  ])
})

test.each([-1, 'abc', null, 0.5, mostPaise + 1, '1e3', [], {}])(
  'PRICES-06 a price of %j is refused',
  async (price) => {
    const bank = await aBankWith({ PRBC: 10, FFP: 20 })
    const bankAnswer = await provider.raw('PUT', `/api/prices/banks/${bank}`, {
      body: { paise: { PRBC: price, FFP: 20 } },
    })
    const before = await provider.done(billing.deliveryPrices, {})
    const items = before.items.map((item) =>
      item.name === 'delivery_rate' ? { ...item, paise: price } : item,
    )
    const deliveryAnswer = await provider.raw('PUT', '/api/prices/delivery', { body: { items } })
    expect([bankAnswer.status, deliveryAnswer.status]).toEqual([422, 422])
    expect((await pricesOf(bank))?.paise).toEqual({ PRBC: 10, FFP: 20 })
    expect(await provider.done(billing.deliveryPrices, {})).toEqual(before)
  },
)

test('PRICES-04 PRICES-07 the prices of deliveries are listed and set by name, and told with what they were', async () => {
  const { items } = await provider.done(billing.deliveryPrices, {})
  expect(items).toEqual([
    { name: 'convenience_Fee', paise: 50_00 },
    { name: 'delivery_rate', paise: 100_00 },
  ])
  const changed = items.map((item) => ({ ...item, paise: (item.paise ?? 0) + 5 }))
  expect((await provider.done(billing.setDeliveryPrices, { items: changed })).items).toEqual(changed)
  expect((await provider.done(billing.deliveryPrices, {})).items).toEqual(changed)
  expect(await eventsOf('delivery')).toEqual([
    expect.objectContaining({
      prices: { convenience_Fee: { from: 50_00, to: 50_05 }, delivery_rate: { from: 100_00, to: 100_05 } },
    }),
  ])
})

test('PRICES-04 AMB-88 a further price is listed and set like the others', async () => {
  await service.db.insertInto('deliveryPrices').values({ name: 'cold_box', paise: 1 }).execute()
  const { items } = await provider.done(billing.deliveryPrices, {})
  expect(items.map(({ name }) => name)).toEqual(['cold_box', 'convenience_Fee', 'delivery_rate'])
  const changed = items.map((item) => ({ ...item, paise: (item.paise ?? 0) + 7 }))
  await provider.done(billing.setDeliveryPrices, { items: changed })
  expect((await provider.done(billing.deliveryPrices, {})).items).toEqual(changed)
  await service.db.deleteFrom('deliveryPrices').where('name', '=', 'cold_box').execute()
})

test.each([
  [
    'an unknown name',
    [
      ['delivery_rate', 1],
      ['convenience_Fee', 1],
      ['entityID', 1],
    ],
    'not-edited-here',
  ],
  [
    'a name that is a trap',
    [
      ['delivery_rate', 1],
      ['convenience_Fee', 1],
      ['__proto__', 1],
    ],
    'not-edited-here',
  ],
  ['one left out', [['delivery_rate', 1]], 'form-incomplete'],
] as const)('PRICES-04 %s is refused', async (_, prices, code) => {
  const before = await provider.done(billing.deliveryPrices, {})
  const items = prices.map(([name, paise]) => ({ name, paise }))
  const { refusal } = await provider.call(billing.setDeliveryPrices, { items })
  expect(refusal?.code).toBe(code)
  expect(await provider.done(billing.deliveryPrices, {})).toEqual(before)
})

test.each(['no-such-bank', 'firm'])('PRICES-03 there are no prices of %s to set', async (bankId) => {
  const paise = { PRBC: 1, FFP: 2 }
  expect((await provider.call(billing.setBankPrices, { bankId, paise })).status).toBe(404)
})

test('PRICES-07 of ten at once the last one stands, and the trail leads from each to the next', async () => {
  const bank = await aBankWith({ PRBC: 0, FFP: 0 })
  const prices = Array.from({ length: 10 }, (_, n) => n + 1)
  await Promise.all(
    prices.map((price) =>
      provider.done(billing.setBankPrices, { bankId: bank, paise: { PRBC: price, FFP: price } }),
    ),
  )
  const steps = (await eventsOf(`bank:${bank}`)).map(({ prices: { PRBC } }) => PRBC)
  expect(steps.map(({ to }) => to).toSorted((a, b) => a - b)).toEqual(prices)
  expect(steps.map(({ from }) => from)).toEqual([0, ...steps.map(({ to }) => to)].slice(0, 10))
  expect((await pricesOf(bank))?.paise.PRBC).toBe(steps.at(-1)?.to)
})

test('PRICES-07 SHELL-37 whoever has the prices open hears that they changed', async () => {
  const bank = await aBankWith({ PRBC: 1, FFP: 2 })
  const stream = await provider.live()
  await provider.done(billing.setBankPrices, { bankId: bank, paise: { PRBC: 3, FFP: 4 } })
  const heard = await stream.find(({ id }) => id === `bank:${bank}`, 8_000)
  expect(heard).toMatchObject({ topic: 'prices', kind: 'prices-changed' })
  stream.close()
})

test.each(['firm_pilot', 'firm', 'city', 'city_admin', 'redbank_bloodbank', 'arun.driver'])(
  'ROLES-19 %s may not set a price, nor see one',
  async (email) => {
    const other = service.as(email)
    const prices = async () => [
      await provider.done(billing.bankPrices, {}),
      await provider.done(billing.deliveryPrices, {}),
    ]
    const before = await prices()
    const paise = { PRBC: 1, FFP: 1 }
    expect((await other.call(billing.setBankPrices, { bankId: 'redbank', paise })).status).toBe(403)
    expect((await other.call(billing.setDeliveryPrices, { items: [] })).status).toBe(403)
    expect((await other.call(billing.bankPrices, {})).status).toBe(403)
    expect((await other.call(billing.deliveryPrices, {})).status).toBe(403)
    expect(await prices()).toEqual(before)
  },
)

test('ROLES-19 the support account may', async () => {
  const paise = { PRBC: 1_550_00, FFP: 400_00 }
  expect((await provider.call(billing.setBankPrices, { bankId: 'redbank', paise })).status).toBe(200)
})
