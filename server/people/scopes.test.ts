import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import type { Tx } from '#server/db/database.ts'
import { aService } from '#testing/harness/service.ts'
import { aBrowser } from '#testing/makers/browsers.ts'
import { aHospital, anAccount, nextNumber } from '#testing/makers/makers.ts'
import { openSession } from '#testing/makers/sessions.ts'
import { accountWriter } from './account-store.ts'
import { chooseFor, openPlaces } from './choosing-store.ts'
import { emailChangeStore } from './email-change-store.ts'
import { memberStore, memberWriter, replacePassword } from './member-store.ts'
import { ownAccountWriter } from './own-account-store.ts'
import { purgingWriter } from './purging-store.ts'
import { peopleStore } from './store.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
/** Each by itself: nothing is written that would have to be taken back. */
const tx = db as unknown as Tx

/** Somebody who works at two hospitals, with a session and a browser that rings. */
async function somebody() {
  const [here, there] = [await aHospital(db), await aHospital(db)]
  const { id, email } = await anAccount(db, { email: `person${nextNumber()}` })
  for (const { id: organisationId } of [here, there])
    await db
      .insertInto('memberships')
      .values({ accountId: id, product: 'pilot', role: 'staff', organisationId })
      .execute()
  await openSession(db, email)
  const { id: sessionId, token } = await db
    .selectFrom('sessions')
    .select(['id', 'token'])
    .where('accountId', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('pushSubscriptions')
    .values({
      ...{ ...aBrowser(), accountId: id, organisationId: here.id, product: 'pilot', sessionId },
      ...{ serverKey: 'key', device: 'a phone', addedAt: now, seenAt: now },
    })
    .execute()
  await db
    .insertInto('secondFactors')
    .values({ id: `factor-${id}`, accountId: id, secret: 'x', backupCodes: '[]', verified: true })
    .execute()
  await db
    .insertInto('emailChanges')
    .values({ accountId: id, email: `new${nextNumber()}@example.org`, tokenHash: id, endsAt: now })
    .execute()
  return { id, email, here: here.id, there: there.id, sessionId, token }
}

/** All that is somebody's, by how many there are of each. */
async function of({ id }: { id: string }) {
  const tables = ['sessions', 'pushSubscriptions', 'secondFactors', 'emailChanges'] as const
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).select('accountId').where('accountId', '=', id).execute()),
  )
  const { password } = await db
    .selectFrom('credentials')
    .select('password')
    .where('accountId', '=', id)
    .executeTakeFirstOrThrow()
  const places = await db
    .selectFrom('memberships')
    .select(['organisationId', 'isStopped'])
    .where('accountId', '=', id)
    .orderBy('id')
    .execute()
  return { counts: rows.map(({ length }) => length), password, places }
}

test('T16 what somebody changes or ends of their own account is nobody else’s', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const before = await of(other)
  const writer = await ownAccountWriter({ db: tx }, one.id)
  expect(await writer.endSession(other.sessionId)).toBe(false)
  await writer.setPassword('another hash')
  await replacePassword(db, one.id, 'a third hash')
  await writer.removeSecondFactor()
  await writer.endSessionsBut(null)
  await emailChangeStore(db).forget(one.id)
  expect(await of(one)).toMatchObject({ counts: [0, 0, 0, 0], password: 'a third hash' })
  expect(await of(other)).toEqual(before)
})

test('T16 whom one organisation stops, lets in or lets go is what they were elsewhere', async () => {
  const [one, other] = [await somebody(), await somebody()]
  // a colleague at the first of them
  await db
    .insertInto('memberships')
    .values({ accountId: other.id, product: 'pilot', role: 'staff', organisationId: one.here })
    .execute()
  const before = await of(other)
  const places = async () => (await of(one)).places.map(({ isStopped }) => isStopped)
  const [here, there] = [memberWriter({ db: tx, now }, one.here), memberWriter({ db: tx, now }, one.there)]
  await here.stop(one.id, other.id)
  expect(await places()).toEqual([true, false])
  expect((await memberStore(db, one.here).stops()).map(({ accountId }) => accountId)).toEqual([one.id])
  expect(await memberStore(db, other.here).stops()).toEqual([])
  await there.stop(one.id, other.id)
  await here.letIn(one.id)
  expect(await places()).toEqual([false, true])
  expect(await of(other)).toEqual(before)
  await here.stop(other.id, one.id)
  await here.letIn(one.id)
  expect((await of(other)).places.map(({ isStopped }) => isStopped)).toEqual([false, false, true])
  await here.letIn(other.id)
  await accountWriter({ db: tx }).leave(one.id, one.here)
  expect((await of(one)).places.map(({ organisationId }) => organisationId)).toEqual([one.there])
  expect(await of(other)).toEqual(before)
})

test('T16 only sessions of these people in which they act for that organisation are ended', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const [first] = await openPlaces(db, one.id)
  expect((await openPlaces(db, one.id)).map(({ organisationId }) => organisationId)).toEqual([
    one.here,
    one.there,
  ])
  const theirs = () =>
    db
      .selectFrom('pushSubscriptions')
      .innerJoin('sessions', 'sessions.accountId', 'pushSubscriptions.accountId')
      .select(['organisationId', 'membershipId'])
      .where('pushSubscriptions.accountId', '=', other.id)
      .executeTakeFirst()
  const before = await theirs()
  const choice = { accountId: one.id, token: one.token, id: first?.id ?? 0, now }
  await chooseFor(db, choice)
  // with another's token nothing of theirs moves
  await chooseFor(db, { ...choice, token: other.token })
  expect(await theirs()).toEqual(before)
  const { endSessions } = accountWriter({ db: tx })
  expect(await endSessions([one.id], one.there)).toEqual(new Map())
  expect(await endSessions([one.id], one.here)).toEqual(new Map([[one.id, 1]]))
  expect((await of(other)).counts[0]).toBe(1)
})

test('T16 whom somebody is told of as signed in or invited is of their account and their organisation', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const sessionsOf = async ({ id }: { id: string }) =>
    (await peopleStore(db).sessionsOf(id, new Date())).map((session) => session.id)
  expect([await sessionsOf(one), await sessionsOf(other)]).toEqual([[one.sessionId], [other.sessionId]])
  const email = `guest${nextNumber()}@example.org`
  const invited = { email, name: 'A Guest', product: 'pilot', role: 'staff' } as const
  await memberWriter({ db: tx, now }, one.here).invite({ ...invited, invitedBy: one.id, endsAt: now })
  const [mine, theirs] = [memberStore(db, one.here), memberStore(db, other.here)]
  expect((await mine.invitations()).map((invitation) => invitation.email)).toEqual([email])
  expect(await theirs.invitations()).toEqual([])
  expect([await mine.isInvited(email), await theirs.isInvited(email)]).toEqual([true, false])
})

test('AMB-239 a hospital goes with its last account unless an account or a message is its own', async () => {
  const { here } = await somebody()
  const [told, bare] = [await aHospital(db), await aHospital(db)]
  await db
    .insertInto('notifications')
    .values({
      ...{ channel: 'mail', kind: 'raise', recipient: 'a@example.org', body: '', createdAt: now },
      ...{ once: `told-${told.id}`, organisationId: told.id },
    })
    .execute()
  const { removeHospitalIfBare } = purgingWriter({ db: tx, now })
  expect([await removeHospitalIfBare(here), await removeHospitalIfBare(told.id)]).toEqual([false, false])
  expect(await removeHospitalIfBare(bare.id)).toBe(true)
})
