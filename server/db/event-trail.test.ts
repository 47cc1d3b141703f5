import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { appendEvent, type NewEvent } from './event-trail.ts'
import { sealEvents, verifyEvents, verifyRead } from './sealing.ts'

const now = '2026-11-16T10:00:00+05:30'

async function someHistory(service: TestService, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const request = await service.as('firm_pilot').done(requests.raise, aDraft(service.clock.now()))
    await service.as('firm').done(requests.approve, { id: request.id, version: request.version })
    ids.push(request.id)
  }
  return ids
}

test('F20 a change has exactly one event with who, when, from and to', async () => {
  const service = await aService({ now })
  const [id] = await someHistory(service, 1)
  const events = await service.db.selectFrom('events').selectAll().orderBy('id').execute()
  expect(events).toMatchObject([
    { subjectId: id, kind: 'request-raised', fromStatus: null, toStatus: 'pending', actorName: 'Firm' },
    { subjectId: id, kind: 'request-approved', fromStatus: 'pending', toStatus: 'hospital-admin-approved' },
  ])
  expect(events[1]?.previousHash).toBe(events[0]?.hash)
  expect(new Set(events.map((event) => event.actorId)).size).toBe(2)
})

test('T71 a refused change leaves no event', async () => {
  const service = await aService({ now })
  const { status } = await service
    .as('firm_pilot')
    .call(requests.raise, aDraft(service.clock.now(), { units: 0 }))
  expect(status).toBe(422)
  expect(await service.db.selectFrom('events').selectAll().execute()).toEqual([])
})

test.each([
  ['update', sql`update events set kind = 'request-rejected'`],
  ['delete', sql`delete from events`],
  ['truncate', sql`truncate events cascade`],
  ['update of a seal', sql`update seals set digest = 'x'`],
  ['delete of a seal', sql`delete from seals`],
])('T71 the database refuses %s', async (_name, statement) => {
  const service = await aService({ now })
  await someHistory(service, 1)
  await sealEvents(service.db, new Date())
  await expect(statement.execute(service.db)).rejects.toThrow('permission denied')
  await expect(statement.execute(service.owner)).rejects.toThrow('append-only')
})

test('T71 an untouched trail is found as written, sealed or not', async () => {
  const service = await aService({ now })
  await someHistory(service, 3)
  expect(await sealEvents(service.db, new Date())).toBe(6)
  expect(await sealEvents(service.db, new Date())).toBe(0)
  await someHistory(service, 1)
  expect(await verifyEvents(service.db)).toEqual({ events: 8, seals: 1, faults: [], cut: [] })
})

test.each([
  ['a changed row', sql`update events set to_status = 'completed' where id = 3`, 'was changed'],
  ['a changed actor', sql`update events set actor_name = 'Somebody else' where id = 3`, 'was changed'],
  ['a removed first row of a chain', sql`delete from events where id = 1`, 'does not follow'],
  ['a removed last row of a chain', sql`delete from events where id = 6`, 'sealed 6 events, 5 are there'],
  ['a whole chain removed', sql`delete from events where id in (3, 4)`, 'sealed 6 events, 4 are there'],
])('T71 %s is named by the verifier', async (_name, tampering, what) => {
  const service = await aService({ now })
  await someHistory(service, 3)
  await sealEvents(service.db, new Date())
  await sql`alter table events disable trigger user`.execute(service.owner)
  await sql`alter table notifications drop constraint notifications_event_id_fkey`.execute(service.owner)
  await tampering.execute(service.owner)
  const { faults } = await verifyEvents(service.db)
  expect(faults.map((fault) => fault.what).join('; ')).toContain(what)
})

test('T71 seals are read a few at a time, each is looked at, and whoever reads them is heard of', async () => {
  const service = await aService({ now })
  for (let seal = 0; seal < 5; seal++) {
    await someHistory(service, 1)
    await sealEvents(service.db, new Date())
  }
  const reading = { batch: 2, onSealed: async () => void parts++ }
  let parts = 0
  expect(await verifyRead(service.db, [], reading)).toMatchObject({ events: 10, seals: 5, faults: [] })
  expect(parts).toBeGreaterThanOrEqual(5)
  await sql`alter table seals disable trigger user`.execute(service.owner)
  await sql`update seals set digest = 'x' where id in (2, 5)`.execute(service.owner)
  const { faults } = await verifyRead(service.db, [], reading)
  expect(faults.map(({ sealId }) => sealId)).toEqual([2, 3, 5])
})

test('a seal waits for a transaction that is still writing, and takes its events the next time', async () => {
  const service = await aService({ now })
  await someHistory(service, 1)
  await service.db.transaction().execute(async (tx) => {
    await sql`insert into events (subject_kind, subject_id, kind, at, actor_name, previous_hash, hash)
      values ('test', '1', 'open', now(), 'x', '', 'x')`.execute(tx)
    expect(await sealEvents(service.db, new Date())).toBe(0)
  })
  expect(await sealEvents(service.db, new Date())).toBe(3)
})

test('T71 what an event may not tell is refused, and nothing of it is written', async () => {
  const service = await aService({ now })
  const leaky = { kind: 'request-approved', subjectId: 'feed0139', detail: { patientName: 'Asha' } }
  const by = { accountId: null, displayName: 'Firm' }
  const append = service.db
    .transaction()
    .execute((tx) => appendEvent(tx, leaky as NewEvent, by, new Date(now)))
  await expect(append).rejects.toThrow('patientName')
  expect(await service.db.selectFrom('events').select('id').execute()).toEqual([])
})
