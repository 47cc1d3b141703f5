import { beforeAll, describe, expect, test } from 'vitest'
import { exchange } from '#contract/exchange.ts'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { accountEventText } from '#domain/people/account-showing.ts'
import { operatorOn } from '#server/db/operator.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { clientOf } from '#testing/harness/client.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { statementsOf } from '#testing/harness/statements.ts'
import { aBank, aHospital, anAccount, aStaffedHospital, thePassword } from '#testing/makers/makers.ts'

let service: TestService
beforeAll(async () => {
  service = await aService()
})

const stranger = () => clientOf({ url: service.url, origin: service.settings.publicUrl })

/** What the provider reads of a hospital, newest first. */
async function historyOf(id: string) {
  const { items } = await service.as('bloodsupport').done(accounts.history, { id })
  return items.map((event) => `${accountEventText(event)}: ${event.email} by ${event.by}`)
}

/** All that the trail says of an account, oldest first. */
const eventsOf = (email: string) =>
  service.db
    .selectFrom('events')
    .innerJoin('accounts', 'accounts.id', 'events.subjectId')
    .select(['kind', 'actorName', 'detail'])
    .where('email', '=', email)
    .where('subjectKind', '=', 'account')
    .orderBy('events.id')
    .execute()

describe('the trail of an account', () => {
  test('T71 has who signed in and out, and with what; and how a password was set anew', async () => {
    const { hospital, admin } = await aStaffedHospital(service.db)
    const client = stranger()
    await client.signIn(admin, thePassword)
    await client.done(people.signOut, {})
    await client.done(people.forgetPassword, { email: admin })
    const { text } = await service.mails.find(({ to }) => to.includes(admin))
    const token = /\/reset#(\S+)/.exec(text)?.[1] ?? ''
    await client.done(people.resetPassword, { token, password: 'another77' })
    const name = hospital.name.replace(' Hospital', '')
    expect(await historyOf(hospital.id)).toEqual([
      `New password set with the link; every session ended: ${admin} by ${admin}`,
      `Asked for a link to set a new password: ${admin} by Somebody`,
      `Signed out: ${admin} by ${name}`,
      `Signed in (Unknown device): ${admin} by ${name}`,
    ])
    // nothing in it opens anything
    const told = JSON.stringify(await eventsOf(admin))
    for (const secret of ['"crossmatch"', 'another77', token]) expect(told).not.toContain(secret)
  })

  test('T07 T71 has that somebody was made to wait, once; of an address without an account there is nothing', async () => {
    const { id } = await anAccount(service.db, { email: 'city_guess_admin' })
    const before = await countOf()
    const client = stranger()
    for (let time = 0; time < 8; time++) await client.signIn('city_guess_admin', 'wrong-wrong')
    for (let time = 0; time < 8; time++) await client.signIn('nobody_guess_admin', 'wrong-wrong')
    const events = await service.db.selectFrom('events').selectAll().where('subjectId', '=', id).execute()
    expect(events).toMatchObject([{ kind: 'sign-in-limited', actorName: 'Somebody', actorId: null }])
    expect(await countOf()).toBe(before + 1)
  })

  test('T71 has each page of documents that was read, and by whom', async () => {
    const { accountId } = (await service.as('bloodsupport').done(people.session, {})).actor ?? {}
    await service.as('bloodsupport').done(exchange.documents, { collection: 'configDB' })
    await service.as('redbank_bloodbank').done(exchange.donorForms, { after: 'ffffffff' })
    const events = await service.db
      .selectFrom('events')
      .selectAll()
      .where('kind', '=', 'documents-exported')
      .orderBy('id')
      .execute()
    expect(events).toMatchObject([
      { subjectKind: 'account', subjectId: accountId, actorName: 'bloodsupport' },
      { subjectKind: 'account', actorName: 'Redbank' },
    ])
    expect(events.map(({ detail }) => JSON.parse(detail).collection)).toEqual(['configDB', 'donorForms'])
    expect(await historyOf('redbank')).toContainEqual(expect.stringMatching(/^Documents read .*donorForms/))
  })

  test('T71 has the sessions that a suspension ended, and the grant of an activation', async () => {
    const { hospital, admin, staff } = await aStaffedHospital(service.db)
    await service.as(admin).done(people.sessions, {})
    const provider = service.as('bloodsupport')
    await provider.done(accounts.setStatus, { id: hospital.id, status: 'suspended', seen: 'active' })
    expect(await eventsOf(admin)).toMatchObject([{ kind: 'sessions-ended', actorName: 'bloodsupport' }])
    expect(await eventsOf(staff)).toEqual([])
    const waiting = await aHospital(service.db, { accountStatus: 'pending' })
    const { email } = await anAccount(service.db, { email: `${waiting.id}_admin` })
    await provider.done(accounts.activate, { id: waiting.id, product: 'pilot', role: 'admin' })
    expect(await eventsOf(email)).toMatchObject([{ kind: 'account-granted', actorName: 'bloodsupport' }])
  })

  test('T71 what was changed stays in sight of whoever looks, however often people sign in and anybody asks for links', async () => {
    const { hospital, admin } = await aStaffedHospital(service.db)
    const provider = service.as('bloodsupport')
    const { accounts: theirs } = await provider.done(accounts.show, { id: hospital.id })
    const accountId = theirs.find(({ email }) => email === admin)?.id ?? ''
    await provider.done(accounts.grant, { id: hospital.id, accountId, product: 'plus', role: 'admin' })
    await operatorOn(service.db)(new Date(), async (work) => {
      const email = 'a@b.example'
      for (let time = 0; time < 55; time++) {
        await work.record({ subjectId: accountId, kind: 'signed-in', detail: { email, device: '' } })
        await work.record({ subjectId: accountId, kind: 'password-reset-asked', detail: { email } })
      }
    })
    const history = await historyOf(hospital.id)
    expect(history).toHaveLength(51)
    expect(history.at(-1)).toMatch(/^Account changed from pilot, admin to plus, admin/)
  })
})

test('SHELL-22 a bank is shown by its whole name, a hospital by what stands before " Hospital"', async () => {
  const bank = await aBank(service.db, { name: 'Apollo Hospital Blood Bank' })
  await anAccount(service.db, { email: `${bank.id}_bloodbank` })
  const nameOf = async (email: string) =>
    (await service.as(email).done(people.session, {})).actor?.displayName
  expect(await nameOf(`${bank.id}_bloodbank`)).toBe('Apollo Hospital Blood Bank')
  expect(await nameOf('firm')).toBe('Firm')
})

test('T71 what the trail says of a sign-in costs one round trip, also when many sign in at once', async () => {
  const { admin } = await aStaffedHospital(service.db)
  const sent = await statementsOf(service, () => stranger().signIn(admin, thePassword))
  // what the minute brings may come in between, in transactions of its own
  expect(sent.filter((text) => text.includes('append_account_event'))).toHaveLength(1)
  const ofTrail = sent.filter((text) => /insert into "?events|from "?accounts.* for update/i.test(text))
  expect(ofTrail).toEqual([])
  await Promise.all(Array.from({ length: 4 }, () => stranger().signIn(admin, thePassword)))
  expect((await eventsOf(admin)).map(({ kind }) => kind)).toEqual(Array(5).fill('signed-in'))
  expect((await verifyEvents(service.db)).faults).toEqual([])
})

test('T20 a sign-in is told to nobody as it happens', async () => {
  const { admin } = await aStaffedHospital(service.db)
  const stream = await service.as('bloodsupport').live()
  const client = stranger()
  await client.signIn(admin, thePassword)
  await client.done(people.changePassword, { current: thePassword, password: 'another77' })
  expect((await stream.next()).kind).toBe('password-changed')
  stream.close()
})

test('AMB-286 what the provider does to an account is told to the admins of its organisation as it happens', async () => {
  const { hospital, admin, staff } = await aStaffedHospital(service.db)
  const { id } = hospital
  const stream = await service.as(admin).live()
  const provider = service.as('bloodsupport')
  const told = async () => (await stream.next()).topic
  const email = `new.${id}@mail.example`
  const added = await provider.done(accounts.add, { id, email, name: 'New', product: 'pilot', role: 'staff' })
  expect(await told()).toBe('organisations')
  await provider.done(accounts.grant, { id, accountId: added.id, product: 'pilot', role: 'admin' })
  expect(await told()).toBe('organisations')
  await provider.done(accounts.invite, { id, accountId: added.id })
  expect(await told()).toBe('organisations')
  const { id: accountId } = await service.db
    .updateTable('accounts')
    .set({ emailVerified: false })
    .where('email', '=', staff)
    .returning('id')
    .executeTakeFirstOrThrow()
  await provider.done(accounts.prove, { id, accountId })
  expect(await told()).toBe('organisations')
  stream.close()
})

async function countOf(): Promise<number> {
  const { count } = await service.db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
