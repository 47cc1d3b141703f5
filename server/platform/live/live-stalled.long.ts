import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Actor } from '#domain/people/actor.ts'
import { closeLater } from '#testing/harness/closing.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { openDatabase } from '../../db/database.ts'
import { type Live, startLive } from './live.ts'

const provider: Actor = {
  kind: 'member',
  accountId: 'support',
  email: 'bloodsupport@crossmatch.example',
  product: 'admin',
  role: 'admin',
  organisationId: null,
  displayName: 'Provider',
  accountStatus: 'active',
  isApprovingBlocked: false,
}

/** One line to a server of live streams, which answers it as told. */
async function aLine(
  answer: (response: ServerResponse, live: Live) => void,
  more: { mostStreams?: number } = {},
) {
  const clone = await cloneDatabase()
  const { db, close } = openDatabase(clone.url)
  const who = { isSignedIn: true }
  const live = await startLive({
    db,
    url: clone.url,
    whoAre: async (tokens) => new Map(who.isSignedIn ? tokens.map((token) => [token, provider]) : []),
    onError: () => undefined,
    beatEveryMs: 100,
    ...more,
  })
  const server = createServer((_request, response) => answer(response, live))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line = connect((server.address() as AddressInfo).port, '127.0.0.1')
  closeLater(async () => {
    line.destroy()
    await live.stop()
    server.close()
    await close()
    await clone.drop()
  })
  line.on('error', () => undefined)
  line.write('GET / HTTP/1.1\r\nhost: crossmatch.test\r\n\r\n')
  const change = async (id: string) => {
    await sql`insert into events (subject_kind, subject_id, kind, at, actor_name, previous_hash, hash)
      values ('request', ${id}, 'request-raised', now(), 'x', '', 'x')`.execute(db)
    live.nudge()
  }
  return { db, live, line, who, change }
}

/** A stream of which the other end does not read, filled until the system takes no more of it. */
async function aStalledStream() {
  const opened = Promise.withResolvers<ServerResponse>()
  const { line, ...rest } = await aLine((response, live) => {
    live.open(response, provider, 'a-token')
    opened.resolve(response)
  })
  line.pause()
  const response = await opened.promise
  while (response.writableLength === 0) {
    response.write('x'.repeat(100_000))
    await sleep(1)
  }
  return { response, ...rest }
}

test('X21 a reader that stopped reading and then lost its session is let go, and the server lives on', async () => {
  const { live, response, change, who } = await aStalledStream()
  const errors: Error[] = []
  response.on('error', (error) => errors.push(error))
  who.isSignedIn = false
  await vi.waitFor(() => expect(response.writableEnded).toBe(true), { timeout: 8_000, interval: 1 })
  expect(live.streams()).toBe(0)
  await change('one')
  await change('other')
  await vi.waitFor(() => expect(response.destroyed).toBe(true), { timeout: 8_000 })
  expect(errors).toEqual([])
})

test('X32 a reader that stopped reading does not hold up a stop', async () => {
  const { live, response } = await aStalledStream()
  await live.stop()
  await vi.waitFor(() => expect(response.destroyed).toBe(true), { timeout: 4_000 })
})

test('X21 whoever went away before the stream was opened is not kept', async () => {
  const tooLate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const { live, line } = await aLine((response, live) => {
    response.once('close', () => {
      live.open(response, provider, 'a-token')
      tooLate.resolve()
    })
    asked.resolve()
  })
  await asked.promise
  line.destroy()
  await tooLate.promise
  expect(live.streams()).toBe(0)
})

test('AMB-229 beyond so many streams in all the next is told to come later', async () => {
  const { line } = await aLine((response, live) => live.open(response, provider, 'a-token'), {
    mostStreams: 1,
  })
  await new Promise((resolve) => line.once('data', resolve))
  const { status, headers } = await fetch(`http://127.0.0.1:${line.remotePort}`)
  expect([status, headers.get('retry-after')]).toEqual([503, '30'])
})

test('T47 a stream that is held up by a transaction without an end does not look live, and goes on after it', async () => {
  const { db, line, change } = await aLine((response, live) => live.open(response, provider, 'a-token'))
  let heard = ''
  line.on('data', (bytes) => {
    heard += bytes
  })
  const isBeating = async () => {
    heard = ''
    await sleep(500)
    return heard.includes('event: beat')
  }
  await vi.waitFor(() => expect(heard).toContain('event: beat'), 30_000)
  await db.transaction().execute(async (forgotten) => {
    await sql`select pg_current_xact_id()`.execute(forgotten)
    await sleep(6_000)
    // nobody misses anything yet
    expect(await isBeating()).toBe(true)
    await change('one')
    await sleep(6_500)
    expect(await isBeating()).toBe(false)
  })
  await vi.waitFor(() => expect(heard).toContain('"id":"one"'), 3_000)
  await vi.waitFor(async () => expect(await isBeating()).toBe(true), 5_000)
})
