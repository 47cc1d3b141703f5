import { scryptSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { products, roles } from '#domain/people/roles.ts'
import { accountRows, emailOf, thePassword } from '#server/demo/makers/rows.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aHospital, anAccount } from '#testing/makers/makers.ts'
import { atOnce, hashPassword, longestQueue } from '../platform/identity/passwords.ts'

const service = await aService({ settings: { TRUST_PROXY: '1', ROLE: 'web' } })
const uniform = await aService({ settings: { LOGIN_DETAIL: 'uniform', TRUST_PROXY: '1', ROLE: 'web' } })
const noon = new Date('2026-11-16T12:00:00+05:30')
let minute = 0
// each test in a minute of its own, so that no try counts for two
beforeEach(() => service.clock.moveTo(new Date(noon.getTime() + 120_000 * ++minute)))

/** One try from an address of the caller's choice, without keeping its cookies. */
const trySignIn = (email: string, password: string, from = '10.0.0.1', url = service.url, cookie = '') =>
  fetch(`${url}/api/session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: service.settings.publicUrl,
      'x-forwarded-for': from,
      cookie,
    },
    body: JSON.stringify({ email: emailOf(email), password }),
  })

const actorWith = async (cookie: string) => {
  const answer = await service.anonymous.raw('GET', '/api/session', { headers: { cookie } })
  return (answer.json() as { actor: { email: string } | null }).actor
}

/** As everybody's is outside these tests, whose accounts are cheap to open. */
async function hashAtTodaysCost({ db }: TestService, email: string): Promise<void> {
  const { id } = accountRows({ email }, '').credential
  const password = await hashPassword(thePassword)
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ password })
    .where('id', '=', id)
    .executeTakeFirst()
  expect(numUpdatedRows).toBe(1n)
}

describe('signing in', () => {
  test('SHELL-02 the right password opens a session, and nothing else does', async () => {
    const answer = await trySignIn('firm', thePassword)
    expect(answer.status).toBe(200)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^crossmatch\.session_token=[\w-]{32}\./)
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(await actorWith(cookie.split(';')[0] ?? '')).toMatchObject({ email: emailOf('firm') })
    expect(await actorWith('crossmatch.session_token=made-up')).toBeNull()
  })

  test('T08 a hash of version 1.0.1 opens, and is made anew with the password that opened it', async () => {
    await anAccount(service.db, { email: 'of.before' })
    const { id } = accountRows({ email: 'of.before' }, '').credential
    const salt = Buffer.from('0123456789abcdef')
    const key = scryptSync(thePassword, salt, 32, { N: 1024, r: 8, p: 1 })
    const older = ['scrypt', 1024, 8, 1, salt.toString('base64'), key.toString('base64')].join('$')
    await service.db.updateTable('credentials').set({ password: older }).where('id', '=', id).execute()
    const kept = async () =>
      (
        await service.db
          .selectFrom('credentials')
          .select('password')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).password
    expect((await trySignIn('of.before', 'wrong-password')).status).toBe(422)
    expect(await kept()).toBe(older)
    for (const _ of ['by the old one', 'by the new one']) {
      expect((await trySignIn('of.before', thePassword)).status).toBe(200)
      expect(await kept()).toMatch(/^argon2id\$19456\$2\$/)
    }
  })

  test('T09 what the database has of a session opens nothing', async () => {
    const answer = await trySignIn('noble', thePassword)
    const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? []
    const [, token = '', signature = ''] = /=([\w-]+)\.(.+)$/.exec(cookie) ?? []
    const row = await service.db.selectFrom('sessions').select('id').where('token', '=', token).execute()
    expect(row).toHaveLength(1)
    const forged = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`
    for (const wrong of [token, `${token}.`, `${token}.${forged}`, `${token}.%`, `${token}.${signature}x`])
      expect(await actorWith(`crossmatch.session_token=${wrong}`), wrong).toBeNull()
    expect(await actorWith(cookie)).toMatchObject({ email: emailOf('noble') })
  })

  test.each(['  firm@crossmatch.example ', 'Firm@Crossmatch.EXAMPLE'])(
    'SHELL-05 %j is trimmed and its case does not matter',
    async (email) => {
      expect((await trySignIn(email, thePassword)).status).toBe(200)
    },
  )

  test.each([
    ['SHELL-07 an unknown e-mail', 'nobody', thePassword, 'Email not found!'],
    ['SHELL-08 a wrong password', 'firm', 'Crossmatch', 'The password entered was incorrect'],
    ['SHELL-08 an empty password', 'firm', '', 'The password entered was incorrect'],
    ['SHELL-09 a malformed e-mail', 'firm@', thePassword, 'Invalid e-mail/password.'],
    ['SHELL-09 an empty e-mail', ' @', thePassword, 'Invalid e-mail/password.'],
    ['SHELL-09 an address no mail could have', 'a@b..c', thePassword, 'Invalid e-mail/password.'],
  ])('%s is told so and gets no cookie', async (_, email, password, text) => {
    const answer = await trySignIn(email, password)
    expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ text })])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test.each(['role', 'product', 'organisationId', 'rememberMe', 'callbackURL'])(
    'T22 naming %s is refused and opens nothing',
    async (name) => {
      const body = { email: emailOf('firm'), password: thePassword, [name]: 'admin' }
      const answer = await service.anonymous.raw('POST', '/api/session', { body })
      expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ field: name })])
      expect(answer.headers.getSetCookie()).toEqual([])
    },
  )

  test('SHELL-09 T25 people of a suspended hospital are not let in, and keep no session', async () => {
    await aHospital(service.db, { id: 'closed', accountStatus: 'suspended' })
    const { id } = await anAccount(service.db, { email: 'closed_pilot' })
    const answer = await trySignIn('closed_pilot', thePassword)
    expect([answer.status, await answer.json()]).toMatchObject([422, { text: 'Invalid e-mail/password.' }])
    expect(answer.headers.getSetCookie()).toEqual([])
    const sessions = await service.db
      .selectFrom('sessions')
      .select('id')
      .where('accountId', '=', id)
      .execute()
    expect(sessions).toEqual([])
  })
})

describe('a session', () => {
  test('SHELL-24 SHELL-47 T09 lasts over a reload and is dead after sign-out, its old cookie too', async () => {
    const client = service.as('noble')
    const cookie = await client.cookies()
    expect(await actorWith(cookie)).toMatchObject({ email: emailOf('noble') })
    const answer = await client.raw('DELETE', '/api/session')
    expect(answer.headers.getSetCookie()[0]).toMatch(/^crossmatch\.session_token=; .*Max-Age=0/)
    expect(await actorWith(cookie)).toBeNull()
    const replayed = await service.anonymous.raw('GET', '/api/requests', { headers: { cookie } })
    expect(replayed.status).toBe(401)
  })

  test('T09 is a new one at each sign-in, whatever cookie was brought', async () => {
    const brought = 'crossmatch.session_token=chosen-by-somebody-else'
    const answer = await trySignIn('noble', thePassword, '10.0.0.2', service.url, brought)
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()[0]).not.toContain('chosen-by-somebody-else')
    expect(await actorWith(brought)).toBeNull()
  })

  test('T09 ends when somebody signs in in its place, and not when they only try', async () => {
    const [first] = (await trySignIn('noble', thePassword, '10.0.0.3')).headers.getSetCookie()
    const cookie = first?.split(';')[0] ?? ''
    expect((await trySignIn('firm', 'wrong', '10.0.0.3', service.url, cookie)).status).toBe(422)
    expect(await actorWith(cookie)).toMatchObject({ email: emailOf('noble') })
    expect((await trySignIn('firm', thePassword, '10.0.0.3', service.url, cookie)).status).toBe(200)
    expect(await actorWith(cookie)).toBeNull()
    const last = await service.db
      .selectFrom('events')
      .innerJoin('accounts', 'accounts.id', 'events.subjectId')
      .select('events.kind')
      .where('accounts.email', '=', emailOf('noble'))
      .orderBy('events.id', 'desc')
      .executeTakeFirst()
    expect(last).toMatchObject({ kind: 'signed-out' })
  })

  test('T09 ends at once when the hospital is suspended', async () => {
    await aHospital(service.db, { id: 'ending' })
    await anAccount(service.db, { email: 'ending_pilot' })
    const client = service.as('ending_pilot')
    expect((await client.call(requests.list, {})).status).toBe(200)
    await service.db
      .updateTable('organisations')
      .set({ accountStatus: 'suspended' })
      .where('id', '=', 'ending')
      .execute()
    expect((await client.call(requests.list, {})).status).toBe(401)
  })

  test('T09 ends after its time', async () => {
    const client = service.as('noble')
    const [, token = ''] = /=([\w-]+)\./.exec(await client.cookies()) ?? []
    await service.db
      .updateTable('sessions')
      .set({ expiresAt: new Date() })
      .where('token', '=', token)
      .execute()
    expect((await client.call(people.sessions, {})).status).toBe(401)
  })

  test('T09 can be seen and ended by its owner alone', async () => {
    await anAccount(service.db, { email: 'noble_admin' })
    const [here, there] = [service.as('noble_admin'), service.as('noble_admin')]
    await there.done(people.session, {})
    const { items } = await here.done(people.sessions, {})
    expect(items.map(({ isThisOne }) => isThisOne).sort()).toEqual([false, true])
    const other = items.find(({ isThisOne }) => !isThisOne)?.id ?? ''
    expect((await service.as('firm').call(people.endSession, { id: other })).status).toBe(404)
    expect((await there.done(people.session, {})).actor).not.toBeNull()
    await here.done(people.endSession, { id: other })
    expect((await there.done(people.session, {})).actor).toBeNull()
    expect((await here.done(people.sessions, {})).items).toHaveLength(1)
  })

  test('T09 behind TLS its cookie is sent over TLS only', async () => {
    const secure = await aService({ settings: { PUBLIC_URL: 'https://crossmatch.test', ROLE: 'web' } })
    const { headers } = await secure.anonymous.signIn('firm')
    expect(headers.getSetCookie()[0]).toMatch(/^__Secure-.*; Secure/)
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
  })
})

describe('who signed in', () => {
  test.each([
    ['ROLES-04', 'redbank_bloodbank', 'bloodbank', 'admin', 'redbank'],
    ['ROLES-05', 'city_pilot', 'pilot', 'staff', 'city'],
    ['ROLES-06', 'city_admin', 'plus', 'admin', 'city'],
    ['ROLES-07', 'city', 'plus', 'staff', 'city'],
    ['ROLES-08', 'bloodsupport', 'admin', 'admin', null],
    ['ROLES-09', 'firm', 'pilot', 'admin', 'firm'],
    ['ROLES-09', 'noble', 'pilot', 'admin', 'noble'],
    ['ROLES-09', 'bewellanna', 'pilot', 'admin', 'bewellanna'],
    ['ROLES-09', 'bewellkilpauk', 'pilot', 'admin', 'bewellkilpauk'],
    ['ROLES-09', 'bewelltnagar', 'pilot', 'admin', 'bewelltnagar'],
    ['ROLES-05', 'firm_pilot', 'pilot', 'staff', 'firm'],
    ['ROLES-03', 'city_x_pilot', 'pilot', 'staff', 'city'],
  ])('%s ROLES-02 %s is %s, %s, of %s', async (_, email, product, role, organisationId) => {
    await anAccount(service.db, { email }).catch(() => undefined)
    const { actor } = await service.as(email).done(people.session, {})
    expect(actor).toMatchObject({ product, role, organisationId })
  })

  test('ROLES-01 every account has one of the products and one of the roles, or drives', async () => {
    const accounts = await service.db.selectFrom('accounts').select('email').execute()
    for (const { email } of accounts.filter((account) => !account.email.startsWith('closed'))) {
      const { actor } = await service.as(email).done(people.session, {})
      if (actor?.kind === 'driver') continue
      if (email.startsWith('ending')) continue
      expect(products, email).toContain(actor?.product)
      expect(roles, email).toContain(actor?.role)
    }
  })

  test("ROLES-02 the provider's grant stands over the e-mail, and the browser's word over nothing", async () => {
    await anAccount(service.db, {
      email: 'bloodsupport@elsewhere.example',
      grant: { product: 'plus', role: 'staff', organisationId: 'city' },
    })
    const client = service.as('bloodsupport@elsewhere.example')
    expect((await client.done(people.session, {})).actor).toMatchObject({
      product: 'plus',
      organisationId: 'city',
    })
    const { status } = await client.raw('GET', '/api/session?product=admin&role=admin')
    expect(status).toBe(422)
  })

  test('T25 a hospital that is not on the books is not verified: its people may do nothing', async () => {
    await anAccount(service.db, { email: 'unheard_pilot' })
    const client = service.as('unheard_pilot')
    expect((await client.done(people.session, {})).actor).toMatchObject({ accountStatus: 'pending' })
    expect((await client.call(requests.list, {})).status).toBe(403)
  })
})

describe('limits', () => {
  test('T07 SHELL-09 the sixth try in a minute is told "Invalid e-mail/password.", also after a restart; others are not', async () => {
    const guess = () => trySignIn('bewellanna', 'wrong-password', '10.0.7.1')
    const tries = await Promise.all([guess(), guess(), guess(), guess(), guess()])
    expect(tries.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
    const sixth = await guess()
    expect([sixth.status, await sixth.json()]).toMatchObject([429, { text: 'Invalid e-mail/password.' }])

    const again = await aService({
      databaseUrl: service.databaseUrl,
      now: service.clock.now(),
      settings: { TRUST_PROXY: '1', ROLE: 'web' },
    })
    expect((await trySignIn('bewellanna', thePassword, '10.0.7.1', again.url)).status).toBe(429)
    expect((await trySignIn('bewellanna', thePassword, '10.0.7.2', again.url)).status).toBe(200)
    expect((await trySignIn('city_pilot', thePassword, '10.0.7.1', again.url)).status).toBe(200)

    service.clock.moveTo(new Date(service.clock.now().getTime() + 61_000))
    expect((await trySignIn('bewellanna', thePassword, '10.0.7.1')).status).toBe(200)
  })

  test('T07 right passwords are not counted: a ward that shares an account keeps signing in', async () => {
    for (let n = 0; n < 7; n++) {
      expect((await trySignIn('bewellkilpauk', thePassword, '10.0.7.4')).status, `${n}`).toBe(200)
    }
  })

  test('T07 one address may try 30 times a minute, whatever account it tries', async () => {
    const tries = await Promise.all(
      Array.from({ length: 33 }, (_, n) => trySignIn(`nobody${n}`, 'wrong-password', '10.0.7.9')),
    )
    const statuses = tries.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  test('T07 who has many IPv6 networks may try in all of them together ten times as often as in one', async () => {
    const guess = (n: number, site = 1) =>
      trySignIn('nobody', 'wrong-password', `2001:db8:${site}:${n.toString(16)}::1`)
    const tries = await Promise.all(Array.from({ length: 55 }, (_, n) => guess(n)))
    const statuses = tries.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect((await guess(1, 2)).status).toBe(422)
  })

  test('T08 who signs in while as many wait as may is told to come back, and every other call is answered', async () => {
    await hashAtTodaysCost(service, 'dev_admin')
    const firm = service.as('firm')
    await firm.call(requests.list, {})
    // the same queue: the first of them take seconds, and those behind them no time
    const [long, short] = [
      { memory: 19_456, passes: 100 },
      { memory: 8, passes: 1 },
    ]
    let isOver = false
    const waiting = Promise.all(
      Array.from({ length: atOnce + longestQueue }, (_, n) => hashPassword('any', n < atOnce ? long : short)),
    ).then(() => {
      isOver = true
    })
    const turnedAway = await trySignIn('dev_admin', 'wrong-password', '10.0.8.1')
    expect(turnedAway.status).toBe(503)
    expect(turnedAway.headers.get('retry-after')).toBe('2')
    for (let n = 0; n < 10; n++) expect((await firm.call(requests.list, {})).status).toBe(200)
    expect(isOver, 'none of them waited for a turn').toBe(false)
    await waiting
    expect((await trySignIn('dev_admin', 'wrong-password', '10.0.8.1')).status).toBe(422)
  }, 90_000)
})

describe('LOGIN_DETAIL=uniform', () => {
  test('T06 unknown, wrong and suspended answer with the same bytes', async () => {
    await aHospital(uniform.db, { id: 'shut', accountStatus: 'suspended' })
    await anAccount(uniform.db, { email: 'shut' })
    const tries = [
      trySignIn('nobody', thePassword, '10.0.6.1', uniform.url),
      trySignIn('firm', 'wrong-password', '10.0.6.1', uniform.url),
      trySignIn('shut', thePassword, '10.0.6.1', uniform.url),
      trySignIn('a@b..c', thePassword, '10.0.6.1', uniform.url),
      trySignIn('firm@', thePassword, '10.0.6.1', uniform.url),
    ]
    const answers = await Promise.all(tries.map(async (answer) => (await answer).text()))
    expect(new Set(answers)).toEqual(
      new Set(['{"code":"sign-in-failed","title":"Not Signed In","text":"Invalid e-mail/password."}']),
    )
    expect(await Promise.all(tries.map(async (answer) => (await answer).status))).toEqual(
      tries.map(() => 422),
    )
  })

  test('T06 unknown and wrong are refused after the same time, which is longer than a hash takes', async () => {
    await hashAtTodaysCost(uniform, 'firm')
    const took = async (email: string, n: number) => {
      const began = performance.now()
      await trySignIn(email, 'wrong-password', `10.0.66.${n}`, uniform.url)
      return performance.now() - began
    }
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let n = 0; n < 3; n++) {
      known.push(await took('firm', n))
      unknown.push(await took('nobody', n))
    }
    // F22 looks closer; a clock of the kernel may fire a millisecond early
    expect(Math.min(...known, ...unknown)).toBeGreaterThan(245)
  })
})
