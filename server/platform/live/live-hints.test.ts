import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
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

/** What reads the events of a database of its own, and how often it read. */
async function aReader() {
  const clone = await cloneDatabase()
  const { db, close } = openDatabase(clone.url)
  let reads = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      reads++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const told: string[] = []
  const live = await startLive({
    db: counted,
    url: clone.url,
    whoAre: async () => new Map(),
    onError: () => undefined,
    onChange: ({ subjectId }) => told.push(subjectId),
  })
  closeLater(async () => {
    await live.stop()
    await close()
    await clone.drop()
  })
  await vi.waitFor(() => expect(live.hears()).toBe(true), 10_000)
  const change = async (id: string) => {
    await sql`insert into events (subject_kind, subject_id, kind, at, actor_name, previous_hash, hash)
      values ('request', ${id}, 'request-raised', now(), 'x', '', 'x')`.execute(db)
    live.nudge()
  }
  return { db, told, change, reads: () => reads }
}

test('SHELL-37 a process reads once for a change of its own, though its hint comes back to it', async () => {
  const { told, change, reads } = await aReader()
  const before = reads()
  const began = performance.now()
  for (const id of ['one', 'two', 'three', 'four', 'five']) {
    await change(id)
    await sleep(60)
  }
  const looks = Math.ceil((performance.now() - began) / 1_000)
  expect(told).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(reads() - before).toBeLessThanOrEqual(5 + looks)
})

test('SHELL-37 a change that somebody else held up is told as soon as they end, though they tell of nothing', async () => {
  const { db, told, change } = await aReader()
  const waits: number[] = []
  for (const id of ['one', 'two', 'three']) {
    await db.transaction().execute(async (other) => {
      await sql`select pg_current_xact_id()`.execute(other)
      await change(id)
      await sleep(30)
    })
    const ended = performance.now()
    await vi.waitFor(() => expect(told).toContain(id), { timeout: 5_000, interval: 5 })
    waits.push(performance.now() - ended)
  }
  expect(waits.toSorted((one, other) => one - other)[1]).toBeLessThan(300)
})

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
