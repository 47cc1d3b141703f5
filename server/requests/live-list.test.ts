import { expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aService } from '#testing/harness/service.ts'
import {
  aHospitalWith,
  aRow,
  idsOf,
  newestFirst,
  pagesOf,
  storeRows,
} from '#testing/makers/listed-requests.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })

const live = ['bloodbank-approved', 'hospital-admin-approved', 'partially-completed'] as const

test('LIVE-02 API-08 of the thirteen statuses exactly three are live', async () => {
  const { rows, admin } = await aHospitalWith(service, (id) =>
    requestStatuses.map((status, n) =>
      aRow(id, now, { status, updatedAt: later(now, minutes((n * 5) % 13)) }),
    ),
  )
  const { items, next } = await admin.done(requests.live, {})
  const shown = rows.filter(({ status }) => live.some((one) => one === status))
  expect([shown.length, next]).toEqual([3, null])
  expect(idsOf(items)).toEqual(newestFirst(shown, 'updatedAt'))
})

test('LIVE-04 twelve come as a page of 10 and one of 2, the latest change first', async () => {
  const { rows, admin } = await aHospitalWith(service, (id) =>
    Array.from({ length: 12 }, (_, n) =>
      aRow(id, now, { status: live[n % 3], updatedAt: later(now, minutes((n * 5) % 12)) }),
    ),
  )
  const pages = await pagesOf(admin, requests.live)
  expect(pages.map((page) => page.length)).toEqual([10, 2])
  expect(pages.flat()).toEqual(newestFirst(rows, 'updatedAt'))
})

test("LIVE-03 a whole id finds its row, if it is live and the hospital's own", async () => {
  const { rows, admin } = await aHospitalWith(service, (id) => [
    ...live.map((status) => aRow(id, now, { status })),
    aRow(id, now, { status: 'completed' }),
  ])
  const found = async (id: string) => idsOf((await admin.done(requests.live, { id })).items)
  for (const { id, status } of rows) expect(await found(id)).toEqual(status === 'completed' ? [] : [id])
  const foreign = aRow('noble', now, { status: 'bloodbank-approved' })
  await storeRows(service.db, [foreign])
  expect([await found(foreign.id), await found('ffffffff')]).toEqual([[], []])
})

test("LIVE-09 ROLES-24 another hospital's live requests are absent", async () => {
  await storeRows(
    service.db,
    live.map((status) => aRow('noble', now, { status })),
  )
  const { rows, admin } = await aHospitalWith(service, (id) => [aRow(id, now, { status: live[0] })])
  expect((await pagesOf(admin, requests.live)).flat()).toEqual(idsOf(rows))
  for (const name of ['hospital', 'hospitalId', 'status', 'limit']) {
    expect((await admin.raw('GET', `/api/requests/live?${name}=noble`)).status, name).toBe(422)
  }
})

test('LIVE-01 ROLES-12 staff do not get the live list', async () => {
  const { staff } = await aHospitalWith(service, () => [])
  expect((await staff.call(requests.live, {})).status).toBe(403)
})

test('LIVE-02 a hospital where nothing is under way gets an empty page', async () => {
  const { admin } = await aHospitalWith(service, (id) => [aRow(id, now)])
  expect(await admin.done(requests.live, {})).toEqual({ items: [], next: null })
})
