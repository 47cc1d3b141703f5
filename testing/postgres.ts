import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { clearLeftovers } from '#server/platform/embedded-process.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { queues } from '#server/worker.ts'
import { thePeople } from './people.ts'

/** Which filled database a test begins with: the tables alone, or the organisations and accounts of people.ts too. */
export const worlds = ['nothing', 'people'] as const
export type World = (typeof worlds)[number]

export type TestPostgres = { url: string; stop(): Promise<void> }

const folderPrefix = 'crossmatch-test-'

/** Named after the run, so that two runs on one server do not meet. */
export const templateOf = (world: World): string => `${process.env.TEST_TEMPLATE}_${world}`

/**
 * One PostgreSQL for a whole run of tests with one database ready to be cloned for each world: an embedded one, or the
 * server of `TEST_DATABASE_URL`. Its url is told to the tests by the environment, which their processes inherit.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startEmbedded()
  process.env.TEST_POSTGRES = server.url
  process.env.TEST_TEMPLATE = `crossmatch_test_${randomBytes(4).toString('hex')}`
  const stop = async () => {
    if (given)
      for (const world of worlds) await onServer(given, `drop database if exists ${templateOf(world)}`)
    await server.stop()
  }
  try {
    for (const world of worlds) await makeTemplate(server.url, world)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: server.url, stop }
}

async function startEmbedded(): Promise<TestPostgres> {
  await removeLeftovers()
  const folder = join(tmpdir(), `${folderPrefix}${process.pid}-${randomBytes(4).toString('hex')}`)
  // ended by a signal, the server goes too: it is stopped when the process exits
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const postgres = await startEmbeddedPostgres({ folder })
  // nothing here needs to outlive a power cut, or lives long enough to be swept
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']) {
    await onServer(postgres.url, `alter system set ${setting} = off`)
  }
  await onServer(postgres.url, 'select pg_reload_conf()')
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Of runs that were killed: their server may still run on their folder. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split('-')[0]) : 0
    if (!pid || isAlive(pid)) continue
    const folder = join(tmpdir(), name)
    await clearLeftovers(join(folder, 'postgres')).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function makeTemplate(serverUrl: string, world: World): Promise<void> {
  const name = templateOf(world)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  await onServer(serverUrl, `create database ${name}`)
  const database = openDatabase(url, { connections: 2 })
  try {
    await migrate(database.pool)
    const jobs = await startJobs({ url, isWorker: true, queues, onError: () => {} })
    await jobs.stop()
    if (world === 'people') await thePeople(database.db)
  } finally {
    await database.close()
  }
  // a database with somebody in it cannot be cloned, so nobody is let in
  await onServer(serverUrl, `alter database ${name} allow_connections false`)
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
