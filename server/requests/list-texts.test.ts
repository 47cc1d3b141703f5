import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { driving } from '#contract/driving.ts'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { OwnRequest, requests } from '#contract/requests.ts'
import type { Route } from '#contract/route.ts'
import { earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { invoicePath } from '#domain/billing/invoicing.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aService } from '#testing/harness/service.ts'
import { aReport } from '#testing/makers/driving.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db, owner } = service
const people = {
  nurse: service.as('firm_pilot'),
  chief: service.as('firm'),
  provider: service.as('bloodsupport'),
  bank: service.as('redbank_bloodbank'),
}

/** What JSON has to write otherwise than it is, and an instant whose last digits are none. */
const odd = { patientName: 'O"Neil \\ வெங்கடேசன் 🩸', reason: 'a\tb\nc\u2028d', raisedAt: later(now, 120) }

beforeAll(async () => {
  for (const status of requestStatuses) await aRequest(db, { ...odd, status, units: 7 }, now)
  // newer than the others, so that each list has it on its first page
  const first = { raisedAt: later(odd.raisedAt, minutes(1)), updatedAt: later(now, minutes(1)) }
  const deadlineAt = earlier(now, hours(1))
  const late = { ...odd, ...first, status: 'issued', deadlineAt, driverEmail: arun } as const
  // stopped for the temperature: a doubt, and a decision that waits
  const { id } = await aRequest(db, late, now)
  const report = aReport({ id, step: 'delivered', temperature: 14.6 }, now)
  await service.as(arun).done(driving.step, { ...report, isStop: true })
  // whose driver was not told
  const untold = await aRequest(db, { ...late, bankId: 'redbank' }, now)
  await owner
    .insertInto('notifications')
    .values({
      channel: 'sms',
      kind: 'driver',
      recipient: '+91 1',
      body: 'Words',
      state: 'failed',
      requestId: untold.id,
      createdAt: now,
      once: 'untold',
    })
    .execute()
  const bankInvoicePath = invoicePath('bloodbank', { ...untold, bankId: 'redbank' })
  await owner.updateTable('requests').set({ bankInvoicePath }).where('id', '=', untold.id).execute()
})

type Asked = [what: string, who: keyof typeof people, route: Route, query: string]
const lists: Asked[] = [
  ['requests', 'nurse', requests.list, ''],
  ['requests in two statuses', 'nurse', requests.list, '?status=issued&status=completed'],
  ['deliveries', 'nurse', requests.deliveries, ''],
  ['live', 'chief', requests.live, ''],
  ['pending', 'chief', requests.pending, '?sort=pickup'],
  ["a hospital's summary", 'nurse', requests.summary, ''],
  ['orders', 'provider', orders.list, ''],
  ['orders of two hospitals', 'provider', orders.list, '?hospital=firm&hospital=noble&status=issued'],
  ['orders by deadline', 'provider', orders.list, '?sort=deadline'],
  ["the provider's summary", 'provider', orders.summary, ''],
  ["a driver's orders", 'provider', orders.ofDriver, `?view=history&driver=${encodeURIComponent(arun)}`],
  ["a bank's orders", 'bank', issuing.list, ''],
  ["a bank's summary", 'bank', issuing.summary, ''],
]

const textOf = async ([, who, { path }, query]: Asked): Promise<string> =>
  (await people[who].raw('GET', `${path}${query}`)).text

describe.each(lists)('the text of %s', (...asked) => {
  test('has what the contract names, and nothing else at any depth', async () => {
    const { text, headers, status } = await people[asked[1]].raw('GET', `${asked[2].path}${asked[3]}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const read = strict(asked[2].output).safeParse(JSON.parse(text))
    expect(read.error?.issues ?? []).toEqual([])
    expect(text).toMatch(/"id":"[0-9a-f]{8}"/)
  })
})

test('each row says what stands in the table', async () => {
  const { items } = await people.nurse.done(requests.list, { limit: 100 })
  const rows = await db
    .selectFrom('requests')
    .selectAll()
    .where('hospitalId', '=', 'firm')
    .orderBy('raisedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  expect(rows.length).toBeGreaterThan(requestStatuses.length)
  expect(items).toEqual(rows.map((row) => OwnRequest.parse(row)))
})

test('what rules say of a row is told with it', async () => {
  const told = async (asked: number) => JSON.parse(await textOf(lists[asked] as Asked))
  const deliveries = (await told(2)).items.flatMap((row: { deliveries: unknown[] }) => row.deliveries)
  expect(deliveries).toContainEqual(
    expect.objectContaining({ doubt: { temperature: 14.6, verdict: 'never' } }),
  )
  expect((await told(6)).items).toContainEqual(
    expect.objectContaining({ driverText: { trouble: 'failed', phone: '+91 1' }, openDeliveries: 1 }),
  )
  expect((await told(9)).stopped).toMatchObject({ count: 1, first: [{ stopWaits: true }] })
  expect((await told(11)).items).toContainEqual(
    expect.objectContaining({ bankInvoicePath: expect.stringMatching(/-bloodbank-redbank-invoice\.pdf$/) }),
  )
})

test('a column that is added to a table is in none of them, under plans that were made before', async () => {
  const all = () => Promise.all(lists.map(textOf))
  const before = await all()
  // often enough that each statement has a name and a plan of its own
  for (let times = 0; times < 7; times++) expect(await all()).toEqual(before)
  const tables = ['requests', 'deliveries', 'delivery_steps', 'organisations', 'drivers', 'notifications']
  for (const table of tables)
    await sql`alter table ${sql.table(table)} add secret text not null default 'never told'`.execute(owner)
  const after = await all()
  expect(after).toEqual(before)
  expect(after.join()).not.toMatch(/secret|never told/)
})

/** Refuses what the shape does not name, and an instant that is not written as `Date` writes it. */
function strict(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodNullable) return strict(shape.unwrap() as z.ZodType).nullable()
  if (shape instanceof z.ZodArray) return z.array(strict(shape.element as z.ZodType))
  if (shape instanceof z.ZodDate)
    return z.string().refine((text) => new Date(text).toJSON() === text, 'not as Date writes it')
  if (!(shape instanceof z.ZodObject)) return shape
  const parts = Object.entries<z.ZodType>(shape.shape).map(([key, part]) => [key, strict(part)] as const)
  return z.strictObject(Object.fromEntries(parts))
}
