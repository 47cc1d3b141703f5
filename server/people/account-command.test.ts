import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { members } from '#contract/members.ts'
import { people } from '#contract/people.ts'
import { emailOf, thePassword } from '#server/demo/makers/rows.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { anAccount } from '#testing/makers/makers.ts'
import { accountCommand } from './account-command.ts'

let service: TestService
beforeAll(async () => {
  service = await aService({ settings: { ROLE: 'web' } })
})

async function run(...args: string[]): Promise<{ code: number; said: string[] }> {
  const said: string[] = []
  const { databaseUrl, settings } = service
  const code = await accountCommand(args, {
    databaseUrl,
    secret: 'x'.repeat(32),
    publicUrl: settings.publicUrl,
    now: service.clock.now(),
    say: (line) => void said.push(line),
  })
  return { code, said }
}

const tokenIn = (said: string[]): string => said.find((line) => line.includes('/reset#'))?.split('#')[1] ?? ''

const eventsOf = async (email: string) =>
  service.db
    .selectFrom('events')
    .select(['events.kind', 'actorName', 'fromStatus', 'toStatus'])
    .innerJoin('accounts', 'accounts.id', 'events.subjectId')
    .where('subjectKind', '=', 'account')
    .where('accounts.email', '=', email)
    .orderBy('events.id')
    .execute()

describe('create', () => {
  test('AMB-26 T11 with a grant: the link sets a password once, and the person is what was granted', async () => {
    const email = 'ward3@firm-hospital.example'
    const grant = ['--product', 'pilot', '--role', 'admin', '--organisation', 'firm']
    const { code, said } = await run('create', email, '--name', 'Ward 3', ...grant)
    expect([code, said[0]]).toEqual([0, `The account ${email} was made: pilot admin of firm.`])
    const token = tokenIn(said)
    const chosen = { token, password: 'a good password' }
    expect((await service.anonymous.call(people.resetPassword, chosen)).status).toBe(200)
    expect((await service.anonymous.call(people.resetPassword, chosen)).status).not.toBe(200)
    expect((await service.anonymous.call(people.signIn, { email, password: chosen.password })).status).toBe(
      200,
    )
    expect(await eventsOf(email)).toEqual([
      { kind: 'account-added', actorName: 'operator', fromStatus: null, toStatus: 'pilot admin' },
      { kind: 'password-reset', actorName: email, fromStatus: null, toStatus: null },
      { kind: 'signed-in', actorName: 'Firm', fromStatus: null, toStatus: null },
    ])
    const kept = await service.db
      .selectFrom('grants')
      .selectAll()
      .where('organisationId', '=', 'firm')
      .execute()
    expect(kept).toMatchObject([{ product: 'pilot', role: 'admin' }])
  })

  test('AMB-26 without one the e-mail decides', async () => {
    const { code, said } = await run('create', 'noble_pilot@second.example')
    expect([code, said[0]]).toEqual([
      0,
      'The account noble_pilot@second.example was made: pilot staff of noble.',
    ])
  })

  test('AMB-366 makes no account beside an open invitation, whose link would decide later', async () => {
    const invited = { email: 'called@elsewhere.example', name: 'Dr. Called', role: 'staff' } as const
    await service.as('firm').done(members.invite, invited)
    const answer = await run('create', invited.email, ...at('pilot', 'staff', 'firm'))
    expect([answer.code, answer.said.join('\n')]).toEqual([1, expect.stringContaining('was invited already')])
    expect(await eventsOf(invited.email)).toEqual([])
  })

  const at = (product: string, role: string, organisation: string) => [
    ...['--product', product, '--role', role, '--organisation', organisation],
  ]
  test.each<[string[], number, string]>([
    [['create', 'a@b.example', ...at('bloodbank', 'admin', 'firm')], 1, 'Does Not Fit'],
    [['create', 'a@b.example', ...at('pilot', 'staff', 'redbank')], 1, 'Does Not Fit'],
    [
      ['create', 'a@b.example', ...at('pilot', 'staff', 'nowhere')],
      1,
      'There is no hospital or blood bank nowhere',
    ],
    [['create', 'city@b.example', ...at('pilot', 'staff', 'firm')], 1, 'Email Reserved'],
    [['create', 'x_bloodbank@b.example', ...at('pilot', 'staff', 'firm')], 1, 'Email Reserved'],
    [['create', 'firm@b.example', '--product', 'admin', '--role', 'admin'], 1, 'Email Reserved'],
    [['create', 'a b', ...at('pilot', 'staff', 'firm')], 1, 'Invalid Email'],
    [['create', 'nobody@b.example'], 1, 'There is no hospital or blood bank nobody'],
    [['create', emailOf('firm')], 1, 'Email In Use'],
    [['create', 'a@b.example', '--product', 'pilot'], 2, '--product and --role belong together'],
    [['create', 'a@b.example', ...at('owner', 'admin', 'firm')], 2, 'There is no product "owner"'],
    [['create', 'a@b.example', ...at('admin', 'admin', 'firm')], 2, 'The provider belongs to no hospital'],
    [['create', 'a@b.example', '--password', 'secret'], 2, 'npm run account -- create'],
    [['grant', emailOf('arun.driver'), 'pilot', 'staff', 'firm'], 1, 'is a driver'],
    [['grant', 'nobody@b.example', 'pilot', 'staff', 'firm'], 1, 'There is no account nobody@b.example'],
    [['grant', emailOf('firm'), 'bloodbank', 'admin', 'redbank'], 1, 'Email Reserved'],
    [['grant', emailOf('firm'), 'bloodbank', 'admin'], 1, 'Does Not Fit'],
    [['grant', emailOf('bloodsupport'), 'pilot', 'staff', 'firm'], 1, 'Not Possible'],
    [['grant', emailOf('firm'), 'pilot'], 2, 'npm run account -- grant'],
    [['reset', 'nobody@b.example'], 1, 'There is no account nobody@b.example'],
    [['reset'], 2, 'npm run account -- reset'],
    [['constructor'], 2, 'npm run account -- list'],
    [[], 2, 'npm run account -- list'],
  ])('AMB-26 AMB-27 %j is answered %i', async (args, code, text) => {
    const answer = await run(...args)
    expect([answer.code, answer.said.join('\n')]).toEqual([code, expect.stringContaining(text)])
    const made = await service.db
      .selectFrom('accounts')
      .select('id')
      .where('email', 'like', '%@b.example')
      .execute()
    expect(made).toEqual([])
  })
})

test('AMB-26 grant changes what an account may do, in its own place without naming it', async () => {
  const { email } = await anAccount(service.db, { email: 'city_pilot@second.example' })
  const { code, said } = await run('grant', email.toUpperCase(), 'plus', 'admin')
  expect([code, said]).toEqual([0, [`${email} was pilot staff of city, and is now plus admin of city.`]])
  expect(await eventsOf(email)).toMatchObject([
    { kind: 'account-granted', actorName: 'operator', fromStatus: 'pilot staff', toStatus: 'plus admin' },
  ])
})

test('AMB-26 grant makes another account the provider', async () => {
  const { email } = await anAccount(service.db, { email: 'dispatch@second.example' })
  expect((await run('grant', email, 'admin', 'admin')).code).toBe(0)
  const { said } = await run('list', 'dispatch@second')
  expect(said[1]).toMatch(/^dispatch@second\.example .* admin +admin +grant/)
})

test('T15 lift takes the second factor of somebody who lost it, once, and is told in the trail', async () => {
  const { email, id } = await anAccount(service.db, { email: 'lost.phone_admin' })
  await sql`insert into second_factors (id, account_id, secret, backup_codes, verified)
    values ('key-of-lost', ${id}, 'x', 'x', true)`.execute(service.db)
  await service.db.updateTable('accounts').set({ twoFactorEnabled: true }).where('id', '=', id).execute()
  expect((await run('lift', email)).code).toBe(0)
  const left = await service.db.selectFrom('secondFactors').select('id').where('accountId', '=', id).execute()
  expect(left).toEqual([])
  expect(await run('lift', email)).toMatchObject({ code: 1, said: [`${email} has no second factor.`] })
  expect(await eventsOf(email)).toMatchObject([{ kind: 'second-factor-removed', actorName: 'operator' }])
})

test('T09 sign-out ends every session of one account at once, and is told in the trail', async () => {
  const { email } = await anAccount(service.db, { email: 'left.open_admin' })
  const [here, there, other] = [service.as(email), service.as(email), service.as('noble')]
  for (const client of [here, there, other]) await client.done(people.sessions, {})
  expect(await run('sign-out', email)).toMatchObject({
    code: 0,
    said: [`${email} had 2 open sessions; none is left.`],
  })
  const open = await Promise.all([here, there, other].map((client) => client.call(people.sessions, {})))
  expect(open.map(({ status }) => status)).toEqual([401, 401, 200])
  expect(await run('sign-out', email)).toMatchObject({
    code: 0,
    said: [`${email} had 0 open sessions; none is left.`],
  })
  const told = (await eventsOf(email)).filter(({ kind }) => kind !== 'signed-in')
  expect(told).toMatchObject([{ kind: 'sessions-ended', actorName: 'operator' }])
})

test('T11 reset prints a link; used, it ends every session', async () => {
  const email = emailOf('bewellanna')
  const open = service.as(email)
  expect((await open.call(people.sessions, {})).status).toBe(200)
  const { code, said } = await run('reset', email)
  expect(code).toBe(0)
  expect((await open.call(people.sessions, {})).status).toBe(200)
  const chosen = { token: tokenIn(said), password: 'another password' }
  expect((await service.anonymous.call(people.resetPassword, chosen)).status).toBe(200)
  expect((await open.call(people.sessions, {})).status).toBe(401)
  expect((await service.anonymous.call(people.signIn, { email, password: thePassword })).status).not.toBe(200)
  expect(await eventsOf(email)).toMatchObject([
    { kind: 'account-reset-asked', actorName: 'operator' },
    { kind: 'password-reset', actorName: email },
  ])
  expect(JSON.stringify(await service.db.selectFrom('events').selectAll().execute())).not.toContain(
    chosen.token,
  )
})

test('AMB-26 list finds by letters of e-mail or name, and takes no letter for a sign', async () => {
  const { said } = await run('list', 'REDBANK_blood')
  expect(said).toHaveLength(2)
  expect(said[1]).toMatch(/^redbank_bloodbank@\S+ .* bloodbank +admin +redbank +e-mail +set$/)
  expect((await run('list', 'arun.driver')).said[1]).toMatch(/ driver /)
  expect((await run('list', '%')).said).toHaveLength(1)
  expect((await run('list')).said.length).toBeGreaterThan(15)
})
