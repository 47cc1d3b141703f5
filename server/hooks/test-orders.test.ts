import { afterAll, expect, test, vi } from 'vitest'
import { hooks } from '#contract/hooks.ts'
import { keys } from '#contract/keys.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { hookBodies } from '#domain/hooks/bodies.ts'
import { aService } from '#testing/harness/service.ts'
import { wishFor } from '#testing/makers/linked-orders.ts'
import { aBank, aDraft, anAccount, aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'
import { hookPeer } from '#testing/peers/hook-peer.ts'

// by the real clock: what is due is asked of the database
const peer = await hookPeer()
afterAll(() => peer.close())
const service = await aService({ settings: peer.settings })
const provider = service.as('bloodsupport')

const kinds: ('order.raised' | 'order.cancelled')[] = ['order.raised', 'order.cancelled']
type Wish = Parameters<typeof provider.done<typeof hooks.make>>[1]

async function aHook(client: typeof provider, wish: Omit<Wish, 'url'>) {
  const path = `/tests${nextNumber()}`
  const { hook } = await client.done(hooks.make, { url: peer.url(path), ...wish })
  return { path, hook }
}
async function aRehearsing(withTests: boolean) {
  const { admin, staff } = await aStaffedHospital(service.db)
  const client = service.as(admin)
  const { key } = await client.done(keys.make, {
    name: 'Trial',
    scopes: ['orders:read', 'orders:write'],
    isTest: true,
  })
  const draft = () => aDraft(new Date())
  return {
    client,
    ...(await aHook(client, { kinds, ...(withTests ? { withTests } : {}) })),
    trial: service.withKey(key),
    rehearse: async () => (await service.withKey(key).done(requests.raise, draft())).id,
    raise: async () => (await service.as(staff).done(requests.raise, draft())).id,
  }
}
const at = (path: string) => peer.all.filter((one) => one.path === path)
const toldAt = (path: string) => at(path).map(({ body }) => [body.type, body.data.id, body.test ?? false])
const arrived = (path: string, told: unknown[]) =>
  vi.waitFor(() => expect(toldAt(path)).toEqual(told), { timeout: 15_000, interval: 50 })

test('AMB-418 a hook hears of orders raised with its owner’s test keys where that was ticked, each marked; others never', async () => {
  const [with_, without, other] = [await aRehearsing(true), await aRehearsing(false), await aRehearsing(true)]
  const all = await aHook(provider, { kinds, withTests: true })
  const quiet = await aHook(provider, { kinds })
  const trial = await with_.rehearse()
  await with_.trial.done(requests.cancel, { id: trial, version: 1, reason: 'Rehearsed' })
  const unheard = await without.rehearse()
  const real = await without.raise()
  const own = await with_.raise()
  // the last of each is the proof that what is not there was not sent
  await arrived(without.path, [['order.raised', real, false]])
  await arrived(with_.path, [
    ['order.raised', trial, true],
    ['order.cancelled', trial, true],
    ['order.raised', own, false],
  ])
  await arrived(quiet.path, [
    ['order.raised', real, false],
    ['order.raised', own, false],
  ])
  await vi.waitFor(() => expect(at(all.path)).toHaveLength(5), { timeout: 15_000 })
  expect(toldAt(all.path)).toContainEqual(['order.raised', unheard, true])
  expect(at(other.path)).toEqual([])
  for (const { body } of peer.all) expect(hookBodies[body.type as 'order.raised'].parse(body)).toEqual(body)
  // it is read with the key that raised it
  const { pathname } = new URL(at(with_.path)[0]?.body.data.link ?? '')
  expect((await with_.trial.raw('GET', pathname)).status).toBe(200)

  const told = at(with_.path).length
  await with_.client.done(hooks.replay, { id: with_.hook.id, from: new Date(Date.now() - 3_600_000) })
  await vi.waitFor(() => expect(at(with_.path)).toHaveLength(2 * told), { timeout: 15_000 })
  expect(toldAt(with_.path).filter(([, , isTest]) => isTest)).toHaveLength(4)
  expect(
    (await without.client.done(hooks.replay, { id: without.hook.id, from: new Date(Date.now() - 3_600_000) }))
      .deliveries,
  ).toBe(1)
})

test('AMB-418 a bank hears of a test order that is linked to it where that was ticked', async () => {
  const bank = await aBank(service.db)
  await anAccount(service.db, { email: `${bank.id}_bloodbank` })
  const client = service.as(`${bank.id}_bloodbank`)
  const ticked = await aHook(client, { kinds: ['order.linked'], withTests: true })
  const unticked = await aHook(client, { kinds: ['order.linked'] })
  const { rehearse, raise, client: admin } = await aRehearsing(false)
  const link = (id: string) => provider.done(orders.link, wishFor({ id, bankId: bank.id }))
  const [trial, real] = [await rehearse(), await raise()]
  await provider.done(orders.move, { id: trial, version: 1, status: 'hospital-admin-approved' })
  await link(trial)
  await admin.done(requests.approve, { id: real, version: 1 })
  await link(real)
  await arrived(unticked.path, [['order.linked', real, false]])
  await arrived(ticked.path, [
    ['order.linked', trial, true],
    ['order.linked', real, false],
  ])
})

test('AMB-418 a page that knows nothing of it leaves it as it is', async () => {
  const { client, hook } = await aRehearsing(true)
  const change = { id: hook.id, url: hook.url, kinds }
  const left = await client.done(hooks.change, { ...change, version: 1 })
  expect([hook.withTests, left.withTests]).toEqual([true, true])
  const { withTests } = await client.done(hooks.change, { ...change, version: 2, withTests: false })
  expect(withTests).toBe(false)
})
