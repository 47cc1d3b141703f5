import { CompiledQuery } from 'kysely'
import { expect, test, vi } from 'vitest'
import { messages } from '#contract/messages.ts'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { aService } from '#testing/harness/service.ts'
import { aHospital, nextNumber } from '#testing/makers/makers.ts'

const service = await aService()
const { db, anonymous, mails } = service
const support = service.as('bloodsupport')

const tokenIn = (text: string) => /https?:\/\/\S+#(\S+)/.exec(text)?.[1] ?? ''

/** A new account of a hospital of its own, and the mail that invites its owner. */
async function invited() {
  const hospital = await aHospital(db, { name: `Sunrise ${nextNumber()} Hospital` })
  const email = `mary${nextNumber()}@mail.example`
  const account = await support.done(accounts.add, {
    id: hospital.id,
    email,
    name: 'Mary Thomas',
    product: 'pilot',
    role: 'admin',
  })
  const mail = await mails.find(({ to }) => to.includes(email), 8_000)
  return { hospital, account, email, mail, token: tokenIn(mail.text) }
}

test('T11 who is invited gets one mail with one link, chooses a password, and is who the provider said', async () => {
  const { hospital, account, email, mail, token } = await invited()
  expect(mail.subject).toBe(`Your Crossmatch account for ${hospital.name}`)
  expect(mail.text).toContain('Dear Mary Thomas')
  expect(mail.text.match(/\S+:\/\/\S+/g)).toEqual([`http://crossmatch.test/reset#${token}`])
  expect(mail.text).toContain('within 3 days')
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(account.hasPassword).toBe(false)
  expect((await anonymous.signIn(email)).refusal?.code).toBe('password-wrong')

  await anonymous.done(people.resetPassword, { token, password: 'a new password' })
  const { body } = await anonymous.signIn(email, 'a new password')
  expect(body.actor).toMatchObject({ product: 'pilot', role: 'admin', organisationId: hospital.id })
  const again = await anonymous.call(people.resetPassword, { token, password: 'another one' })
  expect(again.refusal?.code).toBe('link-spent')

  const { items } = await support.done(accounts.list, { search: email })
  expect(items[0]?.accounts).toMatchObject([
    { email, hasPassword: true, openSessions: 1, hasSecondFactor: false, lastSignInAt: expect.any(Date) },
  ])
  const invite = await support.call(accounts.invite, { id: hospital.id, accountId: account.id })
  expect([invite.status, invite.refusal?.code]).toEqual([409, 'has-password'])
})

test('T11 the link works for three days; invited again, the link before is dead', async () => {
  const { hospital, account, email, token } = await invited()
  const { rows } = await rowsOf(
    `select extract(epoch from expires_at - now()) / 3600 as hours from verifications where value = '${account.id}'`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.hours).toBeGreaterThan(71.9)
  expect(rows[0]?.hours).toBeLessThanOrEqual(72)

  await support.done(accounts.invite, { id: hospital.id, accountId: account.id })
  const second = await mails.find(({ to, text }) => to.includes(email) && tokenIn(text) !== token, 8_000)
  const old = await anonymous.call(people.resetPassword, { token, password: 'a new password' })
  expect(old.refusal?.code).toBe('link-spent')
  await anonymous.done(people.resetPassword, { token: tokenIn(second.text), password: 'a new password' })
  const events = await db.selectFrom('events').select('kind').where('subjectId', '=', account.id).execute()
  expect(events.map(({ kind }) => kind)).toEqual(['account-added', 'account-invited', 'password-reset'])
})

test('T11 a link older than that sets nothing, and Forgot Password sends another', async () => {
  const { account, email, token } = await invited()
  await rowsOf(
    `update verifications set expires_at = now() - interval '1 second' where value = '${account.id}'`,
  )
  const late = await anonymous.call(people.resetPassword, { token, password: 'a new password' })
  expect(late.refusal?.code).toBe('link-spent')
  await anonymous.done(people.forgetPassword, { email })
  const mail = await mails.find(({ to, subject }) => to.includes(email) && subject.startsWith('Set'), 8_000)
  await anonymous.done(people.resetPassword, { token: tokenIn(mail.text), password: 'a new password' })
  expect((await anonymous.signIn(email, 'a new password')).status).toBe(200)
})

test('T11 once it is sent, no table holds the token, and Messages never shows it', async () => {
  const { email, token } = await invited()
  await vi.waitFor(async () => {
    const row = db.selectFrom('notifications').select('state').where('recipient', '=', email)
    expect(await row.executeTakeFirst()).toEqual({ state: 'sent' })
  }, 10_000)
  const { items } = await support.done(messages.list, {})
  const shown = items.find(({ recipient }) => recipient === email)
  expect(shown).toMatchObject({ kind: 'invitation', body: 'Not shown: it has a link that opens an account.' })
  const { rows: tables } = await rowsOf(`select table_schema || '.' || table_name as name
    from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`)
  for (const { name } of tables) {
    const { rows } = await rowsOf(
      `select count(*)::int as count from ${name} t where t::text like '%${token}%'`,
    )
    expect(rows[0]?.count, name).toBe(0)
  }
})

test('T27 a name with a line break in it makes no header of its own', async () => {
  const hospital = await aHospital(db, { name: 'Evil\r\nBcc: victim@mail.example Hospital' })
  const email = `mary${nextNumber()}@mail.example`
  const name = 'Mary\r\nBcc: victim@mail.example'
  await support.done(accounts.add, { id: hospital.id, email, name, product: 'pilot', role: 'staff' })
  const mail = await mails.find(({ to }) => to.includes(email), 8_000)
  expect(mail.to).toEqual([email])
  expect([...mail.headers.keys()]).not.toContain('bcc')
})

test('AMB-165 a mail server that is down holds up no account; its mail waits and comes later', async () => {
  mails.behave('refuse-for-now')
  const hospital = await aHospital(db)
  const email = `late${nextNumber()}@mail.example`
  const input = { id: hospital.id, email, name: 'Late', product: 'plus', role: 'staff' } as const
  await support.done(accounts.add, input)
  await vi.waitFor(async () => {
    const { items } = await support.done(messages.list, { state: 'waiting' })
    const waiting = items.find(({ recipient }) => recipient === email)
    expect(waiting).toMatchObject({ state: 'waiting', error: expect.stringContaining('Try again later') })
  }, 8_000)
  mails.behave('accept')
  await mails.find(({ to }) => to.includes(email), 20_000)
})

type Row = { name: string; count: number; hours: number }
const rowsOf = (query: string): Promise<{ rows: Row[] }> => db.executeQuery(CompiledQuery.raw(query))
