import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { quickest } from '#testing/harness/quickest.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { type LinkWish, meena, wishFor } from '#testing/makers/linked-orders.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { mostOfOneAccount } from './audiences.ts'

const now = '2026-11-16T10:00:00+05:30'
const raise = (service: TestService, by = 'firm_pilot') =>
  service.as(by).done(requests.raise, aDraft(service.clock.now()))

test('API-16 a raise and its approval are told to its hospital and the provider, a link to bank and driver, that it is gone to those before, and to nobody else', async () => {
  const service = await aService({ now })
  const [own, provider, other, bank, driver] = await Promise.all(
    ['firm', 'bloodsupport', 'noble', 'redbank_bloodbank', 'arun.driver'].map((email) =>
      service.as(email).live(),
    ),
  )
  const request = await raise(service)
  await service.as('firm').done(requests.approve, { id: request.id, version: 1 })
  const told = [
    { topic: 'requests', id: request.id, kind: 'request-raised' },
    { topic: 'requests', id: request.id, kind: 'request-approved' },
  ]
  for (const stream of [own, provider]) expect([await stream?.next(), await stream?.next()]).toEqual(told)
  await sleep(300)
  for (const stream of [other, bank, driver]) expect(stream?.all).toEqual([])

  const { id } = request
  const link = (wish: Omit<LinkWish, 'id'>) =>
    service.as('bloodsupport').done(orders.link, wishFor({ id, ...wish }))
  await link({})
  for (const stream of [bank, driver])
    expect(await stream?.next()).toMatchObject({ id, kind: 'request-linked' })
  await link({ version: 3, bankId: 'bluebank', driverEmail: meena })
  for (const stream of [bank, driver])
    expect(await stream?.next()).toEqual({ topic: 'requests', id, kind: 'order-withdrawn' })
  await sleep(300)
  expect(other?.all).toEqual([])
})

test('SHELL-37 a change on one process reaches a stream on another within a second', async () => {
  const first = await aService({ now })
  const second = await aService({ now, databaseUrl: first.databaseUrl })
  const stream = await second.as('firm').live()
  const took = await quickest(async () => {
    const request = await raise(first)
    expect(await stream.next()).toMatchObject({ id: request.id })
  })
  expect(took).toBeLessThan(1_000)
})

test('T20 no message is lost or told twice while many commit at once on two processes', async () => {
  const first = await aService({ now })
  const second = await aService({ now, databaseUrl: first.databaseUrl })
  const streams = [await first.as('firm').live(), await second.as('firm').live()]
  const raised = await Promise.all(
    Array.from({ length: 60 }, (_, n) => raise(n % 2 ? first : second)).map(async (one) => (await one).id),
  )
  for (const stream of streams) {
    for (const _ of raised) await stream.next()
    await sleep(200)
    expect(stream.all.map((message) => message.id).sort()).toEqual([...raised].sort())
  }
})

test('a smaller id that commits later is not stepped over', async () => {
  const service = await aService({ now })
  const stream = await service.as('firm').live()
  const insert = (id: string) => sql`
    insert into events (subject_kind, subject_id, kind, at, actor_name, hospital_id, previous_hash, hash)
    values ('request', ${id}, 'request-raised', now(), 'x', 'firm', '', 'x')`
  await service.db.transaction().execute(async (slow) => {
    await insert('first').execute(slow)
    await insert('second').execute(service.db)
    // the reader looks each second by itself, and must not have passed the open transaction
    await sleep(1_300)
    expect(stream.all).toEqual([])
  })
  expect([(await stream.next()).id, (await stream.next()).id]).toEqual(['first', 'second'])
})

test('a change whose hint was lost is found by the look each second', async () => {
  const service = await aService({ now })
  const stream = await service.as('firm').live()
  await sql`insert into events (subject_kind, subject_id, kind, at, actor_name, hospital_id, previous_hash, hash)
    values ('request', 'lost', 'request-raised', now(), 'x', 'firm', '', 'x')`.execute(service.db)
  expect((await stream.next()).id).toBe('lost')
})

test('T62 a message carries topic, id and kind, and nothing of the patient', async () => {
  const service = await aService({ now })
  const stream = await service.as('firm').live()
  await service.as('firm_pilot').done(requests.raise, aDraft(service.clock.now(), { patientName: 'CANARY' }))
  const message = await stream.next()
  expect(Object.keys(message).sort()).toEqual(['id', 'kind', 'topic'])
  expect(JSON.stringify(message)).not.toContain('CANARY')
})

test.concurrent.each([
  [
    'sign-out',
    (_service: TestService, client: ReturnType<TestService['as']>) => client.done(people.signOut, {}),
  ],
  [
    'suspension',
    (service: TestService) =>
      service.db
        .updateTable('organisations')
        .set({ accountStatus: 'suspended' })
        .where('id', '=', 'firm')
        .execute(),
  ],
  [
    'a changed role',
    async (service: TestService) => {
      const account = await service.db
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', 'firm@crossmatch.example')
        .executeTakeFirstOrThrow()
      await service.db
        .insertInto('grants')
        .values({ accountId: account.id, product: 'pilot', role: 'staff', organisationId: 'noble' })
        .execute()
    },
  ],
])('T20 %s ends the stream within five seconds', async (_name, act) => {
  const service = await aService({ now })
  const client = service.as('firm')
  const stream = await client.live()
  const began = performance.now()
  await act(service, client)
  await stream.ended
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('X04 the stream goes on when the database throws every connection out', async () => {
  const service = await aService({ now })
  const stream = await service.as('firm').live()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(service.db)
  await sleep(200)
  const request = await raise(service)
  expect(await stream.find((message) => message.id === request.id)).toBeTruthy()
})

test('AMB-229 of the streams of one account, whatever their sessions, the oldest gives way and is told why', async () => {
  const service = await aService({ now })
  const [oldest, other] = [await service.as('firm').live(), await service.as('noble').live()]
  const others = []
  for (let at = 0; at < mostOfOneAccount; at++) others.push(await service.as('firm').live())
  await oldest.ended
  expect(oldest.events.all.at(-1)).toBe('crowded')
  const request = await raise(service)
  for (const stream of others) expect(await stream.next()).toMatchObject({ id: request.id })
  expect(other.events.all).not.toContain('crowded')
  expect((await service.as('firm').raw('HEAD', '/api/live')).status).toBe(404)
})
