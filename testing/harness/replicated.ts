import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect } from 'vitest'
import { ensureAppRole } from '#server/db/roles.ts'
import { ensureCluster, layoutOf, superuser } from '#server/platform/embedded-postgres/cluster.ts'
import { freePort } from '#server/platform/embedded-postgres/lock.ts'
import { readLockFile, send } from '#server/platform/embedded-postgres/process.ts'
import { type Postmaster, startPostmaster } from '#server/platform/embedded-postgres/server.ts'
import { chooseUser, findBinaries } from '#server/platform/embedded-postgres/user.ts'
import { closeLater } from './closing.ts'

const run = promisify(execFile)
const app = { name: 'crossmatch_app', password: 'of-the-app' }

/** One of the two: as its owner, on its own. */
export type Half = {
  url: string
  port: number
  start(): Promise<void>
  kill(): Promise<void>
  ask(statement: string): Promise<Record<string, unknown>[]>
}

/** A primary, and a standby that has each commit before it is acknowledged. */
export type Pair = {
  primary: Half
  standby: Half
  /** Both hosts in one address. */
  url: string
  ownerUrl: string
}

/**
 * Made as an operator would without pg_basebackup, which the packaged PostgreSQL does not bring: a copy of the folder
 * between pg_backup_start and pg_backup_stop, and a slot that keeps what is written meanwhile.
 */
export async function aReplicatedPair(): Promise<Pair> {
  const room = await mkdtemp(join(tmpdir(), 'crossmatch-pair-'))
  await run('chmod', ['711', room])
  const [first, second] = [join(room, 'primary'), join(room, 'standby')] as const
  for (const folder of [first, second]) await mkdir(folder, { mode: 0o711 })
  const binaries = await findBinaries()
  const as = await chooseUser(first, layoutOf(first).cluster, binaries)
  const password = await ensureCluster(first, as, binaries, () => undefined)
  const stopping = new AbortController()
  const running = new Set<Postmaster>()
  closeLater(async () => {
    await Promise.all([...running].map((one) => one.stop()))
    await rm(room, { recursive: true, force: true })
  })

  async function aHalf(folder: string): Promise<Half> {
    const port = await freePort()
    const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/crossmatch`
    let postmaster: Postmaster | null = null
    return {
      url,
      port,
      async start() {
        postmaster = await startPostmaster({ folder, as, binaries, signal: stopping.signal }, port)
        running.add(postmaster)
      },
      async kill() {
        const lock = await readLockFile(layoutOf(folder).cluster)
        if (lock) send(lock.pid, 'SIGKILL')
        await postmaster?.exited
        if (postmaster) running.delete(postmaster)
      },
      ask: (statement) => askAt(url, statement),
    }
  }

  const primary = await aHalf(first)
  const standby = await aHalf(second)
  await primary.start()
  await makeDatabase(primary)
  await copy(primary, layoutOf(first).cluster, layoutOf(second).cluster, password)
  await standby.start()
  await primary.ask("alter system set synchronous_standby_names = '*'")
  await primary.ask('select pg_reload_conf()')
  await expect
    .poll(async () => (await primary.ask('select sync_state from pg_stat_replication'))[0]?.sync_state)
    .toBe('sync')
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const address = (user: string, secret: string) =>
    `postgres://${user}:${secret}@${hosts}/crossmatch?target_session_attrs=read-write`
  return { primary, standby, url: address(app.name, app.password), ownerUrl: address(superuser, password) }
}

async function makeDatabase({ url }: Half): Promise<void> {
  await askAt(Object.assign(new URL(url), { pathname: '/postgres' }).href, 'create database crossmatch')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await ensureAppRole(client, app, { renew: true }).finally(() => client.end())
}

async function copy(primary: Half, from: string, to: string, password: string): Promise<void> {
  await primary.ask("select pg_create_physical_replication_slot('standby', true)")
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    // on one connection: who began it has to end it
    await client.query("select pg_backup_start('standby', true)")
    await run('cp', ['-a', from, to])
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_replslot/standby'])
      await rm(join(to, name), { recursive: true, force: true })
    await writeFile(join(to, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  const reach = `host=127.0.0.1 port=${primary.port} user=${superuser} password=${password}`
  await writeFile(join(to, 'standby.signal'), '')
  await writeFile(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = '${reach}'\nprimary_slot_name = 'standby'\n`,
  )
  await run('chown', ['-R', '--reference', from, to])
}

async function askAt(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
