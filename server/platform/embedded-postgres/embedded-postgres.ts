import { randomBytes } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ensureAppRole } from '../../db/roles.ts'
import { ensureCluster, layoutOf, superuser } from './cluster.ts'
import { startErrorFor } from './errors.ts'
import { holdFolder } from './lock.ts'
import { clearLeftovers } from './process.ts'
import { type Launch, type Postmaster, startPostmaster, startSomewhere, trimLog } from './server.ts'
import { chooseUser, findBinaries } from './user.ts'

const database = 'crossmatch'
const appRole = 'crossmatch_app'

export type EmbeddedPostgres = {
  /** As the owner of everything: for migrations. */
  url: string
  /** As the role that the app works as; its password is good for this start. */
  appUrl: string
  /** A server that had outlived a killed app was found on the folder and taken over. */
  adopted: boolean
  stop(): Promise<void>
}

type Options = { folder: string; log?: (line: string) => void }

/** A PostgreSQL of our own in `folder/postgres`, on the loopback, for this process alone. */
export async function startEmbeddedPostgres({ folder, log = () => {} }: Options): Promise<EmbeddedPostgres> {
  try {
    // postgres must pass through on its way to the cluster when the app runs as root
    await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    const place = await realpath(folder)
    const lock = await holdFolder(place)
    try {
      const started = await start(place, log)
      return { ...started, stop: () => started.stop().finally(lock.release) }
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (error) {
    throw startErrorFor(error, folder)
  }
}

async function start(folder: string, log: (line: string) => void): Promise<EmbeddedPostgres> {
  const { cluster } = layoutOf(folder)
  const binaries = await findBinaries()
  const as = await chooseUser(folder, cluster, binaries)
  const password = await ensureCluster(folder, as, binaries, log)
  const { stopped: adopted } = await clearLeftovers(cluster)
  if (adopted) log('Took over the database server that an earlier start had left running')
  await trimLog(folder)
  const stopping = new AbortController()
  const launch = { folder, as, binaries, signal: stopping.signal }
  const { port, postmaster } = await startSomewhere(launch)
  const url = (name: string, user = superuser, secret = password) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/${name}`
  const app = { name: appRole, password: randomBytes(24).toString('base64url') }
  try {
    await ensureDatabase(url('postgres'), app)
  } catch (error) {
    await postmaster.stop()
    throw error
  }
  const kept = keepRunning(launch, port, postmaster, log)
  return {
    url: url(database),
    appUrl: url(database, app.name, app.password),
    adopted,
    stop: () => {
      stopping.abort()
      return kept
    },
  }
}

async function ensureDatabase(url: string, app: { name: string; password: string }): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // the failed query tells it
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
    await ensureAppRole(client, app, { renew: true })
  } finally {
    await client.end()
  }
}

/** Starts the server again on the same port whenever it dies, until it is told to stop. */
async function keepRunning(
  launch: Launch,
  port: number,
  first: Postmaster,
  log: (line: string) => void,
): Promise<void> {
  const { folder, signal } = launch
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  let postmaster: Postmaster | null = first
  while (postmaster) {
    await Promise.race([postmaster.exited, aborted])
    if (signal.aborted) return postmaster.stop()
    log(`PostgreSQL stopped by itself; starting it again (see ${layoutOf(folder).log})`)
    postmaster = await startAgain(launch, port)
  }
}

async function startAgain(launch: Launch, port: number): Promise<Postmaster | null> {
  for (let pause = 100; !launch.signal.aborted; pause = Math.min(pause * 2, 3000)) {
    try {
      return await startPostmaster(launch, port)
    } catch {
      await sleep(pause, undefined, { signal: launch.signal }).catch(() => {})
    }
  }
  return null
}
