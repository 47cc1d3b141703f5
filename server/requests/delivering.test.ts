import { expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aService } from '#testing/harness/service.ts'
import { aHospitalWith, aRow, idsOf, newestFirst, pagesOf } from '#testing/makers/listed-requests.ts'
import { aDraft, aRequest, aStaffedHospital } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })

test('DELIVERY-02 of the thirteen statuses all but pending and rejected are shown, the latest change first', async () => {
  const { rows, staff, admin } = await aHospitalWith(service, (id) =>
    requestStatuses.map((status, n) =>
      aRow(id, now, { status, updatedAt: later(now, minutes((n * 7) % 13)) }),
    ),
  )
  const shown = rows.filter(({ status }) => status !== 'pending' && status !== 'hospital-admin-rejected')
  expect(shown).toHaveLength(11)
  for (const client of [staff, admin]) {
    expect((await pagesOf(client, requests.deliveries)).flat()).toEqual(newestFirst(shown, 'updatedAt'))
  }
})

test("DELIVERY-02 ROLES-24 another hospital's requests are absent, also when one asks for their id", async () => {
  const foreign = await aRequest(service.db, { hospitalId: 'noble', status: 'issued' }, now)
  const { rows, staff } = await aHospitalWith(service, (id) => [aRow(id, now, { status: 'issued' })])
  expect((await pagesOf(staff, requests.deliveries)).flat()).toEqual(idsOf(rows))
  expect(await staff.done(requests.deliveries, { id: foreign.id })).toEqual({ items: [], next: null })
  for (const name of ['hospital', 'hospitalId', 'status', 'limit']) {
    expect((await staff.raw('GET', `/api/requests/deliveries?${name}=noble`)).status, name).toBe(422)
  }
})

test('DELIVERY-03 a whole id finds its request with its deliveries; one that is pending is not there yet', async () => {
  const [issued, pending] = [
    await aRequest(service.db, { status: 'issued', units: 4 }, now),
    await aRequest(service.db, { status: 'pending' }, now),
  ]
  const staff = service.as('firm_pilot')
  const { items } = await staff.done(requests.deliveries, { id: issued.id })
  expect(items.map(({ id, deliveries }) => [id, deliveries.length])).toEqual([[issued.id, 2]])
  for (const id of [pending.id, 'ffffffff']) {
    expect(await staff.done(requests.deliveries, { id })).toEqual({ items: [], next: null })
  }
})

test('DELIVERY-04 DELIVERY-06 seven units raised and approved are three deliveries under one id, all still "-"', async () => {
  const { id } = await service.as('firm_pilot').done(requests.raise, aDraft(now, { units: 7 }))
  await service.as('firm').done(requests.approve, { id, version: 1 })
  const { items } = await service.as('firm_pilot').done(requests.deliveries, { id })
  expect(items).toMatchObject([{ id, deliveryStatus: '-', status: 'hospital-admin-approved' }])
  expect(items[0]?.deliveries).toEqual([
    { seq: 1, units: 3, state: '-', deliveredAt: null, doubt: null, isPacked: false },
    { seq: 2, units: 3, state: '-', deliveredAt: null, doubt: null, isPacked: false },
    { seq: 3, units: 1, state: '-', deliveredAt: null, doubt: null, isPacked: false },
  ])
})

test('DELIVERY-04 each request has its own deliveries, in their order, with their states and times', async () => {
  const { hospital, staff } = await aStaffedHospital(service.db)
  const made = []
  for (const [status, units] of [
    ['partially-completed', 8],
    ['completed', 30],
    ['issued', 1],
  ] as const) {
    made.push(await aRequest(service.db, { hospitalId: hospital.id, status, units }, now))
  }
  const { items } = await service.as(staff).done(requests.deliveries, {})
  expect(idsOf(items)).toEqual(newestFirst(made, 'updatedAt'))
  const [partly, whole, one] = made.map(({ id }) => items.find((item) => item.id === id))
  expect(partly?.deliveries.map(({ seq, units, state }) => [seq, units, state])).toEqual([
    [1, 3, 'delivered'],
    [2, 3, '-'],
    [3, 2, '-'],
  ])
  expect(partly?.deliveries.map(({ deliveredAt }) => deliveredAt !== null)).toEqual([true, false, false])
  expect(whole?.deliveries.map(({ seq, units }) => [seq, units])).toEqual(
    Array.from({ length: 10 }, (_, n) => [n + 1, 3]),
  )
  expect(whole?.deliveries.every(({ deliveredAt }) => deliveredAt !== null)).toBe(true)
  expect(one?.deliveries).toEqual([
    { seq: 1, units: 1, state: 'issued', deliveredAt: null, doubt: null, isPacked: false },
  ])
})

test('DELIVERY-08 twelve come as a page of 10 and one of 2, by the time of their last change', async () => {
  const { rows, staff } = await aHospitalWith(service, (id) =>
    Array.from({ length: 12 }, (_, n) =>
      aRow(id, now, {
        status: 'issued',
        raisedAt: later(now, -minutes(n)),
        updatedAt: later(now, minutes((n * 5) % 12)),
      }),
    ),
  )
  const pages = await pagesOf(staff, requests.deliveries)
  expect(pages.map((page) => page.length)).toEqual([10, 2])
  expect(pages.flat()).toEqual(newestFirst(rows, 'updatedAt'))
})

test('DELIVERY-08 a change puts its request on top', async () => {
  const { rows, staff } = await aHospitalWith(service, (id) =>
    Array.from({ length: 12 }, (_, n) =>
      aRow(id, now, { status: 'issued', updatedAt: later(now, -minutes(n + 1)) }),
    ),
  )
  const last = rows.at(-1)?.id ?? ''
  await service
    .as('bloodsupport')
    .done(requests.writeDeliveryStatus, { id: last, version: 1, text: 'On The Way' })
  const { items } = await staff.done(requests.deliveries, {})
  expect(items[0]).toMatchObject({ id: last, deliveryStatus: 'on the way' })
})

test('DELIVERY-02 a hospital without a delivery gets an empty page', async () => {
  const { staff } = await aHospitalWith(service, (id) => [aRow(id, now)])
  expect(await staff.done(requests.deliveries, {})).toEqual({ items: [], next: null })
})
