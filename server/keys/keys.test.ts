import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { keys } from '#contract/keys.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { stock } from '#contract/stock.ts'
import { instantOf, later } from '#domain/basics/time.ts'
import { mostKeys } from '#domain/keys/making.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { aService } from '#testing/harness/service.ts'
import { aKey } from '#testing/makers/keys.ts'
import { aDraft, aHospital, anAccount, aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web', TRUST_PROXY: '1' } })
const { db } = service
const named = () => `Ward module ${nextNumber()}`
const firm = service.as('firm')

/** A hospital of its own, with its admin. */
async function ofItsOwn() {
  const { admin, hospital } = await aStaffedHospital(db)
  return { admin: service.as(admin), hospital }
}
const codeOf = async (key: string) => {
  const { status, refusal } = await service.withKey(key).call(requests.list, {})
  return [status, refusal?.code]
}

describe('AMB-317 made by an admin', () => {
  test('it is shown once, works, and is kept as a hash alone', async () => {
    const { admin, hospital } = await ofItsOwn()
    const name = named()
    const { key, kept } = await admin.done(keys.make, { name, scopes: ['orders:read'] })
    expect(key).toMatch(/^cm_live_[\w-]{43}$/)
    expect(key.startsWith(kept.prefix)).toBe(true)
    expect(kept).toMatchObject({ name, isTest: false, isMakerGone: false, usedAt: null, stoppedAt: null })
    // the whole of the last day, a year away
    expect(kept.until).toEqual(instantOf('2027-11-17', '00:00'))
    expect((await service.withKey(key).call(requests.list, {})).status).toBe(200)
    const { items } = await admin.done(keys.list, {})
    expect(items.map(({ id }) => id)).toEqual([kept.id])
    const secret = key.slice(kept.prefix.length)
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(t::text, ' ') from api_keys t) || (select string_agg(t::text, ' ') from events t)
        || coalesce((select string_agg(t::text, ' ') from idempotency_keys t), '') as all`.execute(
      service.owner,
    )
    expect(rows[0]?.all).toContain(kept.prefix)
    expect(rows[0]?.all).not.toContain(secret)
    const event = await db
      .selectFrom('events')
      .select(['kind', 'hospitalId'])
      .where('subjectId', '=', kept.id)
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ kind: 'key-made', hospitalId: hospital.id })
  })

  test.each<[string, object, string, string]>([
    ['no name', { name: ' \n ' }, 'name-blank', 'name'],
    ['a letter too many', { name: 'x'.repeat(61) }, 'name-long', 'name'],
    ['nothing ticked', { scopes: [] }, 'no-scope', 'scopes'],
    ['what a bank’s may', { scopes: ['stock:write'] }, 'scope-unfit', 'scopes'],
    ['no network', { networks: ['203.0.113.0/33'] }, 'no-network', 'networks'],
    ['a name for a network', { networks: ['ward.example'] }, 'no-network', 'networks'],
    ['an end before today', { lastDay: '2026-11-15' }, 'end-past', 'lastDay'],
    ['an end after two years', { lastDay: '2028-11-16' }, 'end-far', 'lastDay'],
  ])('%s is told at its field', async (_, wish, code, field) => {
    const draft = { name: named(), scopes: ['orders:read' as const], ...wish }
    const { status, refusal } = await firm.call(keys.make, draft)
    expect([status, refusal?.code, refusal?.field]).toEqual([422, code, field])
  })

  test('a name that works is taken, and free again when its key was stopped; no more than twenty work', async () => {
    const { admin } = await ofItsOwn()
    const draft = { name: named(), scopes: ['orders:read' as const] }
    const { kept } = await admin.done(keys.make, draft)
    const again = await admin.call(keys.make, { ...draft, name: draft.name.toUpperCase() })
    expect([again.status, again.refusal?.code]).toEqual([409, 'name-taken'])
    await admin.done(keys.stop, { id: kept.id })
    await admin.done(keys.make, draft)
    const { organisationId } = await db
      .selectFrom('apiKeys')
      .select('organisationId')
      .where('id', '=', kept.id)
      .executeTakeFirstOrThrow()
    for (let left = mostKeys - 1; left > 0; left--) await aKey(db, { organisationId }, now)
    const full = await admin.call(keys.make, { ...draft, name: named() })
    expect([full.status, full.refusal?.code]).toEqual([409, 'too-many-keys'])
  })

  test('it stays when its maker is staff, and the list says so', async () => {
    const { admin, hospital } = await ofItsOwn()
    const { key, kept } = await admin.done(keys.make, { name: named(), scopes: ['orders:read'] })
    await db
      .updateTable('memberships')
      .set({ role: 'staff' })
      .where('organisationId', '=', hospital.id)
      .where('role', '=', 'admin')
      .execute()
    expect((await service.withKey(key).call(requests.list, {})).status).toBe(200)
    expect((await admin.call(keys.list, {})).status).toBe(403)
    const grant = { product: 'pilot', role: 'admin', organisationId: hospital.id } as const
    const { email } = await anAccount(db, { email: `next${nextNumber()}`, grant })
    const { items } = await service.as(email).done(keys.list, {})
    expect(items.find(({ id }) => id === kept.id)).toMatchObject({ isMakerGone: true })
    const { product } = await db
      .selectFrom('apiKeys')
      .select('product')
      .where('id', '=', kept.id)
      .executeTakeFirstOrThrow()
    expect(product).toBe('pilot')
  })
})

describe('AMB-316 a call with a key', () => {
  test('is the key’s, whatever cookies are with it, and needs no page of ours', async () => {
    const { key } = await aKey(db, { scopes: ['orders:read'] }, now)
    const authorization = `Bearer ${key}`
    // the session beside it might
    const raise = await firm.raw('POST', '/api/requests', {
      body: aDraft(now),
      headers: { authorization, origin: 'https://evil.example' },
    })
    expect([raise.status, (raise.json() as { code: string }).code]).toEqual([403, 'key-scope'])
    for (const wrong of [
      'Bearer',
      'Bearer x',
      `bearer ${key}x`,
      `Bearer cm_live_${'A'.repeat(43)}`,
      `Bearer ${key} ${key}`,
    ]) {
      const answer = await firm.raw('GET', '/api/requests', { headers: { authorization: wrong } })
      expect([answer.status, answer.headers.get('www-authenticate')], wrong).toEqual([401, 'Bearer'])
    }
    // what is no key at all counts for nothing: the session and the guard are as ever
    const basic = { authorization: 'Basic eDp5' }
    expect((await firm.raw('GET', '/api/requests', { headers: basic })).status).toBe(200)
    const foreign = await firm.raw('POST', '/api/requests', {
      body: aDraft(now),
      headers: { ...basic, origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    expect((await service.withKey(key).call(people.session, {})).refusal?.code).toBe('key-closed')
  })

  test('raises an order without an Origin, in the name of the key, once however often it is sent', async () => {
    const { key, name, id } = await aKey(db, { name: 'HIS ward module' }, now)
    const his = service.withKey(key)
    const raise = () => his.done(requests.raise, aDraft(now), { idempotencyKey: 'placer-0001' })
    const request = await raise()
    expect((await raise()).id).toBe(request.id)
    expect(request.hospitalId).toBe('firm')
    const { timeline } = await firm.done(requests.show, { id: request.id })
    expect(timeline[0]?.by).toBe(`${name} (key), Firm`)
    const event = await db
      .selectFrom('events')
      .select(['actorId', 'person'])
      .where('subjectId', '=', request.id)
      .where('kind', '=', 'request-raised')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actorId: id, person: 'HIS ward module (key)' })
    // AMB-315: its order is approved by a person
    const seen = { id: request.id, version: request.version }
    expect((await his.call(requests.approve, seen)).refusal?.code).toBe('key-closed')
    await firm.done(requests.approve, seen)
    expect((await his.done(requests.show, { id: request.id })).status).toBe('hospital-admin-approved')
  })

  test.each([
    ['a query', (key: string) => `/api/requests?access_token=${key}`],
    ['a query in other letters', (key: string) => `/api/requests?k=${key.replaceAll('_', '%5F')}`],
    ['a path', (key: string) => `/api/requests/${key}`],
    ['a page', (key: string) => `/?key=${key}`],
  ])('in %s is refused, and told to be stopped', async (_, address) => {
    const { key } = await aKey(db, {}, now)
    const answer = await firm.raw('GET', address(key))
    expect([answer.status, (answer.json() as { code: string }).code]).toEqual([400, 'key-in-address'])
    expect(answer.text).toContain('must be stopped')
    expect(answer.text).not.toContain(key)
  })

  test('from another network is refused', async () => {
    const { key } = await aKey(db, { networks: ['203.0.113.0/24', '2001:db8::/32'] }, now)
    const from = async (address: string) =>
      (await service.withKey(key).raw('GET', '/api/requests', { headers: { 'x-forwarded-for': address } }))
        .status
    expect(await from('203.0.113.9')).toBe(200)
    expect(await from('::ffff:203.0.113.9')).toBe(200)
    expect(await from('2001:db8:1::1')).toBe(200)
    expect(await from('203.0.114.9')).toBe(403)
    expect(await from('2001:db9::1')).toBe(403)
    // what its sender wrote there stands before what the one proxy saw
    expect(await from('203.0.113.9, 203.0.114.9')).toBe(403)
    expect(await from('203.0.114.9, 203.0.113.9')).toBe(200)
  })

  test('without a proxy no header says from where', async () => {
    const { databaseUrl } = service
    const direct = await aService({ now, databaseUrl, settings: { ROLE: 'web' } })
    const { key } = await aKey(db, { networks: ['203.0.113.0/24'] }, now)
    const said = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'true-client-ip']
    const headers = Object.fromEntries(said.map((name) => [name, '203.0.113.9']))
    expect((await direct.withKey(key).raw('GET', '/api/requests', { headers })).status).toBe(403)
  })
})

test('AMB-317 stopped, ended or of a suspended hospital it is told so with 401', async () => {
  const { admin, hospital } = await ofItsOwn()
  const { key, kept } = await admin.done(keys.make, { name: named(), scopes: ['orders:read'] })
  const other = await aKey(db, { organisationId: hospital.id, until: later(now, 1) }, now)
  service.clock.moveTo(later(now, 2))
  expect(await codeOf(other.key)).toEqual([401, 'key-ended'])
  const { stoppedAt } = await admin.done(keys.stop, { id: kept.id })
  expect(stoppedAt).not.toBeNull()
  expect(await codeOf(key)).toEqual([401, 'key-stopped'])
  const again = await admin.call(keys.stop, { id: kept.id })
  expect([again.status, again.refusal?.code]).toEqual([409, 'already-stopped'])
  const third = await aKey(db, { organisationId: hospital.id }, now)
  await db
    .updateTable('organisations')
    .set({ accountStatus: 'suspended' })
    .where('id', '=', hospital.id)
    .execute()
  expect(await codeOf(third.key)).toEqual([401, 'key-suspended'])
  service.clock.moveTo(now)
})

test('AMB-317 another hospital’s key cannot be stopped', async () => {
  const { id } = await aKey(db, { organisationId: (await aHospital(db)).id }, now)
  expect((await firm.call(keys.stop, { id })).status).toBe(404)
  expect((await service.as('bloodsupport').call(keys.stop, { id })).status).toBe(404)
})

test('AMB-317 within five seconds a stop made in one process counts in another that remembers', async () => {
  const own = { databaseUrl: service.databaseUrl, now, settings: { ROLE: 'web' }, rememberMs: 60_000 }
  const [here, there] = [await aService(own), await aService(own)]
  const { admin } = await aStaffedHospital(db)
  const { key, kept } = await here.as(admin).done(keys.make, { name: named(), scopes: ['orders:read'] })
  const asked = () => there.withKey(key).call(requests.list, {})
  expect((await asked()).status).toBe(200)
  await here.as(admin).done(keys.stop, { id: kept.id })
  await expect.poll(async () => (await asked()).status, { timeout: 5_000 }).toBe(401)
})

test('AMB-318 a test key acts for the hospital test alone', async () => {
  const { admin, hospital } = await ofItsOwn()
  const { key } = await admin.done(keys.make, {
    name: 'Trial',
    scopes: ['orders:read', 'orders:write'],
    isTest: true,
  })
  expect(key).toMatch(/^cm_test_/)
  const trial = service.withKey(key)
  const request = await trial.done(requests.raise, aDraft(now))
  expect(request.hospitalId).toBe('test')
  const { timeline } = await trial.done(requests.show, { id: request.id })
  expect(timeline[0]?.by).toMatch(/^Trial \(test key of .+\), Test$/)
  expect((await admin.call(requests.show, { id: request.id })).status).toBe(404)
  const { status, refusal } = await service
    .as('redbank_bloodbank')
    .call(keys.make, { name: named(), scopes: ['orders:read'], isTest: true })
  expect([status, refusal?.code]).toEqual([422, 'no-test-bank'])
  await db
    .updateTable('organisations')
    .set({ accountStatus: 'suspended' })
    .where('id', '=', hospital.id)
    .execute()
  expect((await trial.call(requests.list, {})).status).toBe(401)
})

test('AMB-317 a bank’s key counts its stock, and its last use is known to the minute', async () => {
  service.clock.moveTo(now)
  const { key, id } = await aKey(db, { product: 'bloodbank', name: 'LIS', scopes: ['stock:write'] }, now)
  const lis = service.withKey(key)
  const { items } = await lis.done(stock.list, {})
  const seenAt = items.find(({ component }) => component === 'PRBC')?.countedAt ?? null
  const counted = await lis.done(stock.count, { component: 'PRBC', seenAt, quantities: byGroup(() => 4) })
  expect(counted.countedBy).toBe('LIS (key)')
  const usedAt = async () =>
    (await db.selectFrom('apiKeys').select('usedAt').where('id', '=', id).executeTakeFirstOrThrow()).usedAt
  const minute = async () => Math.floor(((await usedAt())?.getTime() ?? 0) / 60_000) * 60_000
  await expect.poll(minute).toBe(now.getTime())
  const first = await usedAt()
  service.clock.moveTo(later(now, 30_000))
  await lis.done(stock.list, {})
  expect(await usedAt()).toEqual(first)
  service.clock.moveTo(later(now, 120_000))
  await lis.done(stock.list, {})
  await expect.poll(minute).toBe(now.getTime() + 120_000)
  service.clock.moveTo(now)
})

test('AMB-319 each answer says what is left, and too many are told when to come back', async () => {
  const { key, id } = await aKey(db, {}, now)
  const his = service.withKey(key)
  const one = await his.raw('GET', '/api/requests')
  expect(one.headers.get('ratelimit-policy')).toBe('"calls";q=600;w=60')
  expect(one.headers.get('ratelimit')).toMatch(/^"calls";r=599;t=(60|59)$/)
  const write = await his.raw('POST', '/api/requests', { body: {} })
  expect(write.headers.get('ratelimit-policy')).toBe('"calls";q=600;w=60, "writes";q=60;w=60')
  await db.updateTable('rateLimits').set({ calls: 60 }).where('key', '=', `writes of ${id}`).execute()
  const refused = await his.raw('POST', '/api/requests', { body: aDraft(now) })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit')).toMatch(/"writes";r=0;t=\d+/)
  expect((await his.raw('GET', '/api/requests')).status).toBe(200)
  service.clock.moveTo(later(now, 120_000))
  expect((await his.raw('POST', '/api/requests', { body: aDraft(later(now, 120_000)) })).status).toBe(200)
  service.clock.moveTo(now)
})
