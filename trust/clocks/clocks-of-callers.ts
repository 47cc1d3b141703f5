import { randomUUID } from 'node:crypto'
import { donors } from '#contract/donors.ts'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { stock } from '#contract/stock.ts'
import { hours, later, minutes } from '#domain/basics/time.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { aDonorDraft } from '#server/demo/makers/donors.ts'
import type { Client } from '#testing/harness/client.ts'
import type { TestService } from '#testing/harness/service.ts'
import { aReport } from '#testing/makers/driving.ts'
import { aRow, storeRows } from '#testing/makers/listed-requests.ts'
import { aBank, aDraft, aDriver, anAccount, aRequest, aStaffedHospital } from '#testing/makers/makers.ts'

/** A caller whose clock is so far ahead: it says so in every call, wherever a call has a place for it. */
export type Caller = { offMs: number; at: Date; service: TestService; as(email: string): Client }

/** What came of it: the same for every clock of the caller. */
export type CallCase = (caller: Caller) => Promise<unknown>

export function callerOf(service: TestService, at: Date, offMs: number): Caller {
  const date = later(at, offMs).toUTCString()
  // as a browser or a proxy would: nobody may go by them
  const headers = { date, 'if-modified-since': date, 'x-client-time': date, age: '93600' }
  const as = (email: string): Client => {
    const client = email === '' ? service.anonymous : service.as(email)
    return {
      ...client,
      raw: (method, path, { headers: more, ...rest } = {}) =>
        client.raw(method, path, { ...rest, headers: { ...headers, ...more } }),
    }
  }
  return { offMs, at, service, as }
}

const post = (client: Client, path: string, body: unknown, method = 'POST') =>
  client.raw(method, path, { body })

const minutesFrom = (at: Date, then: Date | string | null | undefined): number | null =>
  then ? Math.round((new Date(then).getTime() - at.getTime()) / 60_000) : null

async function linkedOrder({ service, at }: Caller) {
  const { db } = service
  const { hospital, admin, staff } = await aStaffedHospital(db)
  const bank = await aBank(db)
  await anAccount(db, { email: `${bank.id}_bloodbank` })
  const { email: driver } = await aDriver(db)
  const status = 'hospital-admin-approved'
  const { id } = await aRequest(db, { status, hospitalId: hospital.id }, later(at, -hours(3)))
  service.clock.moveTo(later(at, -hours(2)))
  const seen = { id, version: 2, bankId: bank.id, driverEmail: driver }
  await service.as('bloodsupport').done(orders.link, seen)
  service.clock.moveTo(at)
  return { id, admin, staff, driver, bank: bank.id, hospital: hospital.id }
}

/** A step as a phone with that clock sends it, so many minutes after it was done. */
async function told(caller: Caller, agoMinutes: number) {
  const { id, driver } = await linkedOrder(caller)
  const { as, at, offMs, service } = caller
  const { db } = service
  const { sampleCode: code } = await db
    .selectFrom('deliveries')
    .select('sampleCode')
    .where('requestId', '=', id)
    .executeTakeFirstOrThrow()
  const phoneNow = later(at, offMs)
  const report = aReport({ id, step: 'sample acquired', code }, phoneNow)
  const body = { ...report, doneAt: later(phoneNow, -minutes(agoMinutes)), sentAt: phoneNow }
  const { id: _, ...sent } = body
  const answer = await post(as(driver), driving.step.path.replace(':id', id), sent)
  const row = await db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const step = await db
    .selectFrom('deliverySteps')
    .select(['doneAt', 'arrivedAt'])
    .where('requestId', '=', id)
    .executeTakeFirst()
  return [answer.status, row.status, minutesFrom(at, step?.doneAt), minutesFrom(at, step?.arrivedAt)]
}

async function pending({ service, at }: Caller, change: Parameters<typeof aRequest>[1] = {}) {
  const { hospital, admin, staff } = await aStaffedHospital(service.db)
  const { id } = await aRequest(service.db, { hospitalId: hospital.id, ...change }, at)
  return { id, admin, staff, hospital: hospital.id }
}

export const callCases: Record<string, CallCase> = {
  'a step that is told as it is done': (caller) => told(caller, 0),
  'a step that is told 40 minutes late': (caller) => told(caller, 40),
  'a step from before the order was linked': (caller) => told(caller, 60 * 24),
  'requests of 31 and of 29 minutes ahead': async ({ service, as, at }) => {
    const { staff } = await aStaffedHospital(service.db)
    const statuses = []
    for (const ahead of [31, 29]) {
      const pickupAt = later(at, minutes(ahead))
      const draft = aDraft(at, { pickupAt, deadlineAt: later(pickupAt, hours(3)) })
      statuses.push((await post(as(staff), requests.raise.path, draft)).status)
    }
    return statuses
  },
  'an approval, and its being undone': async (caller) => {
    const { id, admin } = await pending(caller)
    const client = caller.as(admin)
    const approval = requests.approve.path.replace(':id', id)
    const approved = await post(client, approval, { version: 1 }, 'PUT')
    const undone = await post(client, requests.undo.path.replace(':id', id), { version: 2 }, 'PUT')
    return [approved.status, undone.status]
  },
  'platelets at the end of their hours': async (caller) => {
    const statuses = []
    for (const [off, pickup] of [
      [0, 60],
      [9 * 60, 60],
    ] as const) {
      const moment = later(caller.at, minutes(off))
      const pickupAt = later(caller.at, minutes(pickup))
      const { id, admin } = await pending(caller, { component: 'SDP', pickupAt })
      caller.service.clock.moveTo(moment)
      const path = requests.approve.path.replace(':id', id)
      statuses.push((await post(caller.as(admin), path, { version: 1 }, 'PUT')).status)
      caller.service.clock.moveTo(caller.at)
    }
    return statuses
  },
  'the pages of a list': async (caller) => {
    const { service, at, as } = caller
    const { hospital, staff } = await aStaffedHospital(service.db)
    const ages = Array.from({ length: 45 }, (_, nth) => nth)
    const made = ages.map((nth) => aRow(hospital.id, later(at, -minutes(nth)), { patientId: `P-${nth}` }))
    await storeRows(service.db, made)
    const rows: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const query: string = after === '' ? '' : `?after=${encodeURIComponent(after)}`
      const answer = await as(staff).raw('GET', `${requests.list.path}${query}`)
      const { items, next } = answer.json() as { items: { patientId: string }[]; next: string | null }
      rows.push(...items.map(({ patientId }) => patientId))
      after = next
    }
    return rows
  },
  'a count over the one that was seen, and over another': async ({ service, as }) => {
    const { id } = await aBank(service.db)
    await anAccount(service.db, { email: `${id}_bloodbank` })
    const client = as(`${id}_bloodbank`)
    const path = stock.count.path.replace(':component', 'PRBC')
    const count = (seenAt: unknown) => post(client, path, { seenAt, quantities: byGroup(() => 3) }, 'PUT')
    const first = await count(null)
    const { countedAt } = first.json() as { countedAt: string }
    const [second, stale] = [await count(countedAt), await count(countedAt)]
    return [first.status, second.status, stale.status]
  },
  'donors on the eve of their birthday and on it': async ({ service, at, as }) => {
    await service.db.deleteFrom('rateLimits').execute()
    const statuses = []
    for (const bornOn of ['2008-11-21', '2008-11-20']) {
      const form = { bankId: 'redbank', ...aDonorDraft({ bornOn }) }
      statuses.push((await post(as(''), donors.submit.path, form)).status)
    }
    return [at.toISOString(), statuses]
  },
  'a session, and its cookie': async ({ service, as }) => {
    const { staff } = await aStaffedHospital(service.db)
    await service.db.deleteFrom('rateLimits').execute()
    const body = { email: staff, password: 'crossmatch' }
    const answer = await post(as(''), people.signIn.path, body)
    const cookie = answer.headers.getSetCookie().find((one) => one.includes('session_token')) ?? ''
    // a machine that is a day ahead would drop it at once by a day that is told
    const told = { lasts: /max-age=\d+/i.exec(cookie)?.[0], hasDay: /expires=/i.test(cookie) }
    await post(as(''), people.signOut.path, {}, 'DELETE')
    return [answer.status, told]
  },
  'the same form twice': async ({ service, as, at }) => {
    const { staff } = await aStaffedHospital(service.db)
    const [client, key] = [as(staff), randomUUID()]
    const send = () =>
      client.raw('POST', requests.raise.path, { body: aDraft(at), headers: { 'idempotency-key': key } })
    const [first, second] = [await send(), await send()]
    return [first.status, second.status, first.text === second.text]
  },
}
