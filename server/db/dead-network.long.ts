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
