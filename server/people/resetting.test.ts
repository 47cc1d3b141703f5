import { beforeEach, expect, test, vi } from 'vitest'
import { people } from '#contract/people.ts'
import { emailOf, thePassword } from '#server/demo/makers/rows.ts'
import { aService } from '#testing/harness/service.ts'
import { anAccount } from '#testing/makers/makers.ts'

const service = await aService({ settings: { TRUST_PROXY: '1' } })
const { anonymous, db, mails } = service
let hour = 0
// each test in hours of its own, so that no mail counts for two
beforeEach(() => service.clock.moveTo(new Date(Date.now() + 7_200_000 * ++hour)))

const linkIn = (text: string) => text.match(/https?:\/\/\S+/)?.[0] ?? ''
const tokenIn = (text: string) => linkIn(text).split('#')[1] ?? ''

async function askFor(email: string): Promise<string> {
  await anonymous.done(people.forgetPassword, { email })
  const mail = await mails.find(({ to }) => to.includes(email), 8_000)
  return tokenIn(mail.text)
}

const canSignIn = async (email: string, password: string) => {
  const answer = await anonymous.raw('POST', '/api/session', {
    body: { email, password },
    headers: { 'x-forwarded-for': `10.1.0.${hour}` },
  })
  return answer.status === 200
}

test('SHELL-10 NOTIFY-09 T11 a reset is one mail with one link, to our own address whatever the Host says', async () => {
  const email = emailOf('noble')
  const answer = await anonymous.raw('POST', '/api/password-resets', {
    body: { email: ` ${email.toUpperCase()} ` },
    headers: { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test', referer: 'https://evil.test/' },
  })
  expect([answer.status, answer.json()]).toEqual([200, { message: `Password Reset Email sent to ${email}` }])
  const mail = await mails.find(({ to }) => to.includes(email), 8_000)
  expect(linkIn(mail.text)).toMatch(/^http:\/\/crossmatch\.test\/reset#[\w-]{24,}$/)
  expect(mail.raw).not.toContain('evil.test')
  expect(mail.html).toContain(`<a href="${linkIn(mail.text)}">`)
  expect(mails.all.filter(({ to }) => to.includes(email))).toHaveLength(1)
})

test('T11 a poisoned Host never reaches the mail', async () => {
  const email = emailOf('noble_pilot')
  const { request } = await import('node:http')
  await new Promise<void>((resolve, reject) => {
    const call = request(
      `${service.url}/api/password-resets`,
      {
        method: 'POST',
        headers: { host: 'evil.test', origin: 'http://crossmatch.test', 'content-type': 'application/json' },
      },
      (response) => response.on('end', resolve).resume(),
    )
    call.on('error', reject)
    call.end(JSON.stringify({ email }))
  })
  const mail = await mails.find(({ to }) => to.includes(email), 8_000)
  expect(mail.raw).not.toContain('evil.test')
  expect(linkIn(mail.text)).toMatch(/^http:\/\/crossmatch\.test\/reset#/)
})

test('T11 a link sets the password once and ends every session of the account alone', async () => {
  await anAccount(db, { email: 'firm_admin' })
  const email = emailOf('firm_admin')
  const [one, two, other] = [service.as(email), service.as(email), service.as('firm')]
  for (const client of [one, two, other]) await client.done(people.sessions, {})
  const token = await askFor(email)

  const short = await anonymous.call(people.resetPassword, { token, password: '123456' })
  expect([short.status, short.refusal?.code]).toEqual([422, 'password-short'])
  expect((await one.call(people.sessions, {})).status).toBe(200)

  await anonymous.done(people.resetPassword, { token, password: 'new password' })
  const open = await Promise.all([one, two, other].map((client) => client.call(people.sessions, {})))
  expect(open.map(({ status }) => status)).toEqual([401, 401, 200])
  expect([await canSignIn(email, thePassword), await canSignIn(email, 'new password')]).toEqual([false, true])

  const again = await anonymous.call(people.resetPassword, { token, password: 'another one' })
  expect([again.status, again.refusal?.code]).toEqual([422, 'link-spent'])
  expect(await canSignIn(email, 'another one')).toBe(false)
})

test('T11 of two links the one that is not used ends with the password it was for', async () => {
  await anAccount(db, { email: 'city_two_admin' })
  const email = emailOf('city_two_admin')
  const older = await askFor(email)
  await anonymous.done(people.forgetPassword, { email })
  const ours = () => mails.all.filter(({ to }) => to.includes(email))
  await vi.waitFor(() => expect(ours()).toHaveLength(2), 8_000)
  const newer =
    ours()
      .map(({ text }) => tokenIn(text))
      .find((token) => token !== older) ?? ''

  await anonymous.done(people.resetPassword, { token: newer, password: 'new password' })
  const late = await anonymous.call(people.resetPassword, { token: older, password: 'another one' })
  expect([late.status, late.refusal?.code]).toEqual([422, 'link-spent'])
  expect(await canSignIn(email, 'new password')).toBe(true)
})

test('T11 once it is sent, neither the outbox nor any other table holds the token', async () => {
  await anAccount(db, { email: 'city_x_admin' })
  const token = await askFor(emailOf('city_x_admin'))
  await vi.waitFor(async () => {
    const row = db.selectFrom('notifications').selectAll().where('recipient', '=', emailOf('city_x_admin'))
    expect(await row.executeTakeFirst()).toMatchObject({ state: 'sent', kind: 'password-reset' })
  }, 10_000)
  const { rows: tables } =
    await rowsOf(`select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`)
  expect(tables.length).toBeGreaterThan(10)
  for (const { name } of tables) {
    const { rows } = await rowsOf(
      `select count(*)::int as count from ${name} t where t::text like '%${token}%'`,
    )
    expect(rows[0]?.count, name).toBe(0)
  }
})

async function rowsOf(query: string): Promise<{ rows: { name: string; count: number }[] }> {
  const { CompiledQuery } = await import('kysely')
  return db.executeQuery(CompiledQuery.raw(query))
}

test('T11 a link older than an hour sets nothing', async () => {
  await anAccount(db, { email: 'city_y_admin' })
  const token = await askFor(emailOf('city_y_admin'))
  await rowsOf("update verifications set expires_at = now() - interval '1 second'")
  const { refusal } = await anonymous.call(people.resetPassword, { token, password: 'new password' })
  expect(refusal?.code).toBe('link-spent')
})

test('SHELL-10 an unknown e-mail is answered alike and gets no mail', async () => {
  const before = mails.tries()
  const email = 'nobody@crossmatch.example'
  const answer = await anonymous.call(people.forgetPassword, { email })
  expect([answer.status, answer.body]).toEqual([200, { message: `Password Reset Email sent to ${email}` }])
  const rows = await db.selectFrom('notifications').select('id').where('recipient', '=', email).execute()
  expect(rows).toEqual([])
  expect(mails.tries()).toBe(before)
})

test.each(['', 'firm', 'firm@', 'a b@c.d', 'a@b..c', 'firm@crossmatch.example\u0000'])(
  'SHELL-09 SHELL-10 the e-mail %j is refused',
  async (email) => {
    const { status, refusal } = await anonymous.call(people.forgetPassword, { email })
    expect([status, refusal?.text]).toEqual([422, 'Invalid e-mail/password.'])
  },
)

test('T11 one account gets at most five links an hour, and nobody is told which were sent', async () => {
  const email = emailOf('dev_admin')
  const answers = []
  for (let n = 0; n < 7; n++) answers.push(await anonymous.call(people.forgetPassword, { email }))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const sent = await db.selectFrom('notifications').select('id').where('recipient', '=', email).execute()
  expect(sent).toHaveLength(5)
})

test('SHELL-10 a mail that could not be written is not reported as sent', async () => {
  await service.owner.schema.alterTable('notifications').renameTo('hidden').execute()
  const { status } = await anonymous.call(people.forgetPassword, { email: emailOf('city') })
  await service.owner.schema.alterTable('hidden').renameTo('notifications').execute()
  expect(status).toBe(500)
})

test('T11 naming a recipient is refused', async () => {
  const answer = await anonymous.raw('POST', '/api/password-resets', {
    body: { email: emailOf('city'), to: 'evil@evil.example' },
  })
  expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ field: 'to' })])
})
