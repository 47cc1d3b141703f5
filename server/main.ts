import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Service } from './app.ts'
import { startService } from './app.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { verifyEvents } from './db/sealing.ts'
import { ensureProviderAdmin } from './people/first-admin.ts'
import { movableClock, systemClock } from './platform/clock.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { readSettings, type Settings, WrongSettings } from './platform/settings.ts'
import { serveTestClock } from './platform/test-clock.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const commands: Record<string, (settings: Settings) => Promise<number | null>> = {
  serve,
  migrate: (settings) => withDatabase(settings, async () => 0),
  verify,
}

/** Null: it goes on until it is told to stop. */
async function run(): Promise<number | null> {
  const name = process.argv[2] ?? 'serve'
  const command = commands[name]
  if (!command) {
    say(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
    return 2
  }
  return command(readSettings(process.env))
}

async function serve(settings: Settings): Promise<null> {
  const folder = resolve(settings.DATA_DIR)
  const postgres = settings.DATABASE_URL ? null : await startEmbeddedPostgres({ folder, log: say })
  const databaseUrl = settings.DATABASE_URL ?? postgres?.url ?? ''
  const stopping = stopOnce(async (service) => {
    await service?.close()
    await postgres?.stop()
  })
  try {
    await prepare(databaseUrl)
    const testClock = settings.isTest ? movableClock() : null
    if (settings.TEST_NOW) testClock?.moveTo(new Date(settings.TEST_NOW))
    const clock = testClock ?? systemClock
    const demo = settings.isDemo ? await import('./demo.ts') : null
    if (demo) await demo.fillDemo(databaseUrl, say, clock.now())
    const secret = settings.AUTH_SECRET ?? (await keptSecret(folder))
    const service = await startService({
      settings,
      databaseUrl,
      secret,
      clock,
      demoAccounts: demo?.demoAccounts ?? [],
      beforeListen: (app) => testClock && serveTestClock(app, testClock),
    })
    stopping.ready(service)
    await welcomeProvider(settings, service)
    say(`Crossmatch is at ${settings.publicUrl}`)
    if (demo) say(demo.demoLines())
  } catch (error) {
    await postgres?.stop()
    throw error
  }
  return null
}

async function welcomeProvider({ PROVIDER_ADMIN_EMAIL: email }: Settings, service: Service): Promise<void> {
  if (email && (await ensureProviderAdmin(service.database.db, email.toLowerCase()))) {
    say(`The account ${email} was made. Set its password with Forgot Password on the sign-in page.`)
  }
}

/** The first signal begins a clean stop; whatever comes meanwhile waits for it. A second one leaves at once. */
function stopOnce(stop: (service: Service | null) => Promise<void>) {
  let service: Service | null = null
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      const late = setTimeout(() => process.exit(1), 15_000)
      late.unref()
      stop(service).then(
        () => process.exit(0),
        (error) => fail(error),
      )
    })
  }
  return {
    ready(started: Service) {
      service = started
    },
  }
}

async function prepare(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { connections: 1 })
  try {
    await migrate(database.pool)
  } finally {
    await database.close()
  }
}

async function withDatabase(settings: Settings, use: (url: string) => Promise<number>): Promise<number> {
  const folder = resolve(settings.DATA_DIR)
  const postgres = settings.DATABASE_URL ? null : await startEmbeddedPostgres({ folder, log: say })
  try {
    const url = settings.DATABASE_URL ?? postgres?.url ?? ''
    await prepare(url)
    return await use(url)
  } finally {
    await postgres?.stop()
  }
}

/** Reads the whole trail of events and says whether every row is as it was written. */
async function verify(settings: Settings): Promise<number> {
  return withDatabase(settings, async (url) => {
    const database = openDatabase(url, { connections: 1 })
    try {
      const { events, seals, faults } = await verifyEvents(database.db)
      for (const fault of faults) {
        say(
          fault.eventId === null
            ? `Seal ${fault.sealId} ${fault.what}.`
            : `Event ${fault.eventId} ${fault.what}.`,
        )
      }
      say(
        `${events} events, ${seals} seals, ${faults.length === 0 ? 'all as written' : `${faults.length} faults`}.`,
      )
      return faults.length === 0 ? 0 : 1
    } finally {
      await database.close()
    }
  })
}

/** Made once, kept beside the data, readable by its owner only. Several servers need AUTH_SECRET in common. */
async function keptSecret(folder: string): Promise<string> {
  const path = join(folder, 'auth.secret')
  await mkdir(folder, { recursive: true })
  await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readFile(path, 'utf8')
}

function fail(error: unknown): void {
  const isPlain = error instanceof WrongSettings || (error as { code?: string })?.code === undefined
  process.stderr.write(`\n${inWords(error)}\n`)
  if (!isPlain && process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
  process.exit(1)
}

function inWords(error: unknown): string {
  const { code, port, message } = error as { code?: string; port?: number; message?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Free it, or set PORT to another number.`
  if (code === 'EACCES' && port)
    return `This user may not listen on port ${port}. Set PORT to a number above 1023.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return 'The database of DATABASE_URL does not answer.'
  if (code === '28P01') return 'The database of DATABASE_URL refused the password.'
  return message ?? String(error)
}

run().then((code) => {
  if (code !== null) process.exit(code)
}, fail)
