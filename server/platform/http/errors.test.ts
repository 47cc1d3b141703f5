import { CompiledQuery } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RefusalAnswer } from '#contract/answers.ts'
import { driving } from '#contract/driving.ts'
import { hooks } from '#contract/hooks.ts'
import { requests } from '#contract/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aReport, codeOf, wrongCode } from '#testing/makers/driving.ts'
import { aKey } from '#testing/makers/keys.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'
import { loggerFor } from '../log.ts'

const lines = vi.hoisted(() => [] as string[])
// the real log with its real settings, only written to where the test can read it
vi.mock('pino', async (original) => {
  const { default: pino } = await original<typeof import('pino')>()
  return { default: (options: object) => pino(options, { write: (line: string) => void lines.push(line) }) }
})

const service = await aService({ settings: { LOG_LEVEL: 'info', ROLE: 'web' } })
const staff = service.as('firm_pilot')
beforeEach(() => void lines.splice(0))

const run = (statement: string) => service.owner.executeQuery(CompiledQuery.raw(statement))

/** Does it while the statement holds, and puts things back. */
async function during<Result>(change: string, back: string, act: () => Promise<Result>): Promise<Result> {
  await run(change)
  try {
    return await act()
  } finally {
    await run(back)
  }
}

const inside =
  /\bselect\b|\bfrom "?requests|relation|pg_|constraint|node_modules|\.ts\b|\bat .+\(|\/server\//i

test.each([
  ['X29 for a migration', 'deadlock detected', '40P01'],
  ['X07 because it took too long', 'canceling statement due to statement timeout', '57014'],
])(
  '%s the database gave a try up: it is told to come again, and nothing was changed',
  async (_, text, code) => {
    const give = `create function give_up() returns trigger language plpgsql as
    $$ begin raise exception '${text}' using errcode = '${code}'; end $$;
    create trigger give_up after insert on requests for each row execute function give_up()`
    const answer = await during(give, 'drop function give_up cascade', () =>
      staff.call(requests.raise, aDraft(service.clock.now())),
    )
    expect([answer.status, answer.refusal?.code]).toEqual([503, 'unavailable'])
    expect(await service.db.selectFrom('requests').select('id').execute()).toEqual([])
  },
)

describe('a fault of ours', () => {
  const broken = () =>
    during('alter table requests rename to hidden', 'alter table hidden rename to requests', () =>
      staff.raw('GET', '/api/requests'),
    )

  test('T63 is told with a reference and nothing of what is inside', async () => {
    const { status, text } = await broken()
    expect(status).toBe(500)
    expect(RefusalAnswer.strict().parse(JSON.parse(text))).toMatchObject({
      code: 'unexpected',
      title: 'Database Error',
      text: expect.stringMatching(/^It could not be read \(ref [2-9A-Z]{4}\)\.$/),
    })
    expect(text).not.toMatch(inside)
  })

  test('T63 is found in the log by its reference, with the reason', async () => {
    const { text } = await broken()
    const reference = /ref (\w{4})/.exec(text)?.[1]
    const line = lines.map((one) => JSON.parse(one)).find((one) => one.reference === reference)
    expect(line).toMatchObject({ msg: 'unexpected', err: { message: expect.stringContaining('requests') } })
    expect(line.reqId).toBeTruthy()
  })

  test('T70 leaves no patient data in the log', async () => {
    const answer = await during(
      'alter table requests add constraint impossible check (units > 30) not valid',
      'alter table requests drop constraint impossible',
      () =>
        staff.raw('POST', '/api/requests', { body: aDraft(new Date(), { patientName: 'Canary Zanzibar' }) }),
    )
    expect(answer.status).toBe(500)
    expect(answer.text).not.toMatch(inside)
    expect(lines.join()).toContain('impossible')
    expect(lines.join()).not.toMatch(/Canary|Zanzibar|UH-20417/)
  })
})

test('T70 neither the session, the password, the token nor what was asked for is in the log', async () => {
  await staff.raw('GET', '/api/requests?after=canary-query')
  await service.anonymous.raw('POST', '/api/session', {
    body: { email: 'canary@mail.example', password: 'canary-word' },
  })
  await service.anonymous.raw('PUT', '/api/password', {
    body: { token: 'canary-token', password: 'canary-word' },
  })
  const token = (await staff.cookies()).split('=')[1]
  expect(lines.join()).toContain('"path":"/api/requests"')
  expect(lines.join()).not.toContain('canary')
  expect(lines.join()).not.toContain(token)
})

test('T70 T71 a call that is not allowed and a wrong password are in the log with the account, and no address', async () => {
  const { actor } = (await staff.raw('GET', '/api/session')).json() as {
    actor: { accountId: string; email: string }
  }
  expect((await staff.raw('GET', '/api/organisations')).status).toBe(403)
  const wrong = { email: actor.email, password: 'canary-word' }
  await service.anonymous.raw('POST', '/api/session', { body: wrong })
  await service.anonymous.raw('POST', '/api/session', { body: { ...wrong, email: 'canary@mail.example' } })
  const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
  expect(told.map(({ msg, account }) => [msg, account])).toEqual([
    ['not allowed', actor.accountId],
    ['sign-in refused', actor.accountId],
    ['sign-in refused', null],
  ])
  expect(lines.join()).not.toMatch(/canary|@/)
})

test('AMB-253 T70 what is typed to find somebody is in no log: found, refused, or failed inside', async () => {
  const find = (text: string) => staff.raw('POST', '/api/find', { body: { text } })
  const answers = [await find('canary'), await find('canary'.repeat(20))]
  answers.push(
    await during('alter table requests rename to hidden', 'alter table hidden rename to requests', () =>
      find("canary ' | ("),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 500])
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(Array(3).fill('no-store'))
  expect(lines.join()).toContain('"path":"/api/find"')
  expect(lines.join() + answers.map(({ text }) => text).join()).not.toContain('canary')
})

test('T63 a path that is not there is answered as every refusal is', async () => {
  for (const path of ['/api/nothing', '/api/events', '/api/requests/0123abcd/events', '/api/files/x.pdf']) {
    const answer = await staff.raw('GET', path)
    expect([answer.status, answer.json()], path).toMatchObject([404, { code: 'not-found' }])
  }
})

test('T60 more than is taken is refused as such', async () => {
  const answer = await staff.raw('POST', '/api/requests', { body: { patientName: 'x'.repeat(70_000) } })
  expect([answer.status, answer.json()]).toMatchObject([413, { code: 'too-large' }])
})

test.each([
  ['X10 a full disk', '53100', 507, null],
  ['X02 a database that is stopping', '57P01', 503, '2'],
  ['X02 too many connections', '53300', 503, '2'],
  ['X06 a lost connection', '08006', 503, '2'],
  ['T63 any other fault', 'XX000', 500, null],
])('%s is answered as what it is', async (_, code, status, retryAfter) => {
  const failing = `create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'secret words' using errcode = '${code}'; end $$;
    create trigger fail before insert on requests for each row execute function fail()`
  const answer = await during(failing, 'drop function fail cascade', () =>
    staff.call(requests.raise, aDraft(service.clock.now())),
  )
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
  expect(JSON.stringify(answer.body)).not.toContain('secret')
  expect(await service.db.selectFrom('requests').select('id').execute()).toEqual([])
})

test('AMB-115 T70 no code of a hand-over is in the log, not even when the step fails inside', async () => {
  const step = 'sample acquired'
  const { id } = await aRequest(service.db, { status: 'bloodbank-approved' })
  const [driver, code] = [service.as('arun.driver'), await codeOf(service.db, { id, step })]
  const failed = await during(
    'alter table delivery_steps add constraint impossible check (seq > 30) not valid',
    'alter table delivery_steps drop constraint impossible',
    () => driver.call(driving.step, aReport({ id, step, code })),
  )
  expect(failed.status).toBe(500)
  await service.as('firm').done(driving.codes, { id })
  await driver.call(driving.step, aReport({ id, step, code: wrongCode(code) }))
  await driver.done(driving.step, aReport({ id, step, code }))
  expect(lines.join()).toContain('impossible')
  expect(lines.join()).toContain(`/api/requests/${id}/steps`)
  // a part of a longer number is none
  expect(lines.join()).not.toMatch(new RegExp(`(?<![\\d.])(${code}|${wrongCode(code)})(?!\\d)`))
})

test('T70 the log has an error’s code and reason, and not the key that cancels the queries of its connection', () => {
  const client = { secretKey: 471_147, processID: 12 }
  const cause = Object.assign(new Error('the reason'), { client })
  loggerFor('info').error(
    { err: Object.assign(new Error('lost', { cause }), { client, code: '57P01' }) },
    'x',
  )
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    err: { type: 'Error', message: 'lost', code: '57P01', cause: { message: 'the reason' } },
  })
  expect(lines.join()).not.toMatch(/471147|client/)
})

test('T70 AMB-316 no key is in the log: not that of a header, of a query or of a path, taken or refused', async () => {
  const { key } = await aKey(service.db)
  await service.withKey(key).raw('GET', '/api/requests')
  await service.withKey(key).raw('PUT', '/api/requests/0123abcd/approval', { body: {} })
  await service.withKey(`${key}x`).raw('GET', '/api/requests')
  for (const path of [`/api/requests?key=${key}`, `/api/requests/${key}`, `/${key}`, `/api/${key}?a=${key}`])
    await staff.raw('GET', path)
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.join()).not.toContain(key.slice('cm_live_'.length, -4))
})

test('T70 AMB-323 no secret of a hook is in the log, nor where it leads: made, turned or refused', async () => {
  const admin = service.as('firm')
  const url = 'https://1.1.1.1/their-own-path'
  const { hook, secret } = await admin.done(hooks.make, { url, kinds: ['order.raised'] })
  const turned = await admin.done(hooks.turn, { id: hook.id, version: hook.version })
  await admin.call(hooks.make, { url, kinds: ['order.raised'] })
  expect(lines.length).toBeGreaterThan(3)
  for (const one of [secret, turned.secret, 'their-own-path'])
    expect(lines.join()).not.toContain(one.replace('whsec_', ''))
})
