import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { closeLater } from '#testing/harness/closing.ts'
import { generous, trafficIn } from '#testing/harness/crash-house.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { noHarm } from '#testing/harness/harm.ts'
import { aService } from '#testing/harness/service.ts'
import { thePlaces } from '#testing/harness/traffic.ts'
import { harmIn } from '#testing/harness/whole.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { postgresLine } from '#testing/peers/postgres-line.ts'
import { openDatabase } from './database.ts'

test('X06 X19 calls are told within seconds that the database does not answer; they and the jobs find it again', {
  timeout: 120_000,
}, async () => {
  const clone = await cloneDatabase('people')
  const line = await postgresLine(clone.url)
  const service = await aService({ databaseUrl: line.url })
  closeLater(() => clone.drop())
  const client = service.as('firm')
  const list = () => client.call(requests.list, {})
  expect((await list()).status).toBe(200)

  line.swallow()
  const began = performance.now()
  expect((await list()).status).toBe(503)
  expect(performance.now() - began).toBeLessThan(10_000)
  line.heal()
  await expect.poll(async () => (await list()).status, { timeout: 20_000 }).toBe(200)
  const { id } = await service.as('firm_pilot').done(requests.raise, aDraft(service.clock.now()))
  const isSent = () => service.mails.all.some(({ text }) => text.includes(id))
  await expect.poll(isSent, { timeout: 60_000 }).toBe(true)
  line.cut()
})

test('X04 X06 the database is silent under traffic, for 10 seconds and for 30: nothing is lost, doubled or half done, no connection is left behind, and an open stream goes on', {
  timeout: 6 * 60_000,
}, async () => {
  const clone = await cloneDatabase('people')
  const line = await postgresLine(clone.url)
  const service = await aService({
    databaseUrl: line.url,
    isSettling: false,
    settings: { TRUST_PROXY: '1', ...generous },
  })
  closeLater(() => clone.drop())
  // past the line: who looks afterwards, and who makes the people
  const straight = openDatabase(clone.url, { connections: 2, onError: () => undefined })
  closeLater(straight.close)
  const as = (email: string | null) => [email === null ? service.anonymous : service.as(email)]
  const places = await thePlaces(straight.db, 8, as)
  const stream = await places.provider[0]?.live()
  const traffic = trafficIn(places)
  const ofTheApp = async () => {
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
      where datname = current_database() and application_name like 'crossmatch%'`.execute(straight.db)
    return rows[0]?.open ?? 0
  }
  await traffic.after(100)
  // all that it may have
  await Promise.all(Array.from({ length: 60 }, () => service.as('firm').call(requests.list, {})))
  const before = { here: line.open(), there: await ofTheApp() }
  for (const seconds of [10, 30]) {
    const { refused } = traffic.witness
    line.swallow()
    await sleep(seconds * 1_000)
    line.heal()
    expect(traffic.witness.refused).toBeGreaterThan(refused)
    await traffic.after(100)
    const heard = stream?.all.length ?? 0
    await traffic.after(50)
    await expect.poll(() => stream?.all.length).toBeGreaterThan(heard)
  }
  await expect.poll(() => line.open(), { timeout: 30_000 }).toBeLessThanOrEqual(before.here)
  line.cut()
  await expect.poll(ofTheApp, { timeout: 30_000 }).toBeLessThanOrEqual(before.there)
  stream?.close()
  const witness = await traffic.stop()
  expect(await harmIn(straight.db, witness)).toEqual(noHarm())
  expect(witness.slowestMs).toBeLessThan(20_000)
})

test('X07 a database that is 200 ms away each way: every call is answered, the server stays ready, and none is repeated', {
  timeout: 180_000,
}, async () => {
  const clone = await cloneDatabase('people')
  const line = await postgresLine(clone.url)
  const service = await aService({ databaseUrl: line.url, isSettling: false, settings: { ROLE: 'web' } })
  closeLater(() => clone.drop())
  const [staff, admin] = [service.as('firm_pilot'), service.as('firm')]
  await Promise.all([staff.cookies(), admin.cookies()])
  line.delay(200)
  const reads: number[] = []
  const writes: number[] = []
  const timed = async (times: number[], call: () => Promise<{ status: number }>) => {
    const began = performance.now()
    expect((await call()).status).toBe(200)
    times.push(performance.now() - began)
  }
  async function work(): Promise<void> {
    for (let round = 0; round < 5; round++) {
      await timed(reads, () => admin.call(requests.list, {}))
      let id = ''
      await timed(writes, async () => {
        const answer = await staff.call(requests.raise, aDraft(service.clock.now()))
        id = answer.body.id
        return answer
      })
      await timed(writes, () => admin.call(requests.approve, { id, version: 1 }))
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  // a reading is two round trips and an act some six, each of 400 ms, the first on a new connection more
  expect(Math.max(...reads)).toBeLessThan(4_000)
  expect(Math.max(...writes)).toBeLessThan(7_000)
})
