import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hooks } from '#contract/hooks.ts'
import { requests } from '#contract/requests.ts'
import { type AppProcess, startApp } from '#testing/harness/process.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { theSecret } from '#testing/makers/sessions.ts'
import { type HookPeer, hookPeer } from '#testing/peers/hook-peer.ts'

const soon = { timeout: 90_000, interval: 100 }

async function aWorker({ databaseUrl }: TestService, peer: HookPeer): Promise<AppProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-worker-'))
  const worker = await startApp({
    ...{ ROLE: 'worker', DATABASE_URL: databaseUrl, DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'info' },
    AUTH_SECRET: theSecret,
    ...peer.settings,
  })
  onTestFinished(async () => {
    await worker.signal('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  return worker
}

/** A worker that dies with something in hand gives it up after a minute: this one is over. */
const letAMinutePass = ({ db }: TestService) =>
  sql`update hook_deliveries set next_at = next_at - interval '61 s' where state in ('waiting', 'failed')`.execute(
    db,
  )

test('AMB-321 X19 workers that are killed while they send lose nothing: each word at least once, of each order in order', async () => {
  const peer = await hookPeer()
  onTestFinished(() => peer.close())
  const service = await aService({ settings: { ROLE: 'web', ...peer.settings }, isSettling: false })
  const [staff, admin] = [service.as('firm_pilot'), service.as('firm')]
  const { hook, secret } = await admin.done(hooks.make, {
    url: peer.url('/killed'),
    kinds: ['order.raised', 'order.approved', 'order.cancelled'],
  })
  // taken, and the worker never hears that it was
  peer.behave('take-and-hang')
  const workers = [await aWorker(service, peer)]
  const ids: string[] = []
  for (let nth = 0; nth < 10; nth++) {
    const { id } = await staff.done(requests.raise, aDraft(new Date()))
    await admin.done(requests.approve, { id, version: 1 })
    ids.push(id)
  }
  await peer.next(30_000)
  await workers[0]?.signal('SIGKILL')
  const afterKill = await service.db
    .selectFrom('hookDeliveries')
    .select('state')
    .where('state', '=', 'delivered')
    .execute()
  expect(afterKill).toEqual([])
  // once more, while some are taken and some are on their way
  peer.behave('late')
  await letAMinutePass(service)
  workers.push(await aWorker(service, peer))
  await vi.waitFor(() => expect(peer.all.length).toBeGreaterThan(5), soon)
  await workers[1]?.signal('SIGKILL')
  for (const id of ids.slice(0, 5))
    await admin.done(requests.cancel, { id, version: 2, reason: 'Not needed any more' })
  peer.behave('accept')
  await letAMinutePass(service)
  workers.push(await aWorker(service, peer), await aWorker(service, peer))
  await vi.waitFor(async () => {
    const rows = await service.db.selectFrom('hookDeliveries').select(['state']).execute()
    expect(rows.map(({ state }) => state)).toEqual(Array(25).fill('delivered'))
  }, soon)

  for (const id of ids) {
    const told = peer.all.filter(({ body }) => body.data.id === id)
    const eventIds = told.map((one) => Number(one.id.split('_')[2]))
    expect(eventIds).toEqual(eventIds.toSorted((one, other) => one - other))
    const expected = ['order.raised', 'order.approved', ...(ids.indexOf(id) < 5 ? ['order.cancelled'] : [])]
    expect([...new Set(told.map(({ body }) => body.type))]).toEqual(expected)
    // what comes twice can be known by its id
    expect(new Set(told.map((one) => one.id)).size).toBe(expected.length)
  }
  const verifier = new Webhook(secret)
  for (const { text, headers } of peer.all)
    verifier.verify(
      text,
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    )
  for (const worker of workers) {
    expect(worker.printed()).not.toContain(secret.slice(6))
    expect(worker.printed()).not.toContain(hook.url)
  }
}, 240_000)
