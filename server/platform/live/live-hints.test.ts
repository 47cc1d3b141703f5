import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { closeLater } from '#testing/harness/closing.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { openDatabase } from '../../db/database.ts'
import { startLive } from './live.ts'

/** A line to the database on which all that is said can be held up for a while. */
async function aSlowLineTo(url: string) {
  const { hostname, port } = new URL(url)
  const near = new Set<Socket>()
  const server = createServer((line) => {
    const far = connect(Number(port), hostname)
    near.add(line)
    line.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy())
    far.on('data', (bytes) => line.write(bytes)).on('close', () => line.destroy())
    for (const end of [line, far]) end.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(async () => void server.close())
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href,
    hold: () => near.forEach((line) => void line.pause()),
    letGo: () => near.forEach((line) => void line.resume()),
  }
}

test('X06 hints do not pile up behind one that the database is slow to take', async () => {
  const clone = await cloneDatabase()
  const { db, close } = openDatabase(clone.url)
  const other = new pg.Client({ connectionString: clone.url })
  await other.connect()
  let heard = 0
  other.on('notification', () => {
    heard++
  })
  await other.query('listen crossmatch_events')
  const line = await aSlowLineTo(clone.url)
  const live = await startLive({
    db,
    url: line.url,
    whoAre: async () => new Map(),
    onError: () => undefined,
  })
  closeLater(async () => {
    await live.stop()
    await other.end()
    await close()
    await clone.drop()
  })
  // connected once a hint comes through
  const isHeard = () => {
    if (heard === 0) live.nudge()
    expect(heard).toBeGreaterThan(0)
  }
  await vi.waitFor(isHeard, { timeout: 10_000, interval: 500 })

  heard = 0
  line.hold()
  for (let change = 0; change < 5; change++) {
    live.nudge()
    await sleep(20)
  }
  expect(heard).toBe(0)
  line.letGo()
  await vi.waitFor(() => expect(heard).toBe(2), 30_000)
  await sleep(200)
  // the one under way, and one for the four after it
  expect(heard).toBe(2)
})
