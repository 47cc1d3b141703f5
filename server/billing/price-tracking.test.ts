import { beforeAll, describe, expect, test } from 'vitest'
import { billing } from '#contract/billing.ts'
import type { InputOf } from '#contract/route.ts'
import { type BloodGroup, bloodGroups, type ComponentCode, componentCodes } from '#domain/basics/blood.ts'
import { days, earlier, hours, instantOf, later } from '#domain/basics/time.ts'
import { type BloodRequest, requestStatuses } from '#domain/requests/request.ts'
import { diceFrom } from '#server/demo/makers/dice.ts'
import { aService } from '#testing/harness/service.ts'
import { aRow, idsOf, newestFirst, storeRows } from '#testing/makers/listed-requests.ts'
import { aBank, aHospital } from '#testing/makers/makers.ts'
import { type PriceFilter, trackingStore } from './tracking-store.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const provider = service.as('bloodsupport')
const dice = diceFrom(5)

const track = (ask: InputOf<typeof billing.track> = {}) => provider.done(billing.track, ask)

/** A hospital nobody else counts, with so many orders a minute apart. */
async function aHospitalWithOrders(count: number, change: (n: number) => Partial<BloodRequest> = () => ({})) {
  const { id } = await aHospital(service.db)
  const rows = Array.from({ length: count }, (_, n) =>
    aRow(id, now, { raisedAt: later(now, -n * 60_000), ...change(n) }),
  )
  await storeRows(service.db, rows)
  return { id, rows }
}

test('PRICETRACK-02 a page has 10 orders unless told, newest first, with the number of all', async () => {
  const { id, rows } = await aHospitalWithOrders(12)
  const first = await track({ hospital: id })
  expect(idsOf(first.items)).toEqual(newestFirst(rows).slice(0, 10))
  expect(first).toMatchObject({ total: 12, from: 1, previous: null })
  const second = await track({ hospital: id, after: first.next ?? '' })
  expect(idsOf(second.items)).toEqual(newestFirst(rows).slice(10))
  expect(second).toMatchObject({ total: 12, from: 11, next: null })
})

test('PRICETRACK-03 T65 a page may have 1 to 500 orders', async () => {
  const { id } = await aHospitalWithOrders(2)
  expect((await track({ hospital: id, size: 1 })).items).toHaveLength(1)
  expect((await track({ hospital: id, size: 500 })).items).toHaveLength(2)
  for (const size of ['0', '501', '-1', 'abc', '1.5', '1e9'])
    expect((await provider.raw('GET', `/api/requests/prices?size=${size}`)).status, size).toBe(422)
})

test('PRICETRACK-04 AMB-82 orders of every hospital are there, of dev and test too, in every status', async () => {
  const places = ['firm', 'noble', 'bewellanna', 'city', 'lifelinelima', 'dev', 'test']
  const rows = places.flatMap((hospitalId) => [
    ...requestStatuses.map((status) => aRow(hospitalId, now, { status, raisedAt: later(now, hours(1)) })),
  ])
  await storeRows(service.db, rows)
  // the newest there are, so that they stand first among all
  const items = (await track({ size: 500 })).items.slice(0, rows.length)
  expect(new Set(idsOf(items))).toEqual(new Set(idsOf(rows)))
  expect(new Set(items.map(({ hospitalName }) => hospitalName))).toEqual(
    new Set(['Firm', 'Noble', 'Bewell Anna', 'City', 'Lifeline Lima', 'Dev', 'Test']),
  )
})

test('PRICETRACK-05 a completed order shows the figures and the bank of its invoice, any other none', async () => {
  // the first was linked to another bank after it was billed
  const { id, rows } = await aHospitalWithOrders(3, (n) =>
    n === 0
      ? { status: 'completed', bankId: 'bluebank', bloodGroup: 'AB-', component: 'SDP' }
      : { bankId: n === 1 ? null : 'bluebank' },
  )
  const issuedAt = later(now, -hours(3))
  await service.db
    .insertInto('invoices')
    .values({
      requestId: rows[0]?.id ?? '',
      invoiceId: 'INV-2026-000042',
      kind: 'NORMAL',
      issuedAt,
      bankId: 'redbank',
      pricePaise: 22_000_00,
      deliveryPaise: 100_00,
      feePaise: 50_50,
      totalPaise: 22_150_50,
    })
    .execute()
  const { items } = await track({ hospital: id })
  const hospitalName = id[0]?.toUpperCase() + id.slice(1)
  expect(items).toEqual([
    {
      id: rows[0]?.id,
      invoiceId: 'INV-2026-000042',
      issuedAt,
      hospitalName,
      bloodGroup: 'AB-',
      bankName: 'Redbank',
      component: 'SDP',
      pricePaise: 22_000_00,
      deliveryPaise: 100_00,
      feePaise: 50_50,
      totalPaise: 22_150_50,
    },
    ...[null, 'Bluebank'].map((bankName, n) => ({
      id: rows[n + 1]?.id,
      invoiceId: null,
      issuedAt: null,
      hospitalName,
      bloodGroup: 'O+',
      bankName,
      component: 'PRBC',
      pricePaise: null,
      deliveryPaise: null,
      feePaise: null,
      totalPaise: null,
    })),
  ])
})

test('PRICETRACK-06 each filter narrows the rows and their number', async () => {
  const { id, rows } = await aHospitalWithOrders(6, (n) => ({
    bankId: n < 3 ? 'redbank' : 'bluebank',
    component: n % 2 === 0 ? 'PRBC' : 'FFP',
    bloodGroup: n < 2 ? 'A+' : 'B-',
    status: n === 5 ? 'cancelled' : 'completed',
  }))
  const at = (...places: number[]) => places.map((n) => rows[n]?.id)
  for (const [filter, found] of [
    [{ bank: 'redbank' }, at(0, 1, 2)],
    [{ bank: ['redbank', 'bluebank'] }, at(0, 1, 2, 3, 4, 5)],
    [{ component: 'FFP' }, at(1, 3, 5)],
    [{ group: 'A+' }, at(0, 1)],
    [{ status: ['cancelled', 'pending'] }, at(5)],
    [{ bank: 'bluebank', component: 'PRBC', group: 'B-', status: 'completed' }, at(4)],
    [{ bank: 'redbank', status: 'cancelled' }, []],
  ] as [InputOf<typeof billing.track>, string[]][]) {
    const { items, total } = await track({ hospital: id, ...filter })
    expect(idsOf(items), JSON.stringify(filter)).toEqual(found)
    expect(total).toBe(found.length)
  }
  expect(await track({ hospital: 'no-such-place' })).toEqual({
    items: [],
    total: 0,
    from: 0,
    next: null,
    previous: null,
  })
})

test('PRICETRACK-02 back from the last page one meets the same pages, and in the end the first', async () => {
  const { id } = await aHospitalWithOrders(23)
  const down = [await track({ hospital: id, size: 5 })]
  for (let next = down[0]?.next; next; next = down.at(-1)?.next)
    down.push(await track({ hospital: id, size: 5, after: next }))
  expect(down.map(({ from, items }) => [from, items.length])).toEqual([
    [1, 5],
    [6, 5],
    [11, 5],
    [16, 5],
    [21, 3],
  ])
  const up = [down.at(-1)]
  for (let previous = up[0]?.previous; previous; previous = up.at(-1)?.previous)
    up.push(await track({ hospital: id, size: 5, before: previous }))
  expect(up.reverse().map((page) => [page?.from, idsOf(page?.items ?? [])])).toEqual(
    down.map(({ from, items }) => [from, idsOf(items)]),
  )
})

test('PRICETRACK-02 orders that come meanwhile move the numbers of a deeper page, not its rows', async () => {
  const { id, rows } = await aHospitalWithOrders(12)
  const { next } = await track({ hospital: id, size: 4 })
  const before = await track({ hospital: id, size: 4, after: next ?? '' })
  await storeRows(
    service.db,
    [1, 2, 3].map((n) => aRow(id, now, { raisedAt: later(now, n) })),
  )
  const after = await track({ hospital: id, size: 4, after: next ?? '' })
  expect(idsOf(after.items)).toEqual(idsOf(before.items))
  expect([before.from, before.total, after.from, after.total]).toEqual([5, 12, 8, 15])
  // three above the place, then the rest of the first page: it is whole
  const top = await track({ hospital: id, size: 4, before: before.previous ?? '' })
  expect(idsOf(top.items)).toEqual(newestFirst(rows).slice(0, 4))
  expect(top).toMatchObject({ from: 4, total: 15 })
  const first = await track({ hospital: id, size: 4, before: top.previous ?? '' })
  expect(first).toMatchObject({ from: 1, previous: null })
  expect(first.items).toHaveLength(4)
})

test('PRICETRACK-06 a page whose rows have left the filter gives way to the first', async () => {
  const { id, rows } = await aHospitalWithOrders(6)
  const { next } = await track({ hospital: id, size: 4, status: 'pending' })
  await service.db
    .updateTable('requests')
    .set({ status: 'cancelled' })
    .where('id', 'in', [...newestFirst(rows).slice(4)])
    .execute()
  const page = await track({ hospital: id, size: 4, status: 'pending', after: next ?? '' })
  expect(idsOf(page.items)).toEqual(newestFirst(rows).slice(0, 4))
  expect(page).toMatchObject({ from: 1, total: 4, previous: null })
})

describe('PRICETRACK-06 however a page is found, it is the right one', () => {
  const [hospitals, banks] = [
    ['aa', 'bb', 'cc'],
    ['dd', 'ee'],
  ]
  const values = {
    hospitalId: hospitals,
    bankId: banks,
    component: componentCodes,
    bloodGroup: bloodGroups,
    status: ['pending', 'completed', 'cancelled'],
  } as const
  let rows: BloodRequest[] = []

  beforeAll(async () => {
    for (const id of hospitals) await aHospital(service.db, { id })
    for (const id of banks) await aBank(service.db, { id })
    rows = Array.from({ length: 400 }, () =>
      aRow(dice.pick(hospitals), now, {
        // some months have nothing, and some instants several
        raisedAt: earlier(now, days(dice.pick([0, 1, 2, 40, 41, 130, 300, 301])) + hours(dice.between(0, 9))),
        bankId: dice.pick([null, ...banks]),
        component: dice.pick<ComponentCode>(componentCodes),
        bloodGroup: dice.pick<BloodGroup>(bloodGroups),
        status: dice.pick(values.status),
      }),
    )
    await storeRows(service.db, rows)
  })

  test.each([
    ['by finding all', 1_000_000],
    ['by walking the newest', 0],
  ])('%s', async (_, few) => {
    const store = trackingStore(service.db, few)
    const order = newestFirst(rows)
    for (let round = 0; round < 20; round++) {
      const filter = aFilter()
      const size = dice.pick([1, 3, 10, 100])
      const place = dice.pick(rows)
      const at = { at: place.raisedAt, id: place.id }
      const wantedIds = new Set(idsOf(rows.filter((row) => matches(row, filter))))
      const cut = order.indexOf(place.id)
      const wanted = order.filter((id) => wantedIds.has(id))
      const older = order.slice(cut + 1).filter((id) => wantedIds.has(id))
      const newer = order
        .slice(0, cut)
        .filter((id) => wantedIds.has(id))
        .reverse()
      for (const [ask, expected] of [
        [{ place: null, direction: 'older', size }, wanted],
        [{ place: at, direction: 'older', size }, older],
        [{ place: at, direction: 'newer', size }, newer],
      ] as const) {
        const found = await store.prices(filter, ask)
        expect(idsOf(found.rows), JSON.stringify({ filter, ask })).toEqual(expected.slice(0, size))
        expect([found.total, found.hasMore]).toEqual([wanted.length, expected.length > size])
      }
    }
  })

  /** Of this test's hospitals alone, so that no other test's rows are met. */
  function aFilter(): PriceFilter {
    const some = <Value>(all: readonly Value[]) =>
      dice.chance(0.5) ? [] : all.filter(() => dice.chance(0.5))
    const hospitalId = some(hospitals)
    return {
      hospitalId: hospitalId.length === 0 ? hospitals : hospitalId,
      bankId: some(banks),
      component: some(componentCodes),
      bloodGroup: some(bloodGroups),
      status: some(values.status),
    }
  }

  const matches = (row: BloodRequest, filter: PriceFilter): boolean =>
    (Object.keys(filter) as (keyof PriceFilter)[]).every((column) => {
      const wanted = filter[column] as readonly string[]
      return wanted.length === 0 || wanted.includes(row[column] ?? '')
    })
})
