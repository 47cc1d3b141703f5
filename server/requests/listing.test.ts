import { expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { raise } from '#domain/requests/raising.ts'
import { type BloodRequest, type RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import { diceFrom } from '#testing/dice.ts'
import { aDraft, aHospital, anAccount } from '#testing/makers.ts'
import { aService } from '#testing/service.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const dice = diceFrom(20)

function row(hospitalId: string, change: Partial<BloodRequest> = {}): BloodRequest {
  const raisedAt = change.raisedAt ?? now
  return { ...raise(aDraft(raisedAt), { id: dice.hex(8), hospitalId, now: raisedAt }), ...change }
}

const store = (rows: BloodRequest[]) => service.db.insertInto('requests').values(rows).execute()

/** A hospital of its own for each test, so that no test counts another's rows. */
async function aHospitalWith(make: (hospitalId: string) => BloodRequest[]) {
  const { id } = await aHospital(service.db)
  const rows = make(id)
  if (rows.length > 0) await store(rows)
  await anAccount(service.db, { email: `${id}_pilot` })
  return { id, rows, client: service.as(`${id}_pilot`) }
}

const newestFirst = (rows: BloodRequest[]) =>
  [...rows]
    .sort((one, other) => other.raisedAt.getTime() - one.raisedAt.getTime() || (other.id < one.id ? -1 : 1))
    .map(({ id }) => id)

type Client = ReturnType<typeof service.as>

/** Every page until the end; `between` happens after each. */
async function readAll(
  client: Client,
  ask: { status?: RequestStatus[]; limit?: number } = {},
  between: (page: number) => Promise<unknown> = async () => {},
) {
  const pages: string[][] = []
  for (let after: string | undefined; ; ) {
    const { items, next } = await client.done(requests.list, { ...ask, ...(after ? { after } : {}) })
    pages.push(items.map(({ id }) => id))
    if (next === null) return pages
    await between(pages.length)
    after = next
  }
}

test('REQSTATUS-08 REQSTATUS-12 API-07 twelve requests come newest first as a page of 10 and a page of 2', async () => {
  const { rows, client } = await aHospitalWith((id) =>
    Array.from({ length: 12 }, (_, n) => row(id, { raisedAt: later(now, -minutes(n)) })),
  )
  const pages = await readAll(client)
  expect(pages.map((page) => page.length)).toEqual([10, 2])
  expect(pages.flat()).toEqual(rows.map(({ id }) => id))
})

test('REQSTATUS-08 a hospital without requests gets an empty page and no next', async () => {
  const { client } = await aHospitalWith(() => [])
  expect(await client.done(requests.list, {})).toEqual({ items: [], next: null })
})

test.each([1, 2, 3, 7, 10, 100])(
  'REQSTATUS-11 pages of %i have no gap and no repeat, though all were raised at one instant',
  async (limit) => {
    const { rows, client } = await aHospitalWith((id) => Array.from({ length: 23 }, () => row(id)))
    expect((await readAll(client, { limit })).flat()).toEqual(newestFirst(rows))
  },
)

test('REQSTATUS-11 rows that arrive between pages neither repeat nor hide a row', async () => {
  const { id, rows, client } = await aHospitalWith((hospital) =>
    Array.from({ length: 30 }, (_, n) =>
      row(hospital, { raisedAt: later(now, -minutes(Math.floor(n / 4))) }),
    ),
  )
  const pages = await readAll(client, { limit: 4 }, (page) =>
    store([
      row(id, { raisedAt: later(now, minutes(page)) }),
      row(id, { raisedAt: later(now, minutes(page)) }),
    ]),
  )
  expect(pages.flat()).toEqual(newestFirst(rows))
})

test('REQSTATUS-11 status and page combine: only the asked ones, in order, without gap or repeat', async () => {
  const { rows, client } = await aHospitalWith((id) =>
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
    expect((await readAll(client, { status, limit: 4 })).flat(), status.join()).toEqual(newestFirst(wanted))
  }
})

test('REQSTATUS-11 a status asked for twice lists its requests once', async () => {
  const { rows, client } = await aHospitalWith((id) => [row(id), row(id)])
  expect((await readAll(client, { status: ['pending', 'pending'] })).flat()).toEqual(newestFirst(rows))
})

test('REQSTATUS-22 ROLES-24 only the own requests come, whatever filter is sent', async () => {
  const { rows, client } = await aHospitalWith((id) => [row(id)])
  await store([row('noble'), row('noble', { status: 'completed' })])
  for (const name of ['hospitalId', 'Hospital']) {
    expect((await client.raw('GET', `/api/requests?${name}=noble`)).status).toBe(422)
  }
  const { items } = await client.done(requests.list, { hospital: ['noble', 'city'] })
  expect(items.map(({ id }) => id)).toEqual(newestFirst(rows))
  expect((await readAll(client, { status: [...requestStatuses] })).flat()).toEqual(newestFirst(rows))
  expect((await readAll(client)).flat()).toEqual(newestFirst(rows))
})

test("REQSTATUS-22 another hospital's cursor opens nothing of theirs", async () => {
  const { client: other } = await aHospitalWith((id) => Array.from({ length: 11 }, () => row(id)))
  const { rows, client } = await aHospitalWith((id) => [row(id, { raisedAt: later(now, -minutes(5)) })])
  const { next } = await other.done(requests.list, {})
  const { items } = await client.done(requests.list, { after: next ?? '' })
  expect(items.map(({ id }) => id)).toEqual(newestFirst(rows))
})

test('API-05 SHELL-38 a look for one id answers one or none', async () => {
  const { id: hospital } = await aHospitalWith(() => [])
  const asked = row(hospital)
  await store([asked, row(hospital)])
  await anAccount(service.db, { email: `${hospital}_admin` })
  const admin = service.as(`${hospital}_admin`)
  expect((await admin.done(requests.pending, { id: asked.id })).items).toMatchObject([{ id: asked.id }])
  expect((await admin.done(requests.pending, { id: 'ffffffff' })).items).toEqual([])
})

test.each(['0', '-1', '101', '1e9', '1000000000', 'NaN', '10.5', ''])(
  'T65 a page of %j rows is refused',
  async (limit) => {
    const answer = await service.as('firm').raw('GET', `/api/requests?limit=${limit}`)
    expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ field: 'limit' })])
  },
)

test('T65 the longest page is 100 rows, however many there are', async () => {
  const { client } = await aHospitalWith((id) => Array.from({ length: 120 }, () => row(id)))
  expect((await client.done(requests.list, { limit: 100 })).items).toHaveLength(100)
})

test('DATA-16 a status that is not one is refused as a filter', async () => {
  expect((await service.as('firm').raw('GET', '/api/requests?status=delivered')).status).toBe(422)
})
