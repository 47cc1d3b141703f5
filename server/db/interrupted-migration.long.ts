import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { fromRoot } from '#server/basics/root.ts'
import { emptyDatabase } from '#testing/harness/database.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const kills = 50
const steps = readdirSync(fromRoot('server/db/migrations')).filter((name) => name.endsWith('.sql')).length

/** The steps alone, in a process that can be killed. */
const program = `
  const { openDatabase } = await import('./server/db/database.ts')
  const { migrate } = await import('./server/db/migrate.ts')
  await migrate(openDatabase(process.argv[1], { connections: 1 }).pool)
  process.exit(0)`

async function anEmptyDatabase(): Promise<string> {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  return url
}

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

const doneIn = async (url: string): Promise<number> => {
  const [table] = await ask<{ there: boolean }>(
    url,
    "select to_regclass('schema_steps') is not null as there",
  )
  if (!table?.there) return 0
  const [row] = await ask<{ done: number }>(url, 'select count(*)::int as done from schema_steps')
  return row?.done ?? 0
}

async function migrateAt(url: string): Promise<void> {
  const database = openDatabase(url, { connections: 1 })
  await migrate(database.pool).finally(database.close)
}

/** Killed when it has taken another step, in the middle of one of the next. */
async function migrateAndDie(url: string): Promise<'killed' | 'done'> {
  const before = await doneIn(url)
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, url], {
    cwd: fromRoot('.'),
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  while (child.exitCode === null && (await doneIn(url)) === before) await sleep(2)
  await sleep(Math.random() * 15)
  child.kill('SIGKILL')
  return (await ended) === 0 ? 'done' : 'killed'
}

/** All that makes a schema. */
const shape = `
  select 'column' as what, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
    || ' ' || coalesce(column_default, '') as is
  from information_schema.columns where table_schema = 'public'
  union all select 'index', indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint', conrelid::regclass || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'step', name from schema_steps
  order by 1, 2`

test(`X29 a migration is killed ${kills} times, wherever it is: the next start goes on, and the schema is what it would have been`, {
  timeout: 10 * 60_000,
}, async () => {
  const whole = await anEmptyDatabase()
  await migrateAt(whole)
  for (let killed = 0; killed < kills; ) {
    const url = await anEmptyDatabase()
    while ((await migrateAndDie(url)) === 'killed' && killed < kills) killed++
    await migrateAt(url)
    expect(await doneIn(url)).toBe(steps)
    expect(await ask(url, shape)).toEqual(await ask(whole, shape))
  }
})

test('X29 a step that waits for a long reading lets everybody else in meanwhile', async () => {
  const url = await anEmptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-steps-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, '0001_things.sql'), 'create table things (id int)')
  const database = openDatabase(url, { connections: 3 })
  onTestFinished(database.close)
  await migrate(database.pool, folder)
  await writeFile(join(folder, '0002_more.sql'), 'alter table things add column more text')
  const reader = await database.pool.connect()
  await reader.query('begin; select * from things')
  const migrating = migrate(database.pool, folder)
  let slowest = 0
  for (const until = performance.now() + 5_000; performance.now() < until; await sleep(50)) {
    const began = performance.now()
    await database.pool.query('select id from things')
    slowest = Math.max(slowest, performance.now() - began)
  }
  // a call is given up after five
  expect(slowest).toBeGreaterThan(1_000)
  expect(slowest).toBeLessThan(4_000)
  await reader.query('commit')
  reader.release()
  expect(await migrating).toBe(1)
})

test('X29 an app refuses a schema that a newer one made', async () => {
  const url = await anEmptyDatabase()
  await migrateAt(url)
  await ask(url, "insert into schema_steps (name) values ('9999_of_tomorrow.sql')")
  await expect(migrateAt(url)).rejects.toThrow(/newer version of Crossmatch \(it has 9999_of_tomorrow/)
})
