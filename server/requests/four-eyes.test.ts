import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { news } from '#contract/news.ts'
import { requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, anAccount, aStaffedHospital } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })

async function aHouse() {
  const { hospital, admin, staff } = await aStaffedHospital(service.db)
  const other = await anAccount(service.db, {
    email: `${hospital.id}.second`,
    grant: { product: 'pilot', role: 'admin', organisationId: hospital.id },
  })
  return {
    id: hospital.id,
    admin: service.as(admin),
    staff: service.as(staff),
    other: service.as(other.email),
  }
}

test('AMB-294 one person may raise and approve: row and timeline say so, and it is counted', async () => {
  const { admin, staff } = await aHouse()
  const own = await admin.done(requests.raise, aDraft(now))
  const nurses = await staff.done(requests.raise, aDraft(now))
  for (const { id } of [own, nurses]) await admin.done(requests.approve, { id, version: 1 })
  const marks = async (id: string) =>
    (await admin.done(requests.show, { id })).timeline.map(({ kind, isBySameHands }) => [kind, isBySameHands])
  expect(await marks(own.id)).toEqual([
    ['request-raised', false],
    ['request-approved', true],
  ])
  expect((await marks(nurses.id)).at(-1)).toEqual(['request-approved', false])
  const { raisedBy, approvedBy } = await admin.done(requests.show, { id: own.id })
  expect(approvedBy).toBe(raisedBy)
  expect(await admin.done(requests.fourEyes, {})).toEqual({ isNeeded: false, approved: 2, bySameHands: 1 })
  const undone = await admin.done(requests.undo, { id: own.id, version: 2 })
  expect(undone).toMatchObject({ approvedAt: null, approvedBy: null })
})

test('AMB-294 a hospital forbids it: told in the list, refused by the server, one event for each change', async () => {
  const { id: hospitalId, admin, other } = await aHouse()
  const { id } = await admin.done(requests.raise, aDraft(now))
  expect((await admin.done(requests.pending, {})).needsFourEyes).toBe(false)
  for (let time = 0; time < 2; time++) await other.done(requests.setFourEyes, { isNeeded: true })
  expect((await admin.done(requests.pending, {})).needsFourEyes).toBe(true)
  const refused = await admin.call(requests.approve, { id, version: 1 })
  expect([refused.status, refused.body]).toEqual([422, expect.objectContaining({ code: 'four-eyes' })])
  await other.done(requests.approve, { id, version: 1 })
  await other.done(requests.setFourEyes, { isNeeded: false })
  const events = await service.db
    .selectFrom('events')
    .select('kind')
    .where('subjectKind', '=', 'organisation')
    .where('subjectId', '=', hospitalId)
    .orderBy('id')
    .execute()
  expect(events.map(({ kind }) => kind)).toEqual(['four-eyes-required', 'four-eyes-lifted'])
  const again = await admin.done(requests.raise, aDraft(now))
  await admin.done(requests.approve, { id: again.id, version: 1 })
})

test.each([
  ['the first', 'admin', 'other'],
  ['the second', 'other', 'admin'],
] as const)(
  'AMB-313 of two admins %s raises and the other amends: who raised it approves',
  async (_, raises, amends) => {
    const house = await aHouse()
    await house.other.done(requests.setFourEyes, { isNeeded: true })
    const draft = aDraft(now, { units: 2 })
    const { id } = await house[raises].done(requests.raise, draft)
    await house[amends].done(requests.amend, { ...draft, units: 5, id, version: 1 })
    const refused = await house[amends].call(requests.approve, { id, version: 2 })
    expect([refused.status, refused.refusal]).toEqual([
      422,
      expect.objectContaining({ code: 'four-eyes', values: { did: 'amended' } }),
    ])
    expect(await house[raises].done(requests.approve, { id, version: 2 })).toMatchObject({
      units: 5,
    })
  },
)

test('AMB-313 amended by who raised it last of all, the other approves', async () => {
  const { admin, other } = await aHouse()
  await other.done(requests.setFourEyes, { isNeeded: true })
  const draft = aDraft(now, { units: 2 })
  const { id } = await admin.done(requests.raise, draft)
  await other.done(requests.amend, { ...draft, units: 5, id, version: 1 })
  await admin.done(requests.amend, { ...draft, id, version: 2 })
  expect((await admin.call(requests.approve, { id, version: 3 })).status).toBe(422)
  await other.done(requests.approve, { id, version: 3 })
})

test('AMB-311 NOTIFY-03 cancelled and raised again under four eyes, it is told as a raise to those who approve', async () => {
  const { id: hospitalId, admin, other } = await aHouse()
  await other.done(requests.setFourEyes, { isNeeded: true })
  const plain = await admin.done(requests.raise, aDraft(now))
  const old = await admin.done(requests.raise, aDraft(now))
  await other.done(requests.approve, { id: old.id, version: 1 })
  const raised = await admin.done(requests.replace, { ...aDraft(now), id: old.id, version: 2 })
  await service.settled()
  const told = async (id: string) => {
    const messages = await service.db
      .selectFrom('notifications')
      .innerJoin('events', 'events.id', 'notifications.eventId')
      .select(['notifications.kind', 'channel', 'state'])
      .where('subjectId', '=', id)
      .orderBy('notifications.id')
      .execute()
    const { rows } = await sql<{ kind: string; reader: string; isOver: boolean }>`
      select kind, reader, is_over from news where request_id = ${id} order by id`.execute(service.db)
    return { messages, rows }
  }
  expect(await told(raised.id)).toEqual(await told(plain.id))
  const { items } = await other.done(news.list, {})
  expect(items[0]).toMatchObject({ kind: 'raised', requestId: raised.id, isUnread: true, isOver: false })
  expect((await told(raised.id)).rows).toContainEqual({
    kind: 'raised',
    reader: `place ${hospitalId}`,
    isOver: false,
  })
})

test('AMB-295 why it was rejected: in the status, the trail and one text, and undone with the rejection', async () => {
  const { admin, other, staff } = await aHouse()
  const { id } = await staff.done(requests.raise, aDraft(now))
  await admin.done(requests.reject, { id, version: 1 })
  expect((await other.call(requests.sayWhy, { id, version: 2, why: 'duplicate' })).status).toBe(409)
  const note = 'Asked twice by ward 4'
  for (let time = 0; time < 2; time++)
    await admin.done(requests.sayWhy, { id, version: 2, why: 'other', note })
  const shown = await staff.done(requests.show, { id })
  expect(shown).toMatchObject({ rejectedFor: 'other', rejectionNote: note, version: 3 })
  expect(shown.timeline.map(({ kind }) => kind)).toEqual([
    'request-raised',
    'request-rejected',
    'rejection-explained',
  ])
  expect(shown.timeline.at(-1)?.reason).toBe(note)
  await service.settled()
  const { detail } = await service.db
    .selectFrom('events')
    .select('detail')
    .where('kind', '=', 'rejection-explained')
    .where('subjectId', '=', id)
    .executeTakeFirstOrThrow()
  expect(detail).not.toContain('ward 4')
  const texts = await service.db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select(['body', 'state', 'events.kind'])
    .where('subjectId', '=', id)
    .where('events.kind', 'in', ['request-rejected', 'rejection-explained'])
    .orderBy('notifications.id')
    .execute()
  // the first had not gone: the one with the reason stands in its place
  expect([...new Set(texts.map(({ kind, state }) => `${kind} ${state}`))]).toEqual([
    'request-rejected overtaken',
    'rejection-explained waiting',
  ])
  expect(texts.at(-1)?.body).toBe(
    `Crossmatch: request ${id} is hospital-admin-rejected. Why stands in Request Status.`,
  )
  service.clock.moveTo(later(now, minutes(9)))
  expect(await admin.done(requests.undo, { id, version: 3 })).toMatchObject({
    status: 'pending',
    rejectedFor: null,
    rejectionNote: null,
  })
  service.clock.moveTo(now)
})
