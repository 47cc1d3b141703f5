import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { type Client, clientOf } from '#testing/harness/client.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { nextNumber } from '#testing/makers/makers.ts'
import { provingStore } from './proving-store.ts'

let service: TestService
beforeAll(async () => {
  service = await aService()
})

const password = 'seven77'

/** Signs a new hospital up and signs in; nobody has opened the mail yet. */
async function newcomer(): Promise<{ client: Client; email: string; id: string }> {
  await service.db.deleteFrom('rateLimits').execute()
  const client = clientOf({ url: service.url, origin: service.settings.publicUrl })
  const id = `lotus${nextNumber()}`
  const email = `${id}@example.org`
  const place = { name: 'Lotus Hospital', address: '4 Big Street', primaryPhone: '1', secondaryPhone: '2' }
  await client.done(people.signUp, { referenceBank: 'redbank', ...place, email, password })
  await client.signIn(email, password)
  return { client, email, id }
}

const statusOf = async (client: Client) => {
  const { actor } = await client.done(people.session, {})
  return actor?.kind === 'member' ? actor.accountStatus : actor
}
const mailTo = (email: string, subject: string, not = 'never') =>
  service.mails.find(
    (mail) => mail.to.includes(email) && mail.subject === subject && !mail.text.includes(not),
  )
const tokenIn = (text: string, path: string) =>
  new RegExp(`http://[^/]+/${path}#([\\w-]+)`).exec(text)?.[1] ?? 'no link'
const proofTo = async (email: string) =>
  tokenIn((await mailTo(email, 'Your sign-up at Crossmatch')).text, 'confirm')
const kindsOf = async (email: string) => {
  const events = await service.db
    .selectFrom('events')
    .innerJoin('accounts', 'accounts.id', 'events.subjectId')
    .select(['kind', 'actorName'])
    .where('email', '=', email)
    .where('subjectKind', '=', 'account')
    .orderBy('events.id')
    .execute()
  return events.map(({ kind, actorName }) => `${kind} by ${actorName}`)
}

test('AMB-239 a link whose account was purged a moment before is spent, and no error', async () => {
  const token = await provingStore(service.db).add(randomUUID(), new Date(Date.now() + 60_000))
  const { status, refusal } = await service.anonymous.call(people.proveMailbox, { token })
  expect([status, refusal?.code]).toEqual([422, 'proof-spent'])
})

/** As if there were a way for whoever has not proved the mailbox. */
async function setUpFactor(email: string): Promise<void> {
  const { id: accountId } = await service.db
    .updateTable('accounts')
    .set({ twoFactorEnabled: true })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  const factor = { id: accountId, accountId, secret: 'theirs', backupCodes: 'theirs', verified: true }
  await service.db.insertInto('secondFactors').values(factor).execute()
}

describe('an address that is somebody else’s', () => {
  test('T04 its owner gets in with the new password, though what follows a reset goes wrong', async () => {
    const { email } = await newcomer()
    await setUpFactor(email)
    const owner = clientOf({ url: service.url, origin: service.settings.publicUrl })
    await owner.done(people.forgetPassword, { email })
    const { text } = await mailTo(email, 'Set a new Crossmatch password')
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger broken before insert on events for each row when (new.kind = 'password-reset')
      execute function fail()`.execute(service.owner)
    const chosen = { token: tokenIn(text, 'reset'), password: 'the owner’s' }
    expect((await owner.call(people.resetPassword, chosen)).status).toBe(500)
    await sql`drop trigger broken on events`.execute(service.owner)
    // no code is asked that only the other one has; another link proves the mailbox
    expect((await owner.signIn(email, chosen.password)).body).toMatchObject({ actor: { email } })
    expect(await statusOf(owner)).toBe('unproved')
  })

  test('T04 whoever signed it up gets nothing before its owner has it, and nothing of theirs is left then', async () => {
    const { client: attacker, email, id } = await newcomer()
    await service.as('bloodsupport').done(accounts.activate, { id, product: 'pilot', role: 'admin' })
    expect(await statusOf(attacker)).toBe('unproved')
    expect((await attacker.call(people.beginSecondFactor, { password })).status).toBe(403)
    expect((await attacker.call(requests.list, {})).status).toBe(403)
    await setUpFactor(email)

    const owner = clientOf({ url: service.url, origin: service.settings.publicUrl })
    await owner.done(people.forgetPassword, { email })
    const { text } = await mailTo(email, 'Set a new Crossmatch password')
    await owner.done(people.resetPassword, { token: tokenIn(text, 'reset'), password: 'the owner’s' })

    expect((await attacker.call(people.sessions, {})).status).toBe(401)
    expect((await attacker.signIn(email, password)).refusal?.code).toBe('password-wrong')
    const { actor } = (await owner.signIn(email, 'the owner’s')).body
    expect(actor).toMatchObject({ accountStatus: 'active', organisationId: id })
    const { hasSecondFactor } = await owner.done(people.ownAccount, {})
    expect(hasSecondFactor).toBe(false)
    expect(await kindsOf(email)).toEqual(
      expect.arrayContaining([`mailbox-proved by ${email}`, `second-factor-removed by ${email}`]),
    )
  })

  test('T04 a reset of an account that is proved leaves its second factor', async () => {
    const { client, email } = await newcomer()
    await client.done(people.proveMailbox, { token: await proofTo(email) })
    const { actor } = await client.done(people.session, {})
    const accountId = actor?.accountId ?? ''
    const factor = { id: accountId, accountId, secret: 's', backupCodes: 'b', verified: true }
    await service.db.insertInto('secondFactors').values(factor).execute()
    await service.db
      .updateTable('accounts')
      .set({ twoFactorEnabled: true })
      .where('email', '=', email)
      .execute()
    await client.done(people.forgetPassword, { email })
    const { text } = await mailTo(email, 'Set a new Crossmatch password')
    await client.done(people.resetPassword, { token: tokenIn(text, 'reset'), password: 'another77' })
    expect((await client.signIn(email, 'another77')).body.actor).toBeNull()
  })
})

describe('the link that proves a mailbox', () => {
  test('T04 it opens the account once, and is told in the trail; no table holds it', async () => {
    const { client, email } = await newcomer()
    const token = await proofTo(email)
    const kept = await service.db.selectFrom('verifications').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(token)
    const stranger = clientOf({ url: service.url, origin: service.settings.publicUrl })
    expect((await stranger.call(people.proveMailbox, { token: `${token}x` })).refusal?.code).toBe(
      'proof-spent',
    )
    await stranger.done(people.proveMailbox, { token })
    expect(await statusOf(client)).toBe('pending')
    expect((await client.call(people.sessions, {})).status).toBe(200)
    expect((await stranger.call(people.proveMailbox, { token })).refusal?.code).toBe('proof-spent')
    expect(await kindsOf(email)).toContain(`mailbox-proved by ${email}`)
  })

  test('T04 an old one opens nothing; another is sent when it is asked for, five times in all', async () => {
    const { client, email } = await newcomer()
    const token = await proofTo(email)
    await service.db
      .updateTable('verifications')
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .execute()
    expect((await client.call(people.proveMailbox, { token })).refusal?.code).toBe('proof-spent')
    const answers = []
    for (let time = 0; time < 5; time++) answers.push((await client.call(people.sendProof, {})).status)
    expect(answers).toEqual([200, 200, 200, 200, 200])
    // the next hour gives no more: it may be a stranger's mailbox
    await service.db.deleteFrom('rateLimits').execute()
    expect((await client.call(people.sendProof, {})).refusal?.code).toBe('proof-links-used-up')
    const again = tokenIn((await mailTo(email, 'Your sign-up at Crossmatch', token)).text, 'confirm')
    await client.done(people.proveMailbox, { token: again })
    expect(await statusOf(client)).toBe('pending')
    expect((await client.call(people.sendProof, {})).status).toBe(403)
  })

  test('T04 the provider sees who has not proved it, and may say so for them', async () => {
    const { client, email, id } = await newcomer()
    const provider = service.as('bloodsupport')
    const { accounts: theirs } = await provider.done(accounts.show, { id })
    expect(theirs).toMatchObject([{ email, isProved: false }])
    const accountId = theirs[0]?.id ?? ''
    expect((await provider.done(accounts.prove, { id, accountId })).isProved).toBe(true)
    expect((await provider.call(accounts.prove, { id, accountId })).refusal?.code).toBe('already-proved')
    expect((await provider.call(accounts.prove, { id: 'firm', accountId })).status).toBe(404)
    expect(await statusOf(client)).toBe('pending')
    expect(await kindsOf(email)).toContain('mailbox-proved by bloodsupport')
  })
})
