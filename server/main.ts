import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Service } from './app.ts'
import { startService } from './app.ts'
import { movableClock, systemClock } from './basics/clock.ts'
import type { Files } from './basics/files.ts'
import { openDatabase } from './db/database.ts'
import { headIn, headsFile, readHeads } from './db/seal-heads.ts'
import { faultsInWords, verifyEvents } from './db/sealing.ts'
import { type DonorParts, donorCommand, retentionCommand } from './donors/donor-command.ts'
import { documentsCommand } from './exchange/command.ts'
import { accountCommand } from './people/account-command.ts'
import { countDemonstration, ensureProviderAdmin } from './people/first-admin.ts'
import { backupCommand, restoreCommand } from './platform/backup/command.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/embedded-postgres/embedded-postgres.ts'
import { withSecretFiles } from './platform/secret-files.ts'
import { readSettings, type Settings, WrongSettings, whyAddressIsOpen } from './platform/settings.ts'
import { filesOf } from './platform/storage/storage.ts'
import { serveTestClock } from './platform/test-clock.ts'
import { prepare, type Reach, whyTrailIsOpen } from './prepare.ts'
import { keyCommand } from './slips/key-command.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const commands: Record<string, (settings: Settings, args: string[]) => Promise<number | null>> = {
  serve,
  migrate: (settings) => withDatabase(settings, (reach) => prepare(reach).then(() => 0)),
  verify,
  documents,
  account,
  'slip-keys': slipKeys,
  donor: (settings, args) => withDonors(settings, (parts) => donorCommand(args, parts)),
  retention: (settings, args) => withDonors(settings, (parts) => retentionCommand(args, parts)),
  backup: (settings, args) => backupCommand(args, settings, { say, path: process.env.PATH ?? '' }),
  restore: (settings, args) => restoreCommand(args, settings, { say, path: process.env.PATH ?? '' }),
}

/** Null: it goes on until it is told to stop. */
async function run(): Promise<number | null> {
  const name = process.argv[2] ?? 'serve'
  const command = commands[name]
  if (!command) {
    say(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
    return 2
  }
  return command(readSettings(withSecretFiles(process.env)), process.argv.slice(3))
}

async function serve(settings: Settings): Promise<null> {
  const stopping = stopOnSignal()
  const folder = resolve(settings.DATA_DIR)
  const postgres = settings.DATABASE_URL ? null : await startEmbeddedPostgres({ folder, log: say })
  if (postgres) stopping.lastly(postgres.stop)
  const reach = reachOf(settings, postgres)
  const databaseUrl = reach.url
  try {
    await prepare(reach)
    await refuseKnownPasswords(settings, databaseUrl)
    await warnOfOpenTrail(settings, databaseUrl)
    const open = whyAddressIsOpen(settings)
    if (open) say(open)
    const testClock = testClockOf(settings)
    const clock = testClock ?? systemClock
    const demo = settings.isDemo ? await import('./demo/demo.ts') : null
    const secret = settings.AUTH_SECRET ?? (await keptSecret(folder))
    if (demo) await demo.fillDemo(databaseUrl, { say, secret, now: clock.now(), files: filesOf(settings) })
    const service = await startService({
      settings,
      databaseUrl,
      secret,
      clock,
      demoAccounts: demo?.demoAccounts ?? [],
      ...(demo && { filesOver: demo.demoFiles }),
      beforeListen: (app) => testClock && serveTestClock(app, testClock),
    })
    await welcomeProvider(settings, service)
    say(`Crossmatch is at ${settings.publicUrl}`)
    if (demo) say(demo.demoLines())
    stopping.ready(service.close)
    // from now on it is started again when it dies (supervisor.ts)
    process.send?.('serving')
  } catch (error) {
    await postgres?.stop()
    throw error
  }
  return null
}

async function warnOfOpenTrail({ NODE_ENV }: Settings, databaseUrl: string): Promise<void> {
  const warning = NODE_ENV === 'production' ? await whyTrailIsOpen(databaseUrl) : null
  if (warning) say(warning)
}

function testClockOf({ isTest, TEST_NOW }: Settings) {
  const clock = isTest ? movableClock() : null
  if (TEST_NOW) clock?.moveTo(new Date(TEST_NOW))
  return clock
}

async function welcomeProvider({ PROVIDER_ADMIN_EMAIL: email }: Settings, service: Service): Promise<void> {
  if (email && (await ensureProviderAdmin(service.database.db, email.toLowerCase()))) {
    say(`The account ${email} was made. Set its password with Forgot Password on the sign-in page.`)
  }
}

/** A terminal's Ctrl-C comes twice: from the terminal itself and from npm. Only a later one means hurry. */
const sameSignalMs = 1_000
const longestStopMs = 15_000

/**
 * The first signal begins a clean stop: what is under way is finished, then the database is stopped. While the start
 * is still going on it is waited for, so that nothing is pulled from under it. A second signal leaves at once. An error
 * that nobody caught ends it in the same way, but with a code by which it is started again.
 */
function stopOnSignal() {
  let close: (() => Promise<void>) | null = null
  let lastly = async (): Promise<void> => undefined
  let askedAt: number | null = null
  let code = 0

  async function stop(): Promise<void> {
    await close?.()
    await lastly()
    process.exit(code)
  }

  function begin(): void {
    askedAt = performance.now()
    setTimeout(() => process.exit(1), longestStopMs).unref()
    if (close) stop().catch(fail)
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (askedAt === null) begin()
      else if (performance.now() - askedAt > sameSignalMs) process.exit(1)
    })
  }
  // whoever was to start this again is gone
  process.once('disconnect', () => askedAt === null && begin())
  // a rejection that nobody handles comes here too
  process.on('uncaughtException', (error) => {
    code = 1
    sayFatal(error)
    if (!close) process.exit(1)
    if (askedAt === null) begin()
  })
  return {
    lastly(act: () => Promise<void>) {
      lastly = act
    },
    ready(act: () => Promise<void>) {
      close = act
      if (askedAt !== null) stop().catch(fail)
    },
  }
}

const reachOf = (settings: Settings, postgres: EmbeddedPostgres | null): Reach =>
  postgres
    ? { url: postgres.appUrl, ownerUrl: postgres.url }
    : { url: settings.DATABASE_URL ?? '', ownerUrl: settings.DATABASE_OWNER_URL ?? null }

/** T14: whoever has read the documentation could sign in, as the provider too. */
async function refuseKnownPasswords({ NODE_ENV, isDemo }: Settings, databaseUrl: string): Promise<void> {
  if (isDemo) return
  const database = openDatabase(databaseUrl, { connections: 1 })
  try {
    const accounts = await countDemonstration(database.db)
    if (accounts === 0) return
    const what = `This database holds the demonstration: ${accounts} accounts whose password everybody knows.`
    if (NODE_ENV !== 'production') return say(`${what} Never let strangers reach it.`)
    throw new WrongSettings(
      `${what} Production does not start on it. Begin with an empty one: set DATA_DIR to another folder, or DATABASE_URL to another database.`,
    )
  } finally {
    await database.close()
  }
}

async function withDatabase(settings: Settings, use: (reach: Reach) => Promise<number>): Promise<number> {
  const folder = resolve(settings.DATA_DIR)
  const postgres = settings.DATABASE_URL ? null : await startEmbeddedPostgres({ folder, log: say })
  try {
    return await use(reachOf(settings, postgres))
  } finally {
    await postgres?.stop()
  }
}

/** Reads the whole trail of events and says whether every row is as it was written. */
async function verify(settings: Settings, args: string[]): Promise<number> {
  const given = args.map((line) => {
    const head = headIn(line)
    if (!head) throw new WrongSettings(`"${line}" is no line of seals.log or of the daily mail.`)
    return head
  })

  return withDatabase(settings, async ({ url }) => {
    const database = openDatabase(url, { connections: 1 })
    try {
      const kept = await readHeads(headsFile(settings.DATA_DIR))
      const { events, seals, faults, cut } = await verifyEvents(database.db, [...kept, ...given])
      for (const line of faultsInWords({ faults, cut })) say(line)
      if (cut.length > 0)
        say('The end of the trail was cut off, or an older copy of the database was put back.')
      const wrong = faults.length + cut.length
      say(`${events} events, ${seals} seals, ${wrong === 0 ? 'all as written' : `${wrong} faults`}.`)
      if (kept.length + given.length === 0)
        say(
          `Nothing was kept outside (${headsFile(settings.DATA_DIR)} is not there): a cut end would not show.`,
        )
      return wrong === 0 ? 0 : 1
    } finally {
      await database.close()
    }
  })
}

/** Takes what is kept out of the house, or brings it in. */
async function documents(settings: Settings, args: string[]): Promise<number> {
  const out = process.stdout.isTTY ? barOn(process.stdout) : { say }
  return withDatabase(settings, async (reach) => {
    await prepare(reach)
    const run = (files: Files) =>
      documentsCommand(args, { databaseUrl: reach.url, files, out, now: new Date() })
    if (!settings.isDemo) return run(filesOf(settings))
    const { withDrawnFiles } = await import('./demo/demo.ts')
    return withDrawnFiles(reach.url, filesOf(settings), run)
  })
}

/** What is kept of donors, and for how long. */
async function withDonors(settings: Settings, run: (parts: DonorParts) => Promise<number>): Promise<number> {
  return withDatabase(settings, async (reach) => {
    await prepare(reach)
    return run({
      ...{ databaseUrl: reach.url, ownerUrl: reach.ownerUrl, say, now: new Date() },
      files: filesOf(settings),
    })
  })
}

/** One line at the bottom of the terminal; what is said goes above it. */
function barOn(terminal: NodeJS.WriteStream) {
  const clear = '\r\u001b[2K'
  let drawn = ''
  return {
    redraw(line: string) {
      drawn = line
      terminal.write(`${clear}${line.slice(0, (terminal.columns ?? 80) - 1)}`)
    },
    say(line: string) {
      terminal.write(`${drawn === '' ? '' : clear}${line}\n`)
      drawn = ''
    },
  }
}

/** Accounts, for an operator without a browser. */
async function account(settings: Settings, args: string[]): Promise<number> {
  return withDatabase(settings, async (reach) => {
    await prepare(reach)
    const secret = settings.AUTH_SECRET ?? (await keptSecret(resolve(settings.DATA_DIR)))
    const { publicUrl } = settings
    return accountCommand(args, { databaseUrl: reach.url, secret, publicUrl, now: new Date(), say })
  })
}

/** The keys with which blood banks sign slips. */
async function slipKeys(settings: Settings, args: string[]): Promise<number> {
  return withDatabase(settings, async (reach) => {
    await prepare(reach)
    const secret = settings.AUTH_SECRET ?? (await keptSecret(resolve(settings.DATA_DIR)))
    return keyCommand(args, { databaseUrl: reach.url, secret, now: new Date(), say })
  })
}

/** Made once, kept beside the data, readable by its owner only. Several servers need AUTH_SECRET in common. */
async function keptSecret(folder: string): Promise<string> {
  const path = join(folder, 'auth.secret')
  await mkdir(folder, { recursive: true })
  const made = { flag: 'wx', mode: 0o600, flush: true }
  await writeFile(path, randomBytes(32).toString('hex'), made).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const kept = await readFile(path, 'utf8')
  // whoever knows that it is empty could sign for everybody
  if (kept.length < 32)
    throw new WrongSettings(
      `${path} is cut short; maybe the power went while it was written. Remove it and start again: everybody signs in anew.`,
    )
  return kept
}

/** A line like those of the log, whatever the log's level and whether there is one yet. */
function sayFatal(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  const line = {
    level: 60,
    time: Date.now(),
    pid: process.pid,
    err: { message, stack },
    msg: 'nobody caught it',
  }
  process.stderr.write(`${JSON.stringify(line)}\n`)
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
