import { sql, type Transaction } from 'kysely'
import { describe, expect, test } from 'vitest'
import { joining, members } from '#contract/members.ts'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { days, later } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import {
  aBank,
  aDriver,
  aHospital,
  anAccount,
  aStaffedHospital,
  nextNumber,
  thePassword,
} from '#testing/makers/makers.ts'
import type { Tables } from '../db/tables.ts'

const service = await aService({ now: '2026-11-16T10:00:00+05:30' })
const { db, clock } = service
const theEmail = () => `anand${nextNumber()}@mail.example`

async function house() {
  const { hospital, admin, staff } = await aStaffedHospital(db)
  return { ...hospital, admin: service.as(admin), adminEmail: admin, staff }
}

const idOf = async (email: string) =>
  (await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** Of the mail to them with another link than that one. */
async function tokenTo(email: string, but = ''): Promise<string> {
  const tokenIn = (text: string) => /\/join#(\S+)/.exec(text)?.[1] ?? ''
  const mail = await service.mails.find(
    ({ to, text }) => to.includes(email) && tokenIn(text) !== '' && tokenIn(text) !== but,
    8_000,
  )
  return tokenIn(mail.text)
}

async function invited(change: { email?: string } = {}) {
  const place = await house()
  const draft = { name: 'S. Anand', email: change.email ?? theEmail(), role: 'staff' as const }
  await place.admin.done(members.invite, draft)
  return { ...place, ...draft, token: await tokenTo(draft.email) }
}

/** What is answered when the organisation is changed by somebody for whom the call has to wait. */
async function meanwhile<Answer>(
  placeId: string,
  call: () => Promise<Answer>,
  change: (tx: Transaction<Tables>) => Promise<unknown>,
): Promise<Answer> {
  const { answer } = await service.owner.transaction().execute(async (tx) => {
    await sql`select from organisations where id = ${placeId} for update`.execute(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const answer = call()
    await expect
      .poll(async () => {
        const waiting = await sql`select from pg_stat_activity
          where ${rows[0]?.pid ?? 0}::int = any(pg_blocking_pids(pid))`.execute(db)
        return waiting.rows.length
      })
      .toBe(1)
    await change(tx)
    return { answer }
  })
  return answer
}

describe('AMB-287 an invitation', () => {
  test('makes an account whose address is proved, once, and says so in the trail', async () => {
    const { id, name, email, token, admin } = await invited()
    const look = await service.anonymous.done(joining.look, { token })
    expect(look).toMatchObject({ email, role: 'staff', needsPassword: true })
    await service.anonymous.done(joining.join, { token, password: 'seven77' })
    const { actor } = await service.anonymous.done(people.signIn, { email, password: 'seven77' })
    expect(actor).toMatchObject({
      organisationId: id,
      product: 'pilot',
      role: 'staff',
      accountStatus: 'active',
    })
    const { items } = await admin.done(members.list, {})
    expect(items.find((one) => one.email === email)).toMatchObject({
      ...{ name, state: 'active', isProved: true, hasSecondFactor: false, isYou: false },
    })
    const again = await service.anonymous.call(joining.join, { token, password: 'seven77' })
    expect(again).toMatchObject({ status: 422, body: { code: 'link-used' } })
    const told = await db
      .selectFrom('events')
      .select(['kind', 'hospitalId', 'person'])
      .where('subjectId', 'in', [id, await idOf(email)])
      .where('kind', 'like', 'member-%')
      .orderBy('id')
      .execute()
    expect(told.map(({ kind, hospitalId }) => [kind, hospitalId])).toEqual([
      ['member-invited', id],
      ['member-joined', id],
    ])
  })

  test('into an organisation that is closed while they join, lets nobody in', async () => {
    const { id, token, email } = await invited()
    const answer = await meanwhile(
      id,
      () => service.anonymous.call(joining.join, { token, password: 'seven77' }),
      (tx) => sql`update organisations set account_status = 'suspended' where id = ${id}`.execute(tx),
    )
    expect(answer).toMatchObject({ status: 422, body: { code: 'place-closed' } })
    expect(await db.selectFrom('accounts').where('email', '=', email).select('id').execute()).toEqual([])
  })

  test('is over after three days, and works again when it is sent again, by its new link alone', async () => {
    const { token, email, admin } = await invited()
    const before = clock.now()
    clock.moveTo(later(before, days(3)))
    const over = await service.anonymous.call(joining.look, { token })
    expect(over).toMatchObject({ status: 422, body: { code: 'link-over' } })
    const { items } = await admin.done(members.list, {})
    const row = items.find((one) => one.email === email)
    await admin.done(members.inviteAgain, { id: row?.id ?? '' })
    const unknown = await service.anonymous.call(joining.look, { token })
    expect(unknown).toMatchObject({ body: { code: 'link-unknown' } })
    await service.anonymous.done(joining.look, { token: await tokenTo(email, token) })
  })

  test('that was withdrawn opens nothing, and its address can be invited again', async () => {
    const { token, email, admin } = await invited()
    const { items } = await admin.done(members.list, {})
    await admin.done(members.withdraw, { id: items.find((one) => one.email === email)?.id ?? '' })
    expect(await service.anonymous.call(joining.look, { token })).toMatchObject({ status: 422 })
    await admin.done(members.invite, { name: 'S. Anand', email, role: 'admin' })
  })

  test('of another organisation is not there', async () => {
    const { email, admin } = await invited()
    const { items } = await admin.done(members.list, {})
    const id = items.find((one) => one.email === email)?.id ?? ''
    const other = await house()
    expect((await other.admin.call(members.withdraw, { id })).status).toBe(404)
    expect((await other.admin.call(members.inviteAgain, { id })).status).toBe(404)
  })

  test('to whoever is here, was stopped here, is invited already, or to oneself is refused', async () => {
    const { admin, adminEmail, staff, email } = await invited()
    const invite = async (to: string) =>
      (await admin.call(members.invite, { name: 'X', email: to, role: 'staff' })).body
    expect(await invite(adminEmail)).toMatchObject({ code: 'invites-self' })
    expect(await invite(staff)).toMatchObject({ code: 'already-here' })
    expect(await invite(email)).toMatchObject({ code: 'already-invited' })
    await admin.done(members.stop, { accountId: await idOf(staff) })
    expect(await invite(staff)).toMatchObject({ code: 'was-stopped' })
  })

  test('to somebody of another hospital is a second place: nobody but they learn of the account, and they keep the first', async () => {
    const first = await aStaffedHospital(db)
    const { id, token } = await invited({ email: first.staff })
    const look = await service.anonymous.done(joining.look, { token })
    expect(look.needsPassword).toBe(false)
    const here = service.as(first.staff)
    await here.done(people.sessions, {})
    await service.anonymous.done(joining.join, { token, password: null })
    // whoever is at work goes on where they are
    expect((await here.done(people.session, {})).actor).toMatchObject({ organisationId: first.hospital.id })
    const rows = await db
      .selectFrom('memberships')
      .select('organisationId')
      .where('accountId', '=', await idOf(first.staff))
      .orderBy('id')
      .execute()
    expect(rows.map(({ organisationId }) => organisationId)).toEqual([first.hospital.id, id])
  })

  test('leaves whoever was somebody by the e-mail alone what they were', async () => {
    const own = await aHospital(db, { id: `own${nextNumber()}` })
    const { email } = await anAccount(db, { email: `${own.id}_admin` })
    const { token } = await invited({ email })
    const open = service.as(email)
    await open.done(people.sessions, {})
    await service.anonymous.done(joining.join, { token, password: null })
    expect((await open.done(people.session, {})).actor).toMatchObject({
      ...{ organisationId: own.id, product: 'plus', role: 'admin' },
    })
  })

  test('T05 takes an account away from a stranger who signed up with that address', async () => {
    const { id } = await aHospital(db, { id: `new${nextNumber()}` })
    const grant = { product: 'plus', role: 'staff', organisationId: id } as const
    const { email } = await anAccount(db, { email: theEmail(), grant, isProved: false })
    const stranger = service.as(email)
    await stranger.done(people.session, {})
    const { token } = await invited({ email })
    expect((await service.anonymous.call(joining.join, { token, password: null })).body).toMatchObject({
      code: 'password-short',
    })
    await service.anonymous.done(joining.join, { token, password: 'seven77' })
    expect((await stranger.done(people.session, {})).actor).toBeNull()
    const old = await service.anonymous.call(people.signIn, { email, password: thePassword })
    expect(old.status).toBe(422)
  })

  test('to a driver’s address is told to the driver, and to nobody else', async () => {
    const { email } = await aDriver(db)
    const { token } = await invited({ email })
    const answer = await service.anonymous.call(joining.join, { token, password: null })
    expect(answer.body).toMatchObject({ code: 'is-driver' })
  })
})

describe('AMB-286 stopping somebody', () => {
  test('ends their sessions for this organisation and keeps them out until they are let in again', async () => {
    const { admin, staff } = await house()
    const nurse = service.as(staff)
    await nurse.done(people.sessions, {})
    const accountId = await idOf(staff)
    await admin.done(members.stop, { accountId })
    expect((await nurse.call(people.sessions, {})).status).toBe(401)
    const refused = await service.anonymous.call(people.signIn, { email: staff, password: thePassword })
    expect(refused.status).toBe(422)
    const { items } = await admin.done(members.list, {})
    expect(items.at(-1)).toMatchObject({ email: staff, state: 'stopped', since: { isByYou: true } })
    expect((await admin.call(members.stop, { accountId })).body).toMatchObject({ code: 'stopped-already' })
    await admin.done(members.letIn, { accountId })
    await service.anonymous.done(people.signIn, { email: staff, password: thePassword })
    expect((await admin.call(members.letIn, { accountId })).body).toMatchObject({ code: 'not-stopped' })
  })

  test('who is here by the e-mail alone is not let in by it again', async () => {
    const place = await aHospital(db, { id: `mail${nextNumber()}` })
    const chief = await anAccount(db, { email: `${place.id}_admin` })
    const nurse = await anAccount(db, { email: `${place.id}_pilot` })
    await service.as(chief.email).done(members.stop, { accountId: nurse.id })
    const refused = await service.anonymous.call(people.signIn, { email: nurse.email, password: thePassword })
    expect(refused.status).toBe(422)
    // nor by the version before, which knows of grants alone
    const grants = await db.selectFrom('grants').selectAll().where('accountId', '=', nurse.id).execute()
    expect(grants).toEqual([])
    const { wasGranted } = await db
      .selectFrom('accounts')
      .select('wasGranted')
      .where('id', '=', nurse.id)
      .executeTakeFirstOrThrow()
    expect(wasGranted).toBe(true)
  })

  test('leaves them what they are elsewhere', async () => {
    const there = await aStaffedHospital(db)
    const { id, admin, token } = await invited({ email: there.staff })
    const client = service.as(there.staff)
    await client.done(people.sessions, {})
    await service.anonymous.done(joining.join, { token, password: null })
    await admin.done(members.stop, { accountId: await idOf(there.staff) })
    expect((await client.done(people.session, {})).actor).toMatchObject({
      organisationId: there.hospital.id,
    })
    expect(id).not.toBe(there.hospital.id)
  })

  test.each(['stopped', 'made staff', 'made staff by the provider'])(
    'AMB-402 an admin who is %s has let nobody in who did not come yet: what they sent is withdrawn',
    async (how) => {
      const { id, admin } = await house()
      const leaving = await anAccount(db, { grant: { product: 'pilot', role: 'admin', organisationId: id } })
      const [own, colleague, sentAgain] = [theEmail(), theEmail(), theEmail()]
      const invite = (by: typeof admin, email: string) =>
        by.done(members.invite, { name: 'S. Anand', email, role: 'admin' })
      await invite(service.as(leaving.email), own)
      await invite(service.as(leaving.email), sentAgain)
      await invite(admin, colleague)
      const before = await tokenTo(sentAgain)
      const rows = (await admin.done(members.list, {})).items
      await admin.done(members.inviteAgain, { id: rows.find(({ email }) => email === sentAgain)?.id ?? '' })
      const tokens = {
        own: await tokenTo(own),
        kept: [await tokenTo(colleague), await tokenTo(sentAgain, before)],
      }
      const accountId = leaving.id
      if (how === 'stopped') await admin.done(members.stop, { accountId })
      else if (how === 'made staff')
        await admin.done(members.setRole, { accountId, role: 'staff', seen: 'admin' })
      else
        await service
          .as('bloodsupport')
          .done(accounts.grant, { id, accountId, product: 'pilot', role: 'staff' })
      const answer = await service.anonymous.call(joining.join, { token: tokens.own, password: 'seven77' })
      expect(answer).toMatchObject({ body: { code: 'link-unknown' } })
      for (const token of tokens.kept) await service.anonymous.done(joining.look, { token })
      const told = db.selectFrom('events').select('detail').where('kind', '=', 'invitation-withdrawn')
      expect(await told.where('hospitalId', '=', id).execute()).toEqual([
        { detail: JSON.stringify({ email: own }) },
      ])
    },
  )

  test('the last admin stays, and nobody stops themselves', async () => {
    const { admin, adminEmail, staff } = await house()
    const accountId = await idOf(adminEmail)
    expect((await admin.call(members.stop, { accountId })).body).toMatchObject({ code: 'stops-self' })
    const demoted = await admin.call(members.setRole, { accountId, role: 'staff', seen: 'admin' })
    expect(demoted.body).toMatchObject({ code: 'last-admin' })
    await admin.done(members.setRole, { accountId: await idOf(staff), role: 'admin', seen: 'staff' })
    await admin.done(members.setRole, { accountId, role: 'staff', seen: 'admin' })
    expect((await admin.call(members.list, {})).status).toBe(403)
  })

  test('T25 who was stopped while they waited for their turn decides nothing any more', async () => {
    const { id, admin, adminEmail, staff } = await house()
    const [chief, nurse] = [await idOf(adminEmail), await idOf(staff)]
    const answer = await meanwhile(
      id,
      () => admin.call(members.setRole, { accountId: nurse, role: 'admin', seen: 'staff' }),
      (tx) =>
        sql`insert into memberships (account_id, product, role, organisation_id, is_stopped, stopped_at)
          values (${chief}, 'pilot', 'admin', ${id}, true, now()) on conflict (account_id, (coalesce(organisation_id, '')))
          do update set is_stopped = true, stopped_at = now()`.execute(tx),
    )
    expect(answer.status).toBe(403)
    expect((await service.as(staff).done(people.session, {})).actor).toMatchObject({ role: 'staff' })
  })

  test('T09 of another organisation is not there', async () => {
    const [one, other] = [await house(), await house()]
    const accountId = await idOf(other.staff)
    expect((await one.admin.call(members.stop, { accountId })).status).toBe(404)
    expect((await one.admin.call(members.letIn, { accountId })).status).toBe(404)
    const role = { accountId, role: 'admin', seen: 'staff' } as const
    expect((await one.admin.call(members.setRole, role)).status).toBe(404)
  })
})

test('AMB-286 a bank’s admins name its staff, who have all of the bank’s calls but those of People', async () => {
  const bank = await aBank(db, { id: `blood${nextNumber()}` })
  const chief = service.as((await anAccount(db, { email: `${bank.id}_bloodbank` })).email)
  const email = theEmail()
  await chief.done(members.invite, { name: 'T. Kavitha', email, role: 'staff' })
  await service.anonymous.done(joining.join, { token: await tokenTo(email), password: 'seven77' })
  const staff = service.as(email)
  expect((await staff.done(people.session, {})).actor).toMatchObject({ product: 'bloodbank', role: 'staff' })
  expect((await staff.call(members.list, {})).status).toBe(403)
  const { admins, staff: others } = await chief.done(members.summary, {})
  expect([admins, others]).toEqual([1, 1])
})

test('X29 what the version before writes as a grant counts, and it reads what counts', async () => {
  const { hospital, staff } = await aStaffedHospital(db)
  const accountId = await idOf(staff)
  const role = async () => {
    const { actor } = await service.as(staff).done(people.session, {})
    return actor?.kind === 'member' ? actor.role : null
  }
  // as version 1.0 does it
  await sql`insert into grants (account_id, product, role, organisation_id)
    values (${accountId}, 'pilot', 'admin', ${hospital.id})
    on conflict (account_id) do update set role = excluded.role`.execute(db)
  expect(await role()).toBe('admin')
  await db.updateTable('memberships').set({ role: 'staff' }).where('accountId', '=', accountId).execute()
  const [grant] = await db.selectFrom('grants').select('role').where('accountId', '=', accountId).execute()
  expect(grant?.role).toBe('staff')
})
