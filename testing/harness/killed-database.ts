import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { requests } from '#contract/requests.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { thePeople } from '../../server/demo/makers/people.ts'
import { emailOf } from '../../server/demo/makers/rows.ts'
import { aDraft } from '../makers/makers.ts'
import { sessionCookie, theSecret } from '../makers/sessions.ts'
import type { Client } from './client.ts'
import { clientOf } from './client.ts'
import { closeLater } from './closing.ts'
import { type AppProcess, startApp } from './process.ts'

export type House = { app: AppProcess; database: Database; folder: string; staff: Client }

/** The real process on the PostgreSQL it starts itself, which nobody else minds being killed. */
export async function aHouseOfItsOwn(): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-killed-'))
  const app = await startApp({
    ...{ DATA_DIR: folder, DEMO: '0', AUTH_SECRET: theSecret, LOG_LEVEL: 'error' },
    // one account raises more than any ward does
    ...{ RAISES_GATHERED_AFTER: '100000', RAISES_REFUSED_FROM: '100000' },
  })
  const database = openDatabase(await urlOf(folder), { connections: 2 })
  closeLater(async () => {
    await database.close()
    await app.signal('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  })
  await thePeople(database.db)
  const staff = clientOf({
    url: app.url,
    origin: app.url,
    firstCookies: () => sessionCookie(database.db, emailOf('firm_pilot')),
  })
  return { app, database, folder, staff }
}

const postmasterLines = async (folder: string): Promise<string[]> =>
  (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')

export async function urlOf(folder: string): Promise<string> {
  const password = (await readFile(join(folder, 'postgres.password'), 'utf8')).trim()
  return `postgres://crossmatch:${password}@127.0.0.1:${(await postmasterLines(folder))[3]}/crossmatch`
}

/** The ways in which a database goes away under the app. */
export const kills: Record<string, (house: Pick<House, 'folder'>) => Promise<void>> = {
  'every connection is ended': async (house) =>
    void (await onceMore(house, ofTheApp('pg_terminate_backend(pid)'))),
  'a server process is killed, and PostgreSQL restarts itself': async (house) => {
    const [row] = await onceMore(house, `${ofTheApp('pid')} order by random() limit 1`)
    if (row) end(row.pid)
  },
  'the whole server is killed, and the app starts it again': async ({ folder }) =>
    end(Number((await postmasterLines(folder))[0])),
  'the whole server is told to stop, and the app starts it again': async ({ folder }) =>
    end(Number((await postmasterLines(folder))[0]), 'SIGINT'),
}

const ofTheApp = (what: string): string =>
  `select ${what} from pg_stat_activity where application_name like 'crossmatch%' and pid <> pg_backend_pid()`

function end(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // it was faster
  }
}

/** On a connection of its own: those of the pool may be the ones that were killed. */
async function onceMore({ folder }: Pick<House, 'folder'>, statement: string) {
  const client = new pg.Client({ connectionString: await urlOf(folder), application_name: 'the killer' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<{ pid: number }>(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

export type Outcome = { kills: number; acknowledged: number; refused: number; slowestMs: number }

/**
 * Clients raise requests one after the other, each sent again with its key until it is answered, while the database is
 * killed again and again. Throws at the first answer that is neither the request nor "come back later".
 */
export async function raiseThrough(
  house: House,
  options: { clients: number; kills: number; kinds: readonly string[]; betweenMs: number },
): Promise<Outcome & { idsByKey: Map<string, string> }> {
  const idsByKey = new Map<string, string>()
  const outcome = { kills: 0, acknowledged: 0, refused: 0, slowestMs: 0 }
  let isOver = false

  async function raiseOn(): Promise<void> {
    while (!isOver) {
      const key = randomUUID()
      const draft = aDraft(new Date())
      for (;;) {
        const began = performance.now()
        const answer = await house.staff.call(requests.raise, draft, { idempotencyKey: key })
        outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - began)
        if (answer.status === 200) {
          idsByKey.set(key, answer.body.id)
          outcome.acknowledged++
          break
        }
        expect(answer, house.app.printed().slice(-2_000)).toMatchObject({ status: 503 })
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
        outcome.refused++
        await sleep(20)
      }
    }
  }

  const writers = Promise.all(Array.from({ length: options.clients }, raiseOn))
  const killer = (async () => {
    for (; outcome.kills < options.kills; outcome.kills++) {
      const before = outcome.acknowledged
      // written again, and in the middle of writing
      await expect
        .poll(() => outcome.acknowledged, { timeout: 60_000 })
        .toBeGreaterThan(before + options.clients)
      await sleep(Math.random() * options.betweenMs)
      const kind = options.kinds[outcome.kills % options.kinds.length] ?? ''
      await kills[kind]?.(house)
    }
    const before = outcome.acknowledged
    await expect
      .poll(() => outcome.acknowledged, { timeout: 60_000 })
      .toBeGreaterThan(before + options.clients)
  })()
  try {
    await Promise.race([writers, killer])
  } finally {
    isOver = true
  }
  await writers
  return { ...outcome, idsByKey }
}

/** Every acknowledged request is there, and each that was sent is there once, with its one event. */
export async function expectNothingLost(house: House, idsByKey: ReadonlyMap<string, string>): Promise<void> {
  const { db } = house.database
  const rows = await db.selectFrom('requests').select('id').execute()
  const events = await db
    .selectFrom('events')
    .select('subjectId')
    .where('kind', '=', 'request-raised')
    .execute()
  const acknowledged = [...idsByKey.values()].sort()
  expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged)
  expect(events.map(({ subjectId }) => subjectId).sort()).toEqual(acknowledged)
}
