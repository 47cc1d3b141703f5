import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hooks } from '#contract/hooks.ts'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import type { HookKind } from '#domain/hooks/kinds.ts'
import { hookKindIds } from '#domain/hooks/kinds.ts'
import { waits } from '#domain/hooks/retrying.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { wishFor } from '#testing/makers/linked-orders.ts'
import { aBank, aDraft, anAccount, aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'
import { type HookPeer, hookPeer } from '#testing/peers/hook-peer.ts'

const soon = { timeout: 15_000, interval: 50 }
let peer: HookPeer
let service: TestService
// by the real clock: who verifies a signature asks how old it is
beforeAll(async () => {
  peer = await hookPeer()
  service = await aService({ settings: peer.settings })
})
afterAll(() => peer.close())

const provider = () => service.as('bloodsupport')

async function aHospitalWithHook(kinds: HookKind[] = ['order.raised', 'order.approved', 'order.cancelled']) {
  const { hospital, admin, staff } = await aStaffedHospital(service.db)
  const client = service.as(admin)
  const path = `/hospital${nextNumber()}`
  const { hook, secret } = await client.done(hooks.make, { url: peer.url(path), kinds })
  const raise = async () =>
    (await service.as(staff).done(requests.raise, aDraft(new Date(), { patientId: 'Canary' }))).id
  const approve = (id: string) => client.done(requests.approve, { id, version: 1 })
  return { hospital, client, staff: service.as(staff), path, hook, secret, raise, approve }
}

const at = (path: string) => peer.all.filter((one) => one.path === path)
const typesAt = (path: string) => at(path).map(({ body }) => body.type)
const arrived = (path: string, types: string[]) =>
  vi.waitFor(() => expect(typesAt(path)).toEqual(types), soon)
const rowsOf = (hookId: number) =>
  service.db
    .selectFrom('hookDeliveries')
    .selectAll()
    .where('hookId', '=', hookId)
    .orderBy('eventId')
    .execute()
const become = (hookId: number, what: object[]) =>
  vi.waitFor(async () => expect(await rowsOf(hookId)).toMatchObject(what), soon)
/** What waits for its next try is due now. */
const hurry = (hookId: number) =>
  sql`update hook_deliveries set next_at = now() where hook_id = ${hookId} and state in ('waiting', 'failed')`.execute(
    service.db,
  )
const hookOf = async (client: ReturnType<TestService['as']>, id: number) =>
  (await client.done(hooks.list, {})).items.find((one) => one.id === id)

test('AMB-320 what happens to an order reaches the hook signed, in its order, and says nothing of the patient', async () => {
  const { path, secret, hook, raise, approve, client } = await aHospitalWithHook()
  const id = await raise()
  await approve(id)
  await arrived(path, ['order.raised', 'order.approved'])
  const verifier = new Webhook(secret)
  for (const one of at(path)) {
    const headers = Object.fromEntries(
      Object.entries(one.headers).map(([name, value]) => [name, String(value)]),
    )
    expect(verifier.verify(one.text, headers)).toEqual(one.body)
    expect(one.body).toEqual({
      type: expect.any(String),
      timestamp: expect.stringMatching(/Z$/),
      data: {
        ...{ topic: 'requests', id, kind: one.body.type, version: expect.any(Number) },
        link: `${service.settings.publicUrl}/fhir/ServiceRequest/${id}`,
      },
    })
    expect(one.text).not.toContain('Canary')
    const bent = { ...headers, 'webhook-id': 'msg_1_1' }
    expect(() => verifier.verify(one.text, bent)).toThrow()
  }
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await become(hook.id, [
    { state: 'delivered', code: 204, tries: 1 },
    { state: 'delivered', code: 204, tries: 1 },
  ])
  const { items } = await client.done(hooks.deliveries, { id: hook.id })
  expect(items).toMatchObject([
    { kind: 'order.approved', subject: id, code: 204, nextAt: null },
    { kind: 'order.raised', subject: id, code: 204, nextAt: null },
  ])
  expect(await hookOf(client, hook.id)).toMatchObject({ failures: 0, waiting: 0, state: 'on' })
})

test('AMB-320 each is told of what is theirs: a hospital of its own, a bank while it is linked, the provider of all', async () => {
  const kinds: HookKind[] = ['order.approved', 'order.linked']
  const [one, other] = [await aHospitalWithHook(kinds), await aHospitalWithHook(kinds)]
  const bank = await aBank(service.db)
  await anAccount(service.db, { email: `${bank.id}_bloodbank` })
  const bankPath = `/bank${nextNumber()}`
  const bankClient = service.as(`${bank.id}_bloodbank`)
  await bankClient.done(hooks.make, {
    url: peer.url(bankPath),
    kinds: ['order.linked', 'order.withdrawn', 'order.status', 'order.approved'],
  })
  const allPath = `/provider${nextNumber()}`
  await provider().done(hooks.make, { url: peer.url(allPath), kinds: [...hookKindIds] })
  const id = await one.raise()
  await one.approve(id)
  const { request } = await provider().done(orders.link, wishFor({ id, bankId: bank.id }))
  await arrived(bankPath, ['order.linked'])
  await arrived(one.path, ['order.approved', 'order.linked'])
  await arrived(allPath, ['order.raised', 'order.approved', 'order.linked'])
  // each may read what its word points to
  for (const [client, path] of [
    [one.client, one.path],
    [bankClient, bankPath],
    [provider(), allPath],
  ] as const) {
    const { href } = new URL(at(path).at(-1)?.body.data.link ?? '')
    const { status, text } = await client.raw('GET', href.replace(service.settings.publicUrl, ''))
    expect([status, text.includes(id)]).toEqual([200, true])
  }
  await bankClient.done(issuing.refuse, { id, version: request.version, reason: 'No platelets today' })
  await arrived(allPath, [
    'order.raised',
    'order.approved',
    'order.linked',
    'order.refused',
    'order.withdrawn',
  ])
  await arrived(bankPath, ['order.linked', 'order.withdrawn'])
  await arrived(one.path, ['order.approved', 'order.linked'])
  expect(at(other.path)).toEqual([])
  // nor of a hook that is not theirs
  for (const row of [hooks.deliveries, hooks.tryIt])
    expect((await other.client.call(row, { id: one.hook.id })).status).toBe(404)
})

test('AMB-321 a later word of an order waits for the earlier; other orders do not', async () => {
  const { path, hook, raise, approve } = await aHospitalWithHook()
  peer.behave('fail', path)
  const first = await raise()
  await become(hook.id, [{ state: 'failed', code: 500, tries: 1 }])
  // however long this machine takes
  await sql`update hook_deliveries set next_at = now() + interval '1 hour' where hook_id = ${hook.id}`.execute(
    service.db,
  )
  await approve(first)
  peer.behave('accept', path)
  const second = await raise()
  await approve(second)
  await arrived(path, ['order.raised', 'order.approved'])
  expect(new Set(at(path).map(({ body }) => body.data.id))).toEqual(new Set([second]))
  // what is still in hand would be hurried too, and told twice
  await become(hook.id, [{}, {}, { state: 'delivered' }, { state: 'delivered' }])
  await hurry(hook.id)
  await arrived(path, ['order.raised', 'order.approved', 'order.raised', 'order.approved'])
  expect(at(path).map(({ body }) => body.data.id)).toEqual([second, second, first, first])
})

test.each([
  ['redirect', { code: 307, fault: null }],
  ['hang-up', { code: null, fault: 'no-connection' }],
  ['fail', { code: 500, fault: null }],
] as const)('AMB-321 a peer that would %s has not taken it, and is asked again', async (behaviour, what) => {
  const { path, hook, raise, client } = await aHospitalWithHook()
  peer.behave(behaviour, path)
  await raise()
  await become(hook.id, [{ state: 'failed', tries: 1, ...what }])
  expect(await hookOf(client, hook.id)).toMatchObject({ failures: 1, waiting: 1, state: 'on' })
  peer.behave('accept', path)
  await hurry(hook.id)
  await become(hook.id, [{ state: 'delivered', tries: 2 }])
  expect(await hookOf(client, hook.id)).toMatchObject({ failures: 0, waiting: 0 })
  expect(peer.tries('/elsewhere')).toBe(0)
})

test('AMB-321 one that hangs holds up nobody else; one that answers late or without end has answered', async () => {
  const [hanging, late, huge] = [
    await aHospitalWithHook(),
    await aHospitalWithHook(),
    await aHospitalWithHook(),
  ]
  peer.behave('hang', hanging.path)
  peer.behave('late', late.path)
  peer.behave('huge', huge.path)
  for (let nth = 0; nth < 6; nth++) await hanging.raise()
  await vi.waitFor(() => expect(peer.tries(hanging.path)).toBeGreaterThanOrEqual(3), soon)
  await Promise.all([late.raise(), huge.raise()])
  await become(late.hook.id, [{ state: 'delivered', code: 204 }])
  await become(huge.hook.id, [{ state: 'delivered', code: 200 }])
  // six would be under way if it were not kept to few
  expect(peer.mostAtOnce(hanging.path)).toBeLessThanOrEqual(4)
  await vi.waitFor(async () => {
    const rows = await rowsOf(hanging.hook.id)
    expect(rows.filter(({ fault }) => fault === 'no-answer').length).toBeGreaterThanOrEqual(3)
  }, soon)
}, 30_000)

test('AMB-322 who answers 410 is called no more, and the owner hears of it', async () => {
  const { path, hook, raise, client, hospital } = await aHospitalWithHook()
  peer.behave('gone', path)
  await raise()
  await vi.waitFor(
    async () => expect(await hookOf(client, hook.id)).toMatchObject({ state: 'stopped' }),
    soon,
  )
  await raise()
  expect(peer.tries(path)).toBe(1)
  expect(await rowsOf(hook.id)).toMatchObject([{ state: 'given-up', code: 410 }])
  await vi.waitFor(async () => {
    const news = await service.db
      .selectFrom('news')
      .select(['kind', 'title'])
      .where('reader', '=', `place ${hospital.id}`)
      .where('kind', '=', 'hook-stopped')
      .execute()
    expect(news).toEqual([{ kind: 'hook-stopped', title: 'A hook was switched off' }])
  }, soon)
  const mail = await service.db
    .selectFrom('notifications')
    .select(['recipient', 'body'])
    .where('kind', '=', 'hook-stopped')
    .where('recipient', '=', hospital.email ?? '')
    .execute()
  expect(mail).toMatchObject([{ body: expect.stringContaining('nobody takes it any more') }])
})

test('AMB-322 after three days in vain it is dead; a word that only that one was refused is given up alone', async () => {
  const { path, hook, raise, client } = await aHospitalWithHook()
  peer.behave('fail', path)
  await raise()
  await become(hook.id, [{ state: 'failed' }])
  const exhaust = () =>
    sql`update hook_deliveries set tries = ${waits.length}, first_at = now() - interval '3 days', next_at = now()
      where hook_id = ${hook.id} and state = 'failed'`.execute(service.db)
  await service.db.updateTable('hooks').set({ lastTakenAt: new Date() }).where('id', '=', hook.id).execute()
  await exhaust()
  await become(hook.id, [{ state: 'given-up' }])
  expect(await hookOf(client, hook.id)).toMatchObject({ state: 'on' })
  await raise()
  await become(hook.id, [{ state: 'given-up' }, { state: 'failed' }])
  await service.db.updateTable('hooks').set({ lastTakenAt: null }).where('id', '=', hook.id).execute()
  await exhaust()
  await vi.waitFor(
    async () => expect(await hookOf(client, hook.id)).toMatchObject({ state: 'stopped' }),
    soon,
  )
})

test('AMB-320 nothing is sent after it was switched off, nor what waited then; on again, what comes after', async () => {
  const { path, hook, raise, client } = await aHospitalWithHook()
  peer.behave('fail', path)
  await raise()
  await become(hook.id, [{ state: 'failed' }])
  peer.behave('accept', path)
  const off = await client.done(hooks.switch, { id: hook.id, version: hook.version, isOn: false })
  expect(off).toMatchObject({ state: 'off', waiting: 0 })
  await raise()
  await hurry(hook.id)
  const again = await client.call(hooks.switch, { id: hook.id, version: off.version, isOn: false })
  expect([again.status, again.refusal?.code]).toEqual([409, 'off-already'])
  await client.done(hooks.switch, { id: hook.id, version: off.version, isOn: true })
  const third = await raise()
  await vi.waitFor(() => expect(at(path).map(({ body }) => body.data.id)).toEqual([third]), soon)
})

test('AMB-323 with a turned secret both sign for a day, and then the new one alone', async () => {
  const { path, hook, secret, client } = await aHospitalWithHook()
  const turned = await client.done(hooks.turn, { id: hook.id, version: hook.version })
  const stale = await client.call(hooks.turn, { id: hook.id, version: hook.version })
  expect([stale.status, stale.refusal?.code]).toEqual([409, 'changed-meanwhile'])
  const verifies = async (by: string) => {
    const before = at(path).length
    await client.done(hooks.tryIt, { id: hook.id })
    const { text, headers } = at(path)[before] ?? { text: '', headers: {} }
    const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    try {
      new Webhook(by).verify(text, plain)
      return true
    } catch {
      return false
    }
  }
  expect([await verifies(secret), await verifies(turned.secret)]).toEqual([true, true])
  await service.db.updateTable('hooks').set({ oldUntil: new Date() }).where('id', '=', hook.id).execute()
  expect([await verifies(secret), await verifies(turned.secret)]).toEqual([false, true])
})

test('AMB-323 neither secret nor address stands in an event, in a kept answer or in a list', async () => {
  const { hook, secret, client } = await aHospitalWithHook()
  const turned = await client.done(
    hooks.turn,
    { id: hook.id, version: hook.version },
    { idempotencyKey: `turn-${hook.id}-again` },
  )
  const list = JSON.stringify(await client.done(hooks.list, {}))
  const { rows: kept } = await sql<{ text: string }>`
    select detail::text as text from events where subject_kind = 'hook'
    union all select answer::text from idempotency_keys where answer is not null
    union all select row_to_json(hooks)::text from hooks`.execute(service.db)
  const all = kept.map(({ text }) => text).join('\n')
  for (const one of [secret, turned.secret])
    for (const text of [list, all]) expect(text).not.toContain(one.slice('whsec_'.length, -1))
  const { rows: told } = await sql<{ text: string }>`
    select detail::text as text from events where subject_kind = 'hook' and subject_id = ${String(hook.id)}`.execute(
    service.db,
  )
  expect(told.every(({ text }) => !text.includes(new URL(hook.url).pathname))).toBe(true)
})

test('AMB-324 a day is replayed once, by the same ids; asked while it runs, that is told', async () => {
  const { path, hook, raise, approve, client } = await aHospitalWithHook()
  const id = await raise()
  await approve(id)
  await become(hook.id, [{ state: 'delivered' }, { state: 'delivered' }])
  peer.behave('fail', path)
  const from = new Date(Date.now() - 3_600_000)
  const ask = (change: object = {}) => client.call(hooks.replay, { id: hook.id, from, ...change })
  expect(await client.done(hooks.replay, { id: hook.id, from })).toEqual({ deliveries: 2 })
  const second = await ask()
  expect([second.status, second.refusal?.code]).toEqual([409, 'replay-running'])
  peer.behave('accept', path)
  await hurry(hook.id)
  await arrived(path, ['order.raised', 'order.approved', 'order.raised', 'order.approved'])
  const ids = at(path).map((one) => one.id)
  expect(ids.slice(2)).toEqual(ids.slice(0, 2))
  await become(hook.id, [{ state: 'delivered' }, { state: 'delivered' }])
  const day = 86_400_000
  for (const [change, code] of [
    [{ from: new Date(Date.now() - 31 * day) }, 'too-long-ago'],
    [{ from: new Date(Date.now() + day) }, 'in-future'],
    [{ until: new Date(from.getTime() + day + 1) }, 'window-too-long'],
    [{ until: from }, 'ends-before-it-begins'],
  ] as const)
    expect((await ask(change)).refusal?.code).toBe(code)
})

test('AMB-320 Try it tells code and time, also of a hook that is off', async () => {
  const { path, hook, client } = await aHospitalWithHook()
  const off = await client.done(hooks.switch, { id: hook.id, version: hook.version, isOn: false })
  expect(off.state).toBe('off')
  expect(await client.done(hooks.tryIt, { id: hook.id })).toEqual({
    code: 204,
    fault: null,
    tookMs: expect.any(Number),
  })
  expect(typesAt(path)).toEqual(['test.ping'])
  peer.behave('fail', path)
  expect(await client.done(hooks.tryIt, { id: hook.id })).toMatchObject({ code: 500 })
  await service.db
    .updateTable('hooks')
    .set({ url: 'https://192.168.0.1/x' })
    .where('id', '=', hook.id)
    .execute()
  expect(await client.done(hooks.tryIt, { id: hook.id })).toMatchObject({ code: null, fault: 'not-called' })
})

test('AMB-320 without a kind, with one that is not theirs, to the same address or past ten it is refused', async () => {
  const { client, hook, path } = await aHospitalWithHook()
  const make = (change: object) =>
    client.call(hooks.make, { url: peer.url(`/more${nextNumber()}`), kinds: ['order.linked'], ...change })
  expect((await make({ kinds: [] })).refusal?.code).toBe('no-kinds')
  expect((await make({ kinds: ['order.withdrawn'] })).refusal?.code).toBe('kind-not-yours')
  expect((await make({ url: peer.url(path) })).refusal?.code).toBe('same-address')
  const made = await Promise.all(Array.from({ length: 12 }, () => make({})))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(9)
  expect(made.find(({ status }) => status === 409)?.refusal?.code).toBe('too-many-hooks')
  const [other] = (await client.done(hooks.list, {})).items.filter(({ id }) => id !== hook.id)
  const draft = { url: hook.url, kinds: hook.kinds }
  const same = await client.call(hooks.change, { ...draft, id: other?.id ?? 0, version: 1 })
  expect(same.refusal?.code).toBe('same-address')
  const changed = await client.done(hooks.change, {
    ...{ id: hook.id, version: 1, url: hook.url, kinds: ['order.linked'] },
  })
  expect(changed).toMatchObject({ kinds: ['order.linked'], version: 2 })
})

test('AMB-147 a hospital that was suspended is told nothing', async () => {
  const { path, hook, hospital, raise } = await aHospitalWithHook()
  peer.behave('fail', path)
  await raise()
  await become(hook.id, [{ state: 'failed' }])
  peer.behave('accept', path)
  await sql`update organisations set account_status = 'suspended' where id = ${hospital.id}`.execute(
    service.db,
  )
  await hurry(hook.id)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(at(path)).toEqual([])
})
