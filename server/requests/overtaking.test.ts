import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { arun, meena, wishFor } from '#testing/makers/linked-orders.ts'
import { aDraft } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
// nobody sends here: what waits has not gone
const service = await aService({ now, settings: { ROLE: 'web' } })
const [staff, admin, provider] = [service.as('firm_pilot'), service.as('firm'), service.as('bloodsupport')]

const anApproved = async () => {
  const { id } = await staff.done(requests.raise, aDraft(now))
  await admin.done(requests.approve, { id, version: 1 })
  return id
}
const link = (id: string, version: number, driverEmail: string) =>
  provider.done(orders.link, wishFor({ id, version, driverEmail }))

/** Whom it was for, by the end of the number; the newest last. */
async function toldOf(id: string, ...kinds: string[]): Promise<string[]> {
  const rows = await service.db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .leftJoin('drivers', 'drivers.phone', 'notifications.recipient')
    .select(['notifications.kind', 'channel', 'state', 'drivers.email'])
    .where('subjectId', '=', id)
    .where('notifications.kind', 'in', kinds)
    .orderBy('notifications.id')
    .execute()
  return rows.map(({ kind, channel, state, email }) => `${email?.split('.')[0] ?? channel} ${kind} ${state}`)
}

const goes = (id: string, ...kinds: string[]) =>
  service.db
    .updateTable('notifications')
    .set({ state: 'sent', attempts: 1 })
    .where('body', 'like', `%${id}%`)
    .where('kind', 'in', kinds)
    .where('state', '=', 'waiting')
    .execute()

const ofDriver = ['driver', 'driver-freed']

test('AMB-277 linked to another driver before a text went: the first hears neither that it is theirs nor that it is not', async () => {
  const id = await anApproved()
  await link(id, 2, arun)
  await link(id, 3, meena)
  expect(await toldOf(id, ...ofDriver)).toEqual([
    'arun driver overtaken',
    'meena driver waiting',
    'arun driver-freed overtaken',
  ])
  await link(id, 4, arun)
  expect((await toldOf(id, ...ofDriver)).filter((one) => one.endsWith('waiting'))).toEqual([
    'arun driver waiting',
  ])
})

test('AMB-277 a driver who was told hears that it is not theirs, and never after it is theirs again', async () => {
  const id = await anApproved()
  await link(id, 2, arun)
  await goes(id, 'driver')
  await link(id, 3, meena)
  expect(await toldOf(id, ...ofDriver)).toEqual([
    'arun driver sent',
    'meena driver waiting',
    'arun driver-freed waiting',
  ])
  await link(id, 4, arun)
  expect(await toldOf(id, ...ofDriver)).toEqual([
    'arun driver sent',
    'meena driver overtaken',
    'arun driver-freed overtaken',
    'arun driver waiting',
    'meena driver-freed overtaken',
  ])
})

test('AMB-277 one that was taken to be sent may have arrived: it is not tried again, and taken back', async () => {
  const id = await anApproved()
  await link(id, 2, arun)
  await service.db
    .updateTable('notifications')
    .set({ attempts: 1, tries: 1, error: 'timeout' })
    .where('requestId', '=', id)
    .execute()
  await link(id, 3, meena)
  expect(await toldOf(id, ...ofDriver)).toEqual([
    'arun driver overtaken',
    'meena driver waiting',
    'arun driver-freed waiting',
  ])
})

test('AMB-277 cancelled on Update DB before the text went: nobody is sent; undone, the driver is', async () => {
  const id = await anApproved()
  await link(id, 2, arun)
  await provider.done(orders.move, { id, version: 3, status: 'cancelled' })
  expect(await toldOf(id, ...ofDriver)).toEqual(['arun driver overtaken'])
  await provider.done(orders.undo, { id, version: 4 })
  expect(await toldOf(id, ...ofDriver)).toEqual(['arun driver overtaken', 'arun driver waiting'])
})

test('AMB-277 an approval that is undone before it was told is told to nobody, and what was told is taken back', async () => {
  const id = await anApproved()
  await admin.done(requests.undo, { id, version: 2 })
  const decided = ['approve', 'undo', 'cancel', 'approval']
  const states = async () => [...new Set((await toldOf(id, ...decided)).map((one) => one.split(' ').at(-1)))]
  expect(await states()).toEqual(['overtaken'])
  await admin.done(requests.approve, { id, version: 3 })
  await goes(id, 'approve', 'approval')
  await admin.done(requests.cancel, { id, version: 4, reason: 'Not needed' })
  expect((await toldOf(id, ...decided)).filter((one) => !one.endsWith('overtaken'))).toEqual([
    'mail approve sent',
    'sms approval sent',
    'sms approval sent',
    'mail cancel waiting',
  ])
  // that it was raised is told in any case
  expect(await toldOf(id, 'raise', 'raised')).toEqual([
    'mail raise waiting',
    'sms raised waiting',
    'sms raised waiting',
  ])
})

test('AMB-277 what is overtaken is shown as that, and not sent again', async () => {
  const id = await anApproved()
  await admin.done(requests.undo, { id, version: 2 })
  const { items } = await provider.done(messages.list, { state: 'overtaken', channel: 'mail' })
  const [mail] = items.filter(({ body }) => body.includes(id))
  const { status, refusal } = await provider.call(messages.resend, { id: mail?.id ?? 0 })
  expect([status, refusal?.code]).toEqual([409, 'overtaken'])
})

test('AMB-277 words are of the moment that they tell of, however late they are found', async () => {
  const slow = await aService({ now, settings: { ROLE: 'web' }, isSettling: false })
  const { id } = await slow.as('firm_pilot').done(requests.raise, aDraft(now))
  await slow.as('firm').done(requests.reject, { id, version: 1 })
  await slow.as('firm').done(requests.undo, { id, version: 2 })
  await slow.as('firm').done(requests.approve, { id, version: 3 })
  await slow.as('bloodsupport').done(orders.link, wishFor({ id, version: 4 }))
  const written = () =>
    slow.db.selectFrom('notifications').select(['kind', 'body', 'state']).orderBy('id').execute()
  expect(await written()).toEqual([])
  await slow.settled()
  const texts = (await written()).filter(({ kind }) => kind === 'approval')
  expect([...new Set(texts.map(({ body, state }) => `${state}: ${body}`))]).toEqual([
    `overtaken: Crossmatch: request ${id} is now hospital-admin-rejected.`,
    `overtaken: Crossmatch: the decision on request ${id} was undone. It is pending again.`,
    `waiting: Crossmatch: request ${id} is now hospital-admin-approved.`,
  ])
})

test('AMB-277 an event whose reaction fails holds up no other, and is tried again later', async () => {
  const odd = await aService({ now, settings: { ROLE: 'web' }, isSettling: false })
  const [broken, fine] = [
    await odd.as('firm_pilot').done(requests.raise, aDraft(now)),
    await odd.as('firm_pilot').done(requests.raise, aDraft(now)),
  ]
  // a channel that nothing can be written to for it
  await odd.owner.schema
    .alterTable('notifications')
    .addCheckConstraint('not_this_one', sql`body not like ${sql.lit(`%${broken.id}%`)}`)
    .execute()
  await odd.settled()
  const told = async () => {
    const rows = await odd.db.selectFrom('notifications').select('body').execute()
    return [broken, fine].map(({ id }) => rows.filter(({ body }) => body.includes(id)).length)
  }
  expect(await told()).toEqual([0, 3])
  const due = await odd.db.selectFrom('dueReactions').select(['tries', 'dueAt']).execute()
  expect(due).toEqual([{ tries: 1, dueAt: expect.any(Date) }])
  expect(due[0]?.dueAt.getTime()).toBeGreaterThan(Date.now())
  await odd.owner.schema.alterTable('notifications').dropConstraint('not_this_one').execute()
  await odd.db
    .updateTable('dueReactions')
    .set({ dueAt: new Date(0) })
    .execute()
  await odd.settled()
  expect(await told()).toEqual([3, 3])
  expect(await odd.db.selectFrom('dueReactions').selectAll().execute()).toEqual([])
})

test('X26 what follows from an event that only the next version knows is left to that version, and holds up no other', async () => {
  const today = await aService({ now, settings: { ROLE: 'web' }, isSettling: false })
  const { id } = await today.as('firm_pilot').done(requests.raise, aDraft(now))
  // as a process of the next version writes it
  await sql`
    with written as (
      insert into events (subject_kind, subject_id, kind, at, actor_name, detail, previous_hash, hash)
      select subject_kind, subject_id, 'request-greeted', at, actor_name, '{}', hash, hash || 'x' from events
      where subject_id = ${id} returning id)
    insert into due_reactions (event_id) select id from written`.execute(today.owner)
  await today.as('firm').done(requests.approve, { id, version: 1 })
  await today.settled()
  const left = await sql<{ kind: string }>`
    select kind from due_reactions join events on id = event_id`.execute(today.db)
  expect(left.rows).toEqual([{ kind: 'request-greeted' }])
  const told = await today.db.selectFrom('notifications').select('kind').distinct().execute()
  expect(told.map(({ kind }) => kind).sort()).toEqual(['approval', 'approve', 'raise', 'raised'])
})
