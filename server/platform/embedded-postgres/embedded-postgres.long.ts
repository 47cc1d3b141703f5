import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { StartError } from './errors.ts'
import { freePort } from './lock.ts'
import { startSomewhere } from './server.ts'
import { chooseUser, findBinaries } from './user.ts'

// real processes on a disk that others use too
vi.setConfig({ testTimeout: 20_000 })

// an interrupted run is ended with this signal; leaving properly takes the servers along
process.once('SIGTERM', () => process.exit(143))

const isRoot = process.getuid?.() === 0
let room: string
let made: string
const apps: ChildProcess[] = []

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'crossmatch-embedded-'))
  process.once('exit', () => rmSync(room, { recursive: true, force: true }))
  await chmod(room, 0o711)
  made = join(room, 'made')
  const first = await startEmbeddedPostgres({ folder: made })
  await query(first.url, 'create table kept (word text)')
  await first.stop()
})

afterEach(async () => {
  for (const app of apps.splice(0)) app.kill('SIGKILL')
  for (const pid of await serversUnder(room)) process.kill(pid, 'SIGKILL')
})

afterAll(() => rm(room, { recursive: true, force: true, maxRetries: 5 }))

test('X01 the first start makes the database, the next finds data and password again', async () => {
  const folder = join(room, 'twice')
  const first = await startEmbeddedPostgres({ folder })
  await query(first.url, `create table kept (word text); insert into kept values ('Ä தமிழ்')`)
  const password = await readFile(join(folder, 'postgres.password'), 'utf8')
  expect((await stat(join(folder, 'postgres.password'))).mode & 0o777).toBe(0o600)
  await first.stop()
  expect(await serversUnder(folder)).toEqual([])

  const second = await startEmbeddedPostgres({ folder })
  expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'Ä தமிழ்' }])
  expect(await readFile(join(folder, 'postgres.password'), 'utf8')).toBe(password)
  expect(second.url).toContain(password.trim())
  await second.stop()
})

test('X01 it keeps what it promises on a power cut, and speaks UTF-8', async () => {
  const { url, stop } = await startEmbeddedPostgres({ folder: await copyOfMade() })
  const shown = async (name: string) => Object.values((await query(url, `show ${name}`))[0] ?? {})[0]
  expect(await shown('fsync')).toBe('on')
  expect(await shown('full_page_writes')).toBe('on')
  expect(await shown('synchronous_commit')).toBe('on')
  expect(await shown('data_checksums')).toBe('on')
  expect(await shown('password_encryption')).toBe('scram-sha-256')
  expect(await shown('server_encoding')).toBe('UTF8')
  expect(await query(url, `select lower('ÄÉ') as folded`)).toEqual([{ folded: 'äé' }])
  await stop()
})

test('X09 only the loopback is listened on, and only with the password', async () => {
  const { url, stop } = await startEmbeddedPostgres({ folder: await copyOfMade() })
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  for (const { address } of outside) {
    await expect(query(url.replace('127.0.0.1', address), 'select 1')).rejects.toThrow('ECONNREFUSED')
  }
  expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(await query(url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
  await stop()
})

test('X08 after kill -9 of the app the next start takes over its server and loses nothing', async () => {
  const folder = await copyOfMade()
  const app = await startApp(folder)
  await query(app.url, `insert into kept values ('acknowledged')`)
  const [orphan] = await serversUnder(folder)
  await killed(app)
  expect(await serversUnder(folder)).toEqual([orphan])

  const next = await startEmbeddedPostgres({ folder })
  expect(next.adopted).toBe(true)
  expect(await query(next.url, 'select word from kept')).toEqual([{ word: 'acknowledged' }])
  expect(await serversUnder(folder)).not.toContain(orphan)
  expect(await serversUnder(folder)).toHaveLength(1)
  await next.stop()
  expect(await serversUnder(folder)).toEqual([])
})

test('X02 a server killed under the running app comes back by itself at the same address', async () => {
  const folder = await copyOfMade()
  const said: string[] = []
  const { url, stop } = await startEmbeddedPostgres({ folder, log: (line) => said.push(line) })
  await query(url, `insert into kept values ('acknowledged')`)
  for (const pid of await serversUnder(folder)) process.kill(pid, 'SIGKILL')
  await expect
    .poll(() => query(url, 'select word from kept').catch(String), { timeout: 5000 })
    .toEqual([{ word: 'acknowledged' }])
  expect(said.join()).toContain('starting it again')
  await stop()
  expect(await serversUnder(folder)).toEqual([])
})

test('X02 the app and its server killed together start again', async () => {
  const folder = await copyOfMade()
  const app = await startApp(folder)
  await query(app.url, `insert into kept values ('acknowledged')`)
  const [server] = await serversUnder(folder)
  await killed(app)
  process.kill(Number(server), 'SIGKILL')

  const next = await startEmbeddedPostgres({ folder })
  expect(await query(next.url, 'select word from kept')).toEqual([{ word: 'acknowledged' }])
  await next.stop()
})

test.each([
  ['names a stranger', (pid: number) => `${pid}\n/elsewhere\n1700000000\n5432\n\n127.0.0.1\n 1 1\nready\n`],
  ['is empty', () => ''],
  ['holds nonsense', () => 'nonsense\n'],
])('X02 a stale lock file that %s does not hinder the start', async (_, content) => {
  const folder = await copyOfMade()
  const { uid, gid } = await stat(join(folder, 'postgres'))
  // of the same user, for PostgreSQL itself already overlooks processes it may not signal
  const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' })
  apps.push(stranger)
  const lock = join(folder, 'postgres', 'postmaster.pid')
  await writeFile(lock, content(Number(stranger.pid)), { mode: 0o600 })
  await chown(lock, uid, gid)

  const { url, adopted, stop } = await startEmbeddedPostgres({ folder })
  expect(adopted).toBe(false)
  expect(await query(url, 'select word from kept')).toEqual([])
  expect(stranger.exitCode ?? stranger.signalCode).toBe(null)
  await stop()
})

test('X09 a second app is refused with the folder and the process of the first', async () => {
  const folder = await copyOfMade()
  const app = await startApp(folder)
  const before = await serversUnder(folder)
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
    new StartError(`The data folder ${folder} is in use by another Crossmatch (process ${app.pid}).`),
  )
  expect(await serversUnder(folder)).toEqual(before)
  expect(await query(app.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('X09 of two apps started at once on an empty folder one runs', async () => {
  const folder = join(room, 'race')
  const outcomes = await Promise.allSettled([
    startEmbeddedPostgres({ folder }),
    startEmbeddedPostgres({ folder }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.stop()
})

test('X01 a making of the database that was killed half-way is done again', async () => {
  const folder = join(room, 'half')
  const app = runApp(folder)
  await expect
    .poll(() => existsSync(folder) && halfMade(folder), { interval: 5, timeout: 10_000 })
    .toBeTruthy()
  app.kill('SIGKILL')
  await once(app, 'exit')
  expect(existsSync(join(folder, 'postgres'))).toBe(false)

  const { url, stop } = await startEmbeddedPostgres({ folder })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
})

test('X32 Ctrl-C in the terminal leaves the server to the app, which ends it before itself', async () => {
  const folder = await copyOfMade()
  const app = await startApp(folder)
  process.kill(-Number(app.pid), 'SIGINT')
  const [code] = await once(app, 'exit')
  expect(code).toBe(0)
  expect(await app.lines()).toContain('still answers after SIGINT')
  expect(await serversUnder(folder)).toEqual([])
})

test('X33 an app that falls over takes its server with it', async () => {
  const folder = await copyOfMade()
  const app = await startApp(folder)
  app.kill('SIGUSR2')
  expect(await once(app, 'exit')).toEqual([1, null])
  await expect.poll(() => serversUnder(folder)).toEqual([])
})

test('X08 it runs in a folder that is closed to all other users', async () => {
  const closed = join(room, 'closed')
  await mkdir(closed)
  await chmod(closed, 0o700)
  const { url, stop } = await startEmbeddedPostgres({ folder: join(closed, 'data') })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
  expect(await serversUnder(closed)).toEqual([])
})

test('X08 it runs for a normal user', async () => {
  const home = join(room, 'home')
  await mkdir(home)
  if (isRoot) await chown(home, nobody, nobody)
  const app = await startApp(join(home, 'data'), isRoot ? asNobody : [])
  expect(await query(app.url, 'select 1 as one')).toEqual([{ one: 1 }])
  const owner = await stat(join(home, 'data', 'postgres'))
  expect(owner.uid).toBe(isRoot ? nobody : process.getuid?.())
  app.kill('SIGINT')
  await once(app, 'exit')
  expect(await serversUnder(home)).toEqual([])
})

test('X08 a port that was taken in the meantime is given up for another', async () => {
  const folder = await copyOfMade()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const ports = [(taken.address() as { port: number }).port, await freePort()]
  const binaries = await findBinaries()
  const as = await chooseUser(folder, join(folder, 'postgres'), binaries)
  const launch = { folder, as, binaries, signal: new AbortController().signal }
  const free = ports[1]
  const { port, postmaster } = await startSomewhere(launch, async () => ports.shift() ?? 0)
  expect(port).toBe(free)
  await postmaster.stop()
  taken.close()
})

test.each([
  [
    'without its password',
    (folder: string) => rm(join(folder, 'postgres.password')),
    'postgres.password is missing',
  ],
  [
    'with a foreign password',
    (folder: string) => writeFile(join(folder, 'postgres.password'), 'foreign\n'),
    'does not open the database',
  ],
  [
    'of another version',
    (folder: string) => writeFile(join(folder, 'postgres', 'PG_VERSION'), '15\n'),
    'made by another version of PostgreSQL',
  ],
  [
    'with a broken configuration',
    (folder: string) => writeFile(join(folder, 'postgres', 'postgresql.conf'), 'nonsense\n'),
    'configuration file',
  ],
])('X08 a database %s is refused in one sentence and nothing is left running', async (_, spoil, sentence) => {
  const folder = await copyOfMade()
  await spoil(folder)
  const refused = await startEmbeddedPostgres({ folder }).catch((error) => error)
  expect(refused).toBeInstanceOf(StartError)
  expect(refused.message).toContain(sentence)
  expect(refused.message).not.toContain('\n')
  expect(await serversUnder(folder)).toEqual([])
})

test('X08 a file in place of the data folder is named', async () => {
  const folder = join(room, 'file')
  await writeFile(folder, '')
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(`${folder} cannot be made`)
})

const nobody = 65534
/** The right to read goes with it, because the project itself may lie in a closed folder. */
const asNobody = [
  'setpriv',
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=-all,+dac_read_search',
  '--ambient-caps=-all,+dac_read_search',
]

// it leaves when its input ends, so that interrupted tests leave nothing behind
const program = `
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)}
  import { Client } from ${JSON.stringify(import.meta.resolve('pg'))}
  const { url, stop } = await startEmbeddedPostgres({ folder: process.argv[1] })
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  process.stdin.resume().on('end', () => process.exit())
  process.on('SIGUSR2', () => { throw new Error('fell over') })
  process.once('SIGINT', async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    await client.query('select 1').then(() => console.log('still answers after SIGINT'))
    await client.end()
    await stop()
    process.stdin.destroy()
  })
  console.log(url)
`

type App = ChildProcess & { url: string; lines(): Promise<string[]> }

/** An app in a process and a process group of its own, as a shell would start it. */
function runApp(folder: string, prefix: string[] = []): ChildProcess {
  const [command = process.execPath, ...args] = [
    ...prefix,
    process.execPath,
    '--input-type=module',
    '--eval',
    program,
    folder,
  ]
  const app = spawn(command, args, { detached: true, stdio: 'pipe' })
  apps.push(app)
  return app
}

async function startApp(folder: string, prefix: string[] = []): Promise<App> {
  const app = runApp(folder, prefix)
  const out: string[] = []
  const complaints: string[] = []
  app.stderr?.setEncoding('utf8').on('data', (text) => complaints.push(text))
  const lines = createInterface({ input: app.stdout as NodeJS.ReadableStream })
  lines.on('line', (line) => out.push(line))
  const closed = once(lines, 'close')
  await Promise.race([once(lines, 'line'), once(app, 'exit')])
  const [url] = out
  if (!url) throw new Error(`the app did not start: ${complaints.join('')}`)
  return Object.assign(app, { url, lines: () => closed.then(() => out) })
}

async function killed(app: ChildProcess): Promise<void> {
  app.kill('SIGKILL')
  await once(app, 'exit')
}

async function copyOfMade(): Promise<string> {
  const folder = join(await mkdtemp(join(room, 'copy-')), 'data')
  await chmod(dirname(folder), 0o711)
  execFileSync('cp', ['-a', made, folder])
  return folder
}

const halfMade = async (folder: string) =>
  (await readdir(folder)).some((name) => name.startsWith('postgres.new-'))

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** The postmasters whose command line names a data folder below this one. */
async function serversUnder(folder: string): Promise<number[]> {
  await sleep(20)
  const listed = execFileSync('ps', ['-axo', 'pid=,stat=,args='], { encoding: 'utf8' })
  return listed
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, state, command, , cluster]) => {
      return (
        !state?.startsWith('Z') && command?.endsWith('/postgres') && `${cluster}/`.startsWith(`${folder}/`)
      )
    })
    .map(([pid]) => Number(pid))
}
