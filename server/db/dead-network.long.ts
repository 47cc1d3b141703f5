import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { closeLater } from '#testing/harness/closing.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'

/** A way to the database on which everything can be swallowed: no answer, and no word that there will be none. */
async function aWayTo(url: string) {
  const { hostname, port } = new URL(url)
  const swallowed = new WeakSet<Socket>()
  const lines = new Set<Socket>()
  let isOpen = true
  const server = createServer((near) => {
    lines.add(near)
    near.on('error', () => undefined)
    if (!isOpen) return
    const far = connect(Number(port), hostname)
    const unlessSwallowed = (act: () => void) => void (swallowed.has(near) || act())
    far.on('error', () => undefined)
    near.on('data', (bytes) => unlessSwallowed(() => far.write(bytes)))
    far.on('data', (bytes) => unlessSwallowed(() => near.write(bytes)))
    near.on('close', () => far.destroy())
    far.on('close', () => unlessSwallowed(() => near.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(async () => {
    for (const line of lines) line.destroy()
    server.close()
  })
  const near = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: Object.assign(new URL(url), { host: near }).href,
    /** Those that are open stay so and say nothing any more; nor do new ones. */
    swallow() {
      isOpen = false
      for (const line of lines) swallowed.add(line)
    },
    /** New ones come through again. */
    heal() {
      isOpen = true
    },
    /** At last it is told that the old ones are dead, so that nobody waits for them. */
    cut() {
      for (const line of lines) if (swallowed.has(line)) line.destroy()
    },
  }
}

test('X06 X19 calls are told within seconds that the database does not answer; they and the jobs find it again', {
  timeout: 120_000,
}, async () => {
  const clone = await cloneDatabase('people')
  const way = await aWayTo(clone.url)
  const service = await aService({ databaseUrl: way.url })
  closeLater(() => clone.drop())
  const client = service.as('firm')
  const list = () => client.call(requests.list, {})
  expect((await list()).status).toBe(200)

  way.swallow()
  const began = performance.now()
  expect((await list()).status).toBe(503)
  expect(performance.now() - began).toBeLessThan(10_000)
  way.heal()
  await expect.poll(async () => (await list()).status, { timeout: 20_000 }).toBe(200)
  const { id } = await service.as('firm_pilot').done(requests.raise, aDraft(service.clock.now()))
  const isSent = () => service.mails.all.some(({ text }) => text.includes(id))
  await expect.poll(isSent, { timeout: 60_000 }).toBe(true)
  way.cut()
})
