import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { requests } from '#contract/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, aStaffedHospital } from '#testing/makers/makers.ts'
import { verificationStore } from './verification-store.ts'
import { StillRunning, verifyTrail } from './verifying.ts'

const service = await aService({ settings: { ROLE: 'web' } })
const parts = { db: service.db, dataFolder: service.settings.DATA_DIR }

async function aHouse() {
  const { hospital, admin, staff } = await aStaffedHospital(service.db)
  return { hospital, admin: service.as(admin), nurse: service.as(staff) }
}
const raise = async (client: ReturnType<typeof service.as>) =>
  (await client.done(requests.raise, aDraft(service.clock.now()))).id

/** As the worker does it. */
async function verified(): Promise<void> {
  const { id } = await service.db
    .selectFrom('verificationsOfTrail')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await verifyTrail(parts, id)
}
const aMinuteLater = () => service.clock.moveTo(new Date(service.clock.now().getTime() + 61_000))

test('AMB-301 asked once for all; each organisation is told of its own events and of its own faults', async () => {
  const [one, other] = [await aHouse(), await aHouse()]
  await raise(one.nurse)
  const spoiled = await raise(one.nurse)
  await raise(other.nurse)
  expect(await one.admin.done(audit.verification, {})).toEqual({ underWay: null, last: null })

  const asked = await one.admin.done(audit.verify, {})
  expect(asked.underWay).toMatchObject({ read: 0, endedAt: null, askedBy: expect.any(String) })
  // somebody else sees that it is under way, not who asked, and cannot ask again
  expect((await other.admin.done(audit.verification, {})).underWay?.askedBy).toBeNull()
  expect((await other.admin.raw('POST', '/api/audit/verification', {})).status).toBe(409)
  await verified()
  const { underWay, last } = await one.admin.done(audit.verification, {})
  expect([underWay, last]).toMatchObject([null, { isWhole: true, faults: 0, told: [] }])
  // two raises, and that it was asked
  expect(last?.events).toBe(3)
  expect((await other.admin.done(audit.verification, {})).last).toMatchObject({ events: 1, askedBy: null })
  expect((await one.admin.raw('POST', '/api/audit/verification', {})).status).toBe(422)

  await sql`alter table events disable trigger user`.execute(service.owner)
  await service.owner
    .updateTable('events')
    .set({ actorName: 'Somebody Else' })
    .where('subjectId', '=', spoiled)
    .execute()
  await sql`alter table events enable trigger user`.execute(service.owner)
  aMinuteLater()
  await other.admin.done(audit.verify, {})
  await verified()
  expect((await one.admin.done(audit.verification, {})).last).toMatchObject({
    ...{ isWhole: false, faults: 1, askedBy: null },
    told: [{ what: 'was changed' }],
  })
  expect((await other.admin.done(audit.verification, {})).last).toMatchObject({
    ...{ isWhole: false, faults: 0, told: [] },
  })
  const all = await service.as('bloodsupport').done(audit.verification, {})
  expect(all.last).toMatchObject({ isWhole: false, faults: 1 })
  service.clock.moveTo(null)
})

test('AMB-301 one that is under way is not begun again; one whose reader died is taken over', async () => {
  const { admin } = await aHouse()
  aMinuteLater()
  aMinuteLater()
  await admin.done(audit.verify, {})
  service.clock.moveTo(null)
  const { id } = await service.db
    .selectFrom('verificationsOfTrail')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const store = verificationStore(service.db)
  expect(await store.take(id)).toMatchObject({ upTo: expect.any(Number) })
  await expect(verifyTrail(parts, id)).rejects.toThrow(StillRunning)
  await service.db
    .updateTable('verificationsOfTrail')
    .set({ heardAt: new Date(Date.now() - 31_000) })
    .where('id', '=', id)
    .execute()
  await verifyTrail(parts, id)
  expect(await store.isOpen(id)).toBe(false)
  // asked of a job that comes late, nothing is done
  await verifyTrail(parts, id)
})

test('AMB-301 what was found of others is not told with one’s own', async () => {
  const { db } = service
  const [one, other] = [await aHouse(), await aHouse()]
  const now = new Date()
  const { id: verificationId } = await db
    .insertInto('verificationsOfTrail')
    .values({ ...{ askedAt: now, askedBy: 'R. Devi', askedFor: null, state: 'done' }, endedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const found = [one, other].map(({ hospital }, at) => ({
    ...{ verificationId, organisationId: hospital.id, events: at + 1, firstAt: null, faults: 0, told: '[]' },
  }))
  await db.insertInto('verifiedPlaces').values(found).execute()
  for (const [at, { hospital }] of [one, other].entries())
    expect((await verificationStore(db).look(hospital.id)).last?.events).toBe(at + 1)
})
