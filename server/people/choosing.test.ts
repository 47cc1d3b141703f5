import { expect, test } from 'vitest'
import { actingFor } from '#contract/acting-for.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aHospital, anAccount, aStaffedHospital, nextNumber, thePassword } from '#testing/makers/makers.ts'

const service = await aService({ rememberMs: 60_000 })
const { db } = service

async function ofTwo() {
  const [one, other] = [await aHospital(db), await aHospital(db)]
  const grant = { product: 'pilot', role: 'staff', organisationId: one.id } as const
  const { id: accountId, email } = await anAccount(db, { email: `two${nextNumber()}.places`, grant })
  await db
    .insertInto('memberships')
    .values({ accountId, product: 'plus', role: 'admin', organisationId: other.id })
    .execute()
  return { one, other, accountId, email, client: service.as(email) }
}

test('AMB-288 somebody of two organisations acts for one at a time, and begins where they were last', async () => {
  const { one, other, email, client } = await ofTwo()
  const { items } = await client.done(people.organisations, {})
  expect(items.map(({ isHere, role }) => [isHere, role])).toEqual([
    [true, 'staff'],
    [false, 'admin'],
  ])
  const beside = service.as(email)
  await beside.done(people.sessions, {})
  const { actor } = await client.done(people.choose, { id: items[1]?.id ?? 0 })
  expect(actor).toMatchObject({ organisationId: other.id, product: 'plus', role: 'admin' })
  // at once in this session, and in no other that is open
  expect((await client.done(people.session, {})).actor).toMatchObject({ organisationId: other.id })
  expect((await beside.done(people.session, {})).actor).toMatchObject({ organisationId: one.id })
  const again = await service.anonymous.done(people.signIn, { email, password: thePassword })
  expect(again.actor).toMatchObject({ organisationId: other.id })
})

test('AMB-288 a page that was drawn for the organisation before is refused and nothing is done', async () => {
  const { one, other, client } = await ofTwo()
  const { items } = await client.done(people.organisations, {})
  await client.done(people.choose, { id: items[1]?.id ?? 0 })
  const cookie = await client.cookies()
  const asked = (id: string) =>
    service.anonymous.raw('GET', requests.list.path, { headers: { cookie, [actingFor]: id } })
  expect((await asked(one.id)).status).toBe(409)
  expect((await asked(other.id)).status).toBe(200)
})

test('AMB-288 T09 what is not theirs, where they were stopped, or where all are kept out is not chosen', async () => {
  const { accountId, other, client } = await ofTwo()
  const stranger = await aStaffedHospital(db)
  const theirs = await db
    .selectFrom('memberships')
    .select('id')
    .where('organisationId', '=', stranger.hospital.id)
    .executeTakeFirstOrThrow()
  expect((await client.call(people.choose, { id: theirs.id })).status).toBe(404)
  const { items } = await client.done(people.organisations, {})
  const id = items[1]?.id ?? 0
  await db
    .updateTable('organisations')
    .set({ accountStatus: 'suspended' })
    .where('id', '=', other.id)
    .execute()
  expect((await client.call(people.choose, { id })).status).toBe(404)
  await db.updateTable('organisations').set({ accountStatus: 'active' }).where('id', '=', other.id).execute()
  await db
    .updateTable('memberships')
    .set({ isStopped: true, stoppedAt: new Date() })
    .where('accountId', '=', accountId)
    .where('organisationId', '=', other.id)
    .execute()
  expect((await client.call(people.choose, { id })).status).toBe(404)
})
