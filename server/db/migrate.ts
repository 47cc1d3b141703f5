import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { fromRoot } from '../basics/root.ts'

const ourSteps = fromRoot('server/db/migrations')
/**
 * A step that changes a table waits for whoever reads it, and everybody who comes after waits behind the step. So it
 * waits for less than a call may (5 s), lets those in and tries again: another version is serving meanwhile (decision 48).
 */
const longestWaitMs = 2_000
const pauseMs = 1_000
const mostTries = 100
export const schemaLock = 7_204_551
const oldestPostgres = 15

/** Brings the schema up to date. Each step is one transaction; two processes at once take turns. */
export async function migrate(pool: pg.Pool, folder = ourSteps): Promise<number> {
  const steps = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [schemaLock])
    const done = await doneSteps(client)
    const unknown = [...done].filter((name) => !steps.includes(name))
    if (unknown.length > 0) {
      throw new Error(
        `The database was made by a newer version of Crossmatch (it has ${unknown.join(', ')}). Start that version.`,
      )
    }
    const missing = steps.filter((name) => !done.has(name))
    if (missing.length > 0) await requireOwner(client, missing.length)
    await client.query(`set lock_timeout = ${longestWaitMs}`)
    for (const name of missing) await take(client, name, await readFile(join(folder, name), 'utf8'))
    return missing.length
  } finally {
    // the connection goes, and with it the lock and the setting
    client.release(true)
  }
}

async function doneSteps(client: pg.PoolClient): Promise<Set<string>> {
  // asked first: the app's role may read the table and not make it
  const { rows } = await client.query(`select to_regclass('schema_steps') is not null as there`)
  if (!rows[0].there) return new Set()
  return new Set((await client.query('select name from schema_steps')).rows.map((row) => row.name))
}

async function requireOwner(client: pg.PoolClient, missing: number): Promise<void> {
  const made =
    'create table if not exists schema_steps (name text primary key, at timestamptz not null default now())'
  await client.query(made).catch((error: { code?: string }) => {
    if (error.code !== '42501') throw error
    throw new Error(
      `The database needs ${missing} steps that the role of DATABASE_URL may not take. Set DATABASE_OWNER_URL, or run "npm run migrate" with it.`,
    )
  })
}

async function requireVersion(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version_num')::int as version")
  const version = Math.floor(rows[0].version / 10_000)
  if (version < oldestPostgres) {
    throw new Error(`Crossmatch needs PostgreSQL ${oldestPostgres} or newer; this server is ${version}.`)
  }
}

async function take(client: pg.PoolClient, name: string, text: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin')
      await client.query(text)
      await client.query('insert into schema_steps (name) values ($1)', [name])
      return void (await client.query('commit'))
    } catch (error) {
      await client.query('rollback')
      const isHeldUp = (error as { code?: string }).code === lockNotAvailable
      if (!isHeldUp || tries === mostTries)
        throw new Error(`Step ${name} of the database failed: ${(error as Error).message}`)
      await sleep(pauseMs)
    }
  }
}
const lockNotAvailable = '55P03'
