import { expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { closeLater } from '#testing/harness/closing.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { postgresLine } from '#testing/peers/postgres-line.ts'

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
