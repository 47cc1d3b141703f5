import { describe, expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { days, instantOf, later, minutes } from '#domain/basics/time.ts'
import { type BloodRequest, type RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import { diceFrom } from '#server/demo/makers/dice.ts'
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
const dice = diceFrom(20)

const row = (hospitalId: string, change: Partial<BloodRequest> = {}) => aRow(hospitalId, now, change)
const store = (rows: BloodRequest[]) => storeRows(service.db, rows)
const aHospital = (make: (hospitalId: string) => BloodRequest[]) => aHospitalWith(service, make)

/** One a minute, the newest first; the n-th has the n-th change. */
const rowsOf = (
  hospitalId: string,
  count: number,
  change: (n: number) => Partial<BloodRequest> = () => ({}),
) =>
  Array.from({ length: count }, (_, n) =>
    row(hospitalId, { raisedAt: later(now, -minutes(n)), ...change(n) }),
  )

test('REQSTATUS-08 REQSTATUS-12 API-07 twelve requests come newest first as a page of 10 and a page of 2', async () => {
  const { rows, staff } = await aHospital((id) =>
    Array.from({ length: 12 }, (_, n) =>
      row(id, { raisedAt: later(now, -minutes(n)), updatedAt: later(now, minutes(n)) }),
    ),
  )
  const pages = await pagesOf(staff, requests.list)
  expect(pages.map((page) => page.length)).toEqual([10, 2])
  expect(pages.flat()).toEqual(idsOf(rows))
})

test('REQSTATUS-08 a hospital without requests gets an empty page and no next', async () => {
  const { staff } = await aHospital(() => [])
  expect(await staff.done(requests.list, {})).toEqual({ items: [], next: null })
})

test.each([1, 2, 3, 7, 10, 100])(
  'REQSTATUS-11 pages of %i have no gap and no repeat, though all were raised at one instant',
  async (limit) => {
    const { rows, staff } = await aHospital((id) => Array.from({ length: 23 }, () => row(id)))
    expect((await pagesOf(staff, requests.list, { limit })).flat()).toEqual(newestFirst(rows))
  },
)

test('REQSTATUS-11 rows that arrive between pages neither repeat nor hide a row', async () => {
  const { id, rows, staff } = await aHospital((hospital) =>
    Array.from({ length: 30 }, (_, n) =>
      row(hospital, { raisedAt: later(now, -minutes(Math.floor(n / 4))) }),
    ),
  )
  const pages = await pagesOf(staff, requests.list, { limit: 4 }, (page) =>
    store([
      row(id, { raisedAt: later(now, minutes(page)) }),
      row(id, { raisedAt: later(now, minutes(page)) }),
    ]),
  )
  expect(pages.flat()).toEqual(newestFirst(rows))
})

test('REQSTATUS-11 status and page combine: only the asked ones, in order, without gap or repeat', async () => {
  const { rows, staff } = await aHospital((id) =>
    Array.from({ length: 60 }, () =>
      row(id, { status: dice.pick(requestStatuses), raisedAt: later(now, -minutes(dice.between(0, 9))) }),
    ),
  )
  for (const status of [
    ['pending'],
    ['pending', 'completed', 'issued'],
    [...requestStatuses],
  ] as RequestStatus[][]) {
    const wanted = rows.filter((one) => status.includes(one.status))
    expect((await pagesOf(staff, requests.list, { status, limit: 4 })).flat(), status.join()).toEqual(
      newestFirst(wanted),
    )
  }
})

test('REQSTATUS-11 a status asked for twice lists its requests once', async () => {
  const { rows, staff } = await aHospital((id) => [row(id), row(id)])
  expect((await pagesOf(staff, requests.list, { status: ['pending', 'pending'] })).flat()).toEqual(
    newestFirst(rows),
  )
})

test("REQSTATUS-22 ROLES-24 only the hospital's own requests come, whatever filter is sent", async () => {
  const { rows, staff } = await aHospital((id) => [row(id)])
  await store([row('noble'), row('noble', { status: 'completed' })])
  for (const name of ['hospitalId', 'Hospital']) {
    expect((await staff.raw('GET', `/api/requests?${name}=noble`)).status).toBe(422)
  }
  const { items } = await staff.done(requests.list, { hospital: ['noble', 'city'] })
  expect(idsOf(items)).toEqual(newestFirst(rows))
  expect((await pagesOf(staff, requests.list, { status: [...requestStatuses] })).flat()).toEqual(
    newestFirst(rows),
  )
  expect((await pagesOf(staff, requests.list)).flat()).toEqual(newestFirst(rows))
})

test("REQSTATUS-22 another hospital's cursor opens nothing of theirs", async () => {
  const { staff: other } = await aHospital((id) => Array.from({ length: 11 }, () => row(id)))
  const { rows, staff } = await aHospital((id) => [row(id, { raisedAt: later(now, -minutes(5)) })])
  const { next } = await other.done(requests.list, {})
  const { items } = await staff.done(requests.list, { after: next ?? '' })
  expect(idsOf(items)).toEqual(newestFirst(rows))
})

test("ROLES-24 AMB-245 what waits is told of the person's hospital alone: the soonest pickup, the soonest due, the last week", async () => {
  const due = (minute: number) => ({ deadlineAt: later(now, minutes(minute)) })
  const { rows, staff } = await aHospital((id) => [
    ...[70, 20, 90, 40].map((minute) => row(id, { pickupAt: later(now, minutes(minute)) })),
    row(id, { status: 'issued', ...due(90) }),
    row(id, { status: 'partially-completed', ...due(30), updatedAt: later(now, minutes(1)) }),
    row(id, { status: 'hospital-admin-approved' }),
    row(id, { status: 'completed', raisedAt: later(now, -days(8)) }),
  ])
  const foreign = ['pending', 'issued', 'bloodbank-approved'] as const
  await store(foreign.map((status) => row('noble', { status, raisedAt: later(now, -days(1)), ...due(10) })))
  const { pending, onTheRoad, live, week } = await staff.done(requests.summary, {})
  const ids = idsOf(rows)
  expect([pending.count, idsOf(pending.first)]).toEqual([4, [ids[1], ids[3], ids[0]]])
  expect([onTheRoad.count, idsOf(onTheRoad.first)]).toEqual([2, [ids[5], ids[4]]])
  expect([live.count, idsOf(live.first)]).toEqual([2, [ids[5], ids[6]]])
  expect(Object.fromEntries(week.map(({ status, count }) => [status, count]))).toEqual({
    pending: 4,
    issued: 1,
    'partially-completed': 1,
    'hospital-admin-approved': 1,
  })
})

test('API-05 SHELL-38 a look for one id answers one or none, in the pending list too', async () => {
  const { rows, admin } = await aHospital((id) => rowsOf(id, 2))
  const asked = rows[1]?.id
  const foreign = row('noble')
  await store([foreign])
  for (const list of [requests.list, requests.pending]) {
    const found = async (id: string | undefined) => idsOf((await admin.done(list, { id })).items)
    expect([await found(asked), await found('ffffffff'), await found(foreign.id)]).toEqual([[asked], [], []])
  }
})

describe('a filter', () => {
  const mixed = (n: number) => ({ status: n % 2 ? 'completed' : 'pending' }) as const

  test.each([
    ['REQSTATUS-08', 'without a filter', 10, () => ({})],
    ['REQSTATUS-10', 'of one status', 20, () => ({ status: 'pending' })],
    ['REQSTATUS-10', 'of two statuses', 20, () => ({ status: ['pending', 'completed'] })],
    ['REQSTATUS-10', 'of their hospital', 20, (own: string) => ({ hospital: own })],
    ['REQSTATUS-10', 'of their hospital among others', 20, (own: string) => ({ hospital: ['city', own] })],
    ['REQSTATUS-22', 'of other hospitals, which is none', 10, () => ({ hospital: ['noble', 'city'] })],
  ] as const)('%s %s makes a page of %i', async (_row, _name, size, filter) => {
    const { id, rows, staff } = await aHospital((id) => rowsOf(id, 50, mixed))
    const ask = filter(id)
    const isWanted = ({ status }: BloodRequest) => !('status' in ask) || [ask.status].flat().includes(status)
    const wanted = newestFirst(rows.filter(isWanted))
    const pages = await pagesOf(staff, requests.list, ask)
    expect(pages[0]).toEqual(wanted.slice(0, size))
    expect(pages.flat()).toEqual(wanted)
    expect(pages.slice(0, -1).map((page) => page.length)).toEqual(pages.slice(0, -1).map(() => size))
  })

  test('REQSTATUS-09 a full page has a next, and a page that is not full has none', async () => {
    for (const [count, hasNext] of [
      [9, false],
      [10, true],
      [11, true],
    ] as const) {
      const { staff } = await aHospital((id) => rowsOf(id, count))
      expect((await staff.done(requests.list, {})).next !== null, `${count} rows`).toBe(hasNext)
    }
    const { staff } = await aHospital((id) => rowsOf(id, 10))
    expect((await pagesOf(staff, requests.list)).map((page) => page.length)).toEqual([10, 0])
  })

  test('REQSTATUS-11 SHELL-38 id, status and hospital all hold at once', async () => {
    const { id: own, rows, staff } = await aHospital((id) => rowsOf(id, 30, mixed))
    const [pending, completed] = [rows[20]?.id, rows[21]?.id]
    const found = async (ask: object) => idsOf((await staff.done(requests.list, ask)).items)
    expect(await found({ id: pending })).toEqual([pending])
    expect(await found({ id: pending, status: 'pending', hospital: own })).toEqual([pending])
    expect(await found({ id: pending, status: 'completed' })).toEqual([])
    expect(
      await found({ id: completed, status: ['cancelled', 'completed'], hospital: ['noble', own] }),
    ).toEqual([completed])
    expect(await found({ status: 'completed', hospital: own })).toEqual(
      newestFirst(rows.filter(({ status }) => status === 'completed')),
    )
  })

  test('SHELL-38 ROLES-24 an exact id of another hospital, or of nobody, finds nothing', async () => {
    const foreign = row('noble')
    await store([foreign])
    const { staff } = await aHospital((id) => rowsOf(id, 1))
    for (const id of [foreign.id, 'ffffffff']) {
      expect(await staff.done(requests.list, { id, hospital: 'noble' })).toEqual({ items: [], next: null })
    }
  })

  test.each(['abc', '0123abcde', '0123ABCD', '0123-bcd', '%00'])(
    'SHELL-38 %j is no id to look for',
    async (id) => {
      for (const path of ['/api/requests', '/api/requests/deliveries', '/api/requests/live']) {
        const answer = await service.as('firm').raw('GET', `${path}?id=${id}`)
        expect([answer.status, answer.json()], path).toEqual([422, expect.objectContaining({ field: 'id' })])
      }
    },
  )
})

test.each(['0', '-1', '101', '1e9', '1000000000', 'NaN', '10.5', ''])(
  'T65 a page of %j rows is refused',
  async (limit) => {
    const answer = await service.as('firm').raw('GET', `/api/requests?limit=${limit}`)
    expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ field: 'limit' })])
  },
)

test('T65 the longest page is 100 rows, however many there are', async () => {
  const { staff } = await aHospital((id) => Array.from({ length: 120 }, () => row(id)))
  expect((await staff.done(requests.list, { limit: 100 })).items).toHaveLength(100)
})

test('DATA-16 a status that is not one is refused as a filter', async () => {
  const answer = await service.as('firm').raw('GET', '/api/requests?status=delivered')
  expect([answer.status, answer.json()]).toMatchObject([422, { field: 'status' }])
})
