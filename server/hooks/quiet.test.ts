import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hooks } from '#contract/hooks.ts'
import { requests } from '#contract/requests.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aDraft, aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'
import { type HookPeer, hookPeer } from '#testing/peers/hook-peer.ts'

const soon = { timeout: 15_000, interval: 50 }
let peer: HookPeer
let service: TestService
// by the real clock: a date in Retry-After is one of it
beforeAll(async () => {
  peer = await hookPeer()
  service = await aService({ settings: peer.settings })
})
afterAll(() => peer.close())

async function aHospitalWithHook() {
  const { admin, staff } = await aStaffedHospital(service.db)
  const client = service.as(admin)
  const path = `/quiet${nextNumber()}`
  const { hook } = await client.done(hooks.make, {
    url: peer.url(path),
    kinds: ['order.raised', 'order.approved'],
  })
  const raise = async () => (await service.as(staff).done(requests.raise, aDraft(new Date()))).id
  const approve = (id: string) => client.done(requests.approve, { id, version: 1 })
  const quietUntil = async () =>
    (await client.done(hooks.list, {})).items.find(({ id }) => id === hook.id)?.quietUntil
  return { client, path, hook, raise, approve, quietUntil }
}

const at = (path: string) => peer.all.filter((one) => one.path === path)
const rowsOf = (hookId: number) =>
  service.db
    .selectFrom('hookDeliveries')
    .select(['state', 'code', 'tries'])
    .where('hookId', '=', hookId)
    .execute()
/** What waits for its next try is due now. */
const hurry = (hookId: number) =>
  sql`update hook_deliveries set next_at = now() where hook_id = ${hookId} and state in ('waiting', 'failed')`.execute(
    service.db,
  )

test('AMB-356 who answers 429 or 503 with Retry-After is called with nothing before it; then with all, in their order', async () => {
  const { path, hook, raise, approve, quietUntil } = await aHospitalWithHook()
  const inAnHour = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000)
  const answers = [
    { code: 429, retryAfter: '3600' },
    { code: 503, retryAfter: inAnHour.toUTCString() },
  ]
  for (const answer of answers) {
    peer.behave(answer, path)
    const tried = peer.tries(path)
    const [first, other] = [await raise(), await raise()]
    await vi.waitFor(async () => expect(isInAnHour(await quietUntil())).toBe(true), soon)
    // two may have been under way when the first was answered
    const underWay = async () =>
      (await rowsOf(hook.id)).filter(({ state, tries }) => state === 'waiting' && tries > 0)
    await vi.waitFor(async () => expect(await underWay()).toEqual([]), soon)
    const few = peer.tries(path)
    expect(few - tried).toBeLessThanOrEqual(2)
    await approve(first)
    await hurry(hook.id)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(peer.tries(path)).toBe(few)
    const waiting = (await rowsOf(hook.id)).filter(({ state }) => state === 'failed')
    expect(waiting.some(({ code }) => code === answer.code)).toBe(true)
    peer.behave('accept', path)
    await sql`update hooks set quiet_until = now() where id = ${hook.id}`.execute(service.db)
    await hurry(hook.id)
    await vi.waitFor(() => {
      const told = at(path).filter(({ body }) => [first, other].includes(body.data.id))
      expect(told).toHaveLength(3)
    }, soon)
    const kinds = at(path).filter(({ body }) => body.data.id === first)
    expect(kinds.map(({ body }) => body.type)).toEqual(['order.raised', 'order.approved'])
    await sql`update hooks set quiet_until = null where id = ${hook.id}`.execute(service.db)
  }
}, 60_000)

const isInAnHour = (until: Date | null | undefined): boolean =>
  until != null && Math.abs(until.getTime() - Date.now() - 3_600_000) < 20_000

test('AMB-356 another address, or switching it on again, ends the quiet', async () => {
  const { path, hook, client } = await aHospitalWithHook()
  const hush = () =>
    sql`update hooks set quiet_until = now() + interval '1 hour' where id = ${hook.id}`.execute(service.db)
  const { id, url, kinds } = hook
  await hush()
  const same = await client.done(hooks.change, { id, version: 1, url, kinds: ['order.linked'] })
  expect(same.quietUntil).not.toBeNull()
  const moved = await client.done(hooks.change, { id, version: 2, url: peer.url(`${path}-new`), kinds })
  expect(moved.quietUntil).toBeNull()
  await hush()
  const off = await client.done(hooks.switch, { id, version: 3, isOn: false })
  const on = await client.done(hooks.switch, { id, version: off.version, isOn: true })
  expect(on.quietUntil).toBeNull()
})

test('AMB-356 what waits goes to another address at once, and what the old one answers says nothing of it', async () => {
  const { path, hook, raise, client } = await aHospitalWithHook()
  const { id, kinds } = hook
  peer.behave('hang', path)
  await raise()
  await vi.waitFor(() => expect(peer.tries(path)).toBe(1), soon)
  await client.done(hooks.change, { id, version: 1, url: peer.url(`${path}-new`), kinds })
  await vi.waitFor(() => expect(at(`${path}-new`)).toHaveLength(1), soon)
  await vi.waitFor(
    async () => expect(await rowsOf(id)).toMatchObject([{ state: 'delivered', tries: 1 }]),
    soon,
  )
}, 30_000)

test('AMB-323 tried by many at once, each try is answered and told of', async () => {
  const { hook, client } = await aHospitalWithHook()
  const tries = await Promise.all(Array.from({ length: 6 }, () => client.call(hooks.tryIt, { id: hook.id })))
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200]))
  const told = service.db.selectFrom('events').select('id').where('kind', '=', 'hook-tried')
  expect(await told.where('subjectId', '=', String(hook.id)).execute()).toHaveLength(6)
})
