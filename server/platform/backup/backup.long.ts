import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { debianPostgres, isNotSeenHere, whyNoOwnPostgres } from '#testing/harness/not-here.ts'
import { freePort, spawnApp } from '#testing/harness/process.ts'
import { drills } from '#testing/harness/restore-drill.ts'
import { aFolder, ended } from '#testing/harness/started.ts'
import { prepare } from '../../prepare.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'

const run = promisify(execFile)

test('X30 T72 a backup of a server at work is put back whole', async () => {
  const seen = await drills({ rows: 2_000, files: 20, clients: 4, drills: 2 })
  expect(seen).toMatchObject({ drills: 2, identical: 2, lost: 0 })
})

async function aHouse(): Promise<string> {
  const folder = join(await aFolder(), 'data')
  const postgres = await startEmbeddedPostgres({ folder })
  await prepare({ url: postgres.appUrl, ownerUrl: postgres.url })
  await postgres.stop()
  await writeFile(join(folder, 'auth.secret'), 'x'.repeat(64), { mode: 0o600 })
  return folder
}

test('X30 a backup that is killed is never taken for one, and what is spoiled or not empty is refused', async () => {
  const [folder, into] = [await aHouse(), join(await aFolder(), 'backups')]
  const settings = { DATA_DIR: folder, DEMO: '0' }
  const killed = await spawnApp(settings, ['backup', into])
  await expect.poll(async () => (await readdir(into).catch(() => [])).length, { interval: 5 }).toBe(1)
  await killed.signal('SIGKILL')
  const [half = ''] = await readdir(into)
  expect(half).toMatch(/^\.half-/)
  const returned = { DATA_DIR: join(await aFolder(), 'returned'), DEMO: '0' }
  expect(await ended(returned, ['restore', join(into, half)])).toMatchObject({
    code: 1,
    printed: expect.stringContaining('is no whole backup'),
  })

  expect(await ended(settings, ['backup', into])).toMatchObject({ code: 0 })
  const whole = (await readdir(into)).find((name) => name.startsWith('2')) ?? ''
  const backup = join(into, whole)
  expect(await readFile(join(backup, 'auth.secret'), 'utf8')).toBe('x'.repeat(64))
  // its own folder is in use
  expect(await ended(settings, ['restore', backup])).toMatchObject({
    code: 1,
    printed: expect.stringContaining('is not empty'),
  })
  const first = await spawnApp(returned, ['restore', backup, '--verify'])
  await expect.poll(() => existsSync(join(returned.DATA_DIR, '.restoring')), { interval: 5 }).toBe(true)
  await first.signal('SIGKILL')
  // whoever starts now would begin with an empty database
  expect(await ended(returned, ['migrate'])).toMatchObject({
    code: 1,
    printed: expect.stringContaining('was not put back to the end'),
  })
  expect(await ended(returned, ['restore', backup, '--verify'])).toMatchObject({
    code: 0,
    printed: expect.stringContaining('nothing differs'),
  })

  await appendFile(join(backup, 'postgres', 'PG_VERSION'), 'x')
  const again = { ...returned, DATA_DIR: join(await aFolder(), 'again') }
  expect(await ended(again, ['restore', backup])).toMatchObject({
    code: 1,
    printed: expect.stringContaining('postgres/PG_VERSION is not as it was written'),
  })
})

test('X30 what differs from what the backup wrote down is named', async () => {
  const [folder, into] = [await aHouse(), join(await aFolder(), 'backups')]
  expect(await ended({ DATA_DIR: folder, DEMO: '0' }, ['backup', into])).toMatchObject({ code: 0 })
  const backup = join(into, (await readdir(into))[0] ?? '')
  const manifest = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'))
  manifest.tables['public.picture_types'].rows += 1
  manifest.tables['public.temperature_bands'].hash = '1:1'
  await writeFile(join(backup, 'backup.json'), JSON.stringify(manifest))
  const { code, printed } = await ended({ DATA_DIR: join(await aFolder(), 'to'), DEMO: '0' }, [
    'restore',
    backup,
    '--verify',
  ])
  expect(code).toBe(1)
  expect(printed).toMatch(/public\.picture_types had \d+ rows and has \d+/)
  expect(printed).toContain('public.temperature_bands has other rows')
})

/** On a free port, with the programs that belong to it. */
async function aServer(): Promise<(database: string) => string> {
  const folder = join(await aFolder(), 'server')
  await mkdir(folder)
  const isRoot = process.getuid?.() === 0
  const [uid, gid] = isRoot
    ? await Promise.all(['-u', '-g'].map(async (id) => Number((await run('id', [id, 'postgres'])).stdout)))
    : []
  if (uid !== undefined && gid !== undefined) {
    await chown(folder, uid, gid)
    await run('chmod', ['711', join(folder, '..')])
  }
  const as = { ...(uid !== undefined && { uid, gid }), cwd: '/' }
  await run(
    `${debianPostgres}/initdb`,
    ['-D', `${folder}/c`, '-U', 'owner', '--auth=trust', '-E', 'UTF8', '--locale=C'],
    as,
  )
  const port = await freePort()
  const server = spawn(`${debianPostgres}/postgres`, ['-D', `${folder}/c`, '-p', `${port}`, '-k', ''], {
    ...as,
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    server.kill('SIGINT')
    await new Promise((resolve) => server.once('exit', resolve))
    await rm(folder, { recursive: true, force: true })
  })
  const url = (database: string) => `postgres://owner@127.0.0.1:${port}/${database}`
  await expect
    .poll(() =>
      asked(url('postgres'), 'select 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  return url
}

async function asked(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

test('X30 by DATABASE_URL: the operator’s own programs, into an empty database', async ({ task }) => {
  if (isNotSeenHere(await whyNoOwnPostgres(), task)) return
  const url = await aServer()
  for (const name of ['first', 'second']) await asked(url('postgres'), `create database ${name}`)
  const into = join(await aFolder(), 'backups')
  const settings = {
    DATABASE_URL: url('first'),
    DATA_DIR: await aFolder(),
    PATH: `${debianPostgres}:/usr/bin:/bin`,
  }
  expect(await ended(settings, ['migrate'])).toMatchObject({ code: 0 })
  await asked(url('first'), "insert into companies values ('Canary', 'CampA', '{}', now())").catch(
    async () => {
      await asked(url('first'), "insert into rate_limits values ('canary', now(), 1)")
    },
  )
  await asked(url('first'), "insert into downtime_papers values ('', 20, null)")
  const none = await ended({ ...settings, PATH: '/nowhere' }, ['backup', into])
  expect(none).toMatchObject({ code: 1, printed: expect.stringContaining('pg_dump is not there') })
  const made = await ended(settings, ['backup', into])
  expect(made, made.printed).toMatchObject({ code: 0 })
  const backup = join(into, (await readdir(into))[0] ?? '')

  expect(
    await ended({ ...settings, DATA_DIR: join(await aFolder(), 'a') }, ['restore', backup]),
  ).toMatchObject({ code: 1, printed: expect.stringContaining('The database is not empty') })
  const other = { ...settings, DATABASE_URL: url('second'), DATA_DIR: join(await aFolder(), 'b') }
  const back = await ended(other, ['restore', backup, '--verify'])
  expect(back, back.printed).toMatchObject({ code: 0, printed: expect.stringContaining('nothing differs') })
  expect(back.printed).toMatch(/go on 10,000 further.*Stop and withdraw again.*Put back in/s)
  expect((await asked(url('second'), 'select * from downtime_papers')).rows).toMatchObject([
    { last_number: 10_020 },
  ])
  // and the app may work on it
  expect(await ended(other, ['migrate'])).toMatchObject({ code: 0 })
})

test('X30 a pg_dump that is older than the server is told, and what to do', async ({ task }) => {
  if (isNotSeenHere(await whyNoOwnPostgres(), task)) return
  const [folder, into] = [await aFolder(), join(await aFolder(), 'backups')]
  const postgres = await startEmbeddedPostgres({ folder })
  onTestFinished(postgres.stop)
  await prepare({ url: postgres.appUrl, ownerUrl: postgres.url })
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: await aFolder(),
    PATH: `${debianPostgres}:/usr/bin:/bin`,
  }
  const { code, printed } = await ended(settings, ['backup', into])
  expect(code).toBe(1)
  expect(printed).toContain('pg_dump is of PostgreSQL 15, and the server of 18')
  expect(await readdir(into)).toEqual([])
})
