import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { clearLeftovers } from '#server/platform/embedded-postgres/process.ts'
import { prepare } from '#server/prepare.ts'
import { thePeople } from '../../server/demo/makers/people.ts'

/** Which filled database a test begins with: the tables alone, or the organisations and accounts of people.ts too. */
export const worlds = ['nothing', 'people'] as const
export type World = (typeof worlds)[number]

export type TestPostgres = { url: string; appUrl: string; stop(): Promise<void> }

const folderPrefix = 'crossmatch-test-'

/** Named after the run, so that two runs on one server do not meet. */
export const templateOf = (world: World): string => `${process.env.TEST_TEMPLATE}_${world}`

/**
 * One PostgreSQL for a whole run of tests with one database ready to be cloned for each world: an embedded one, or the
 * server of `TEST_DATABASE_URL`. Its url is told to the tests by the environment, which their processes inherit.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, appUrl: asApp(given), stop: async () => {} } : await startEmbedded()
  process.env.TEST_POSTGRES = server.url
  process.env.TEST_POSTGRES_APP = server.appUrl
  process.env.TEST_TEMPLATE = `crossmatch_test_${randomBytes(4).toString('hex')}`
  const stop = async () => {
    if (given)
      for (const world of worlds) await onServer(given, `drop database if exists ${templateOf(world)}`)
    await server.stop()
  }
  try {
    for (const world of worlds) await makeTemplate(server, world)
  } catch (error) {
    await stop()
    throw error
  }
  return { ...server, stop }
}

/** On a server of one's own the role is made with the first template. */
const asApp = (url: string): string =>
  Object.assign(new URL(url), { username: 'crossmatch_test_app', password: 'crossmatch' }).href

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
    appUrl: postgres.appUrl,
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

async function makeTemplate(server: TestPostgres, world: World): Promise<void> {
  const name = templateOf(world)
  const [ownerUrl, url] = [at(server.url, name), at(server.appUrl, name)]
  await onServer(server.url, `create database ${name}`)
  await prepare({ url, ownerUrl })
  if (world === 'people') {
    const database = openDatabase(url, { connections: 1 })
    await thePeople(database.db).finally(database.close)
  }
  // a database with somebody in it cannot be cloned, so nobody is let in
  await onServer(server.url, `alter database ${name} allow_connections false`)
}

/** The same server, another database. */
export const at = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href

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
