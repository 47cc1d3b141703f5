import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { headsFile, readHeads } from '#server/db/seal-heads.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { prepare } from '#server/prepare.ts'
import { thePeople } from '../../server/demo/makers/people.ts'
import { emailOf } from '../makers/makers.ts'
import { sessionCookie, theSecret } from '../makers/sessions.ts'
import { smsGateway } from '../peers/sms-gateway.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { clientOf } from './client.ts'
import { closeLater } from './closing.ts'
import type { Harm } from './harm.ts'
import { type AppProcess, type Program, startApp } from './process.ts'
import type { Person } from './stubborn.ts'
import {
  type Places,
  startTraffic,
  type Traffic,
  type TrafficOptions,
  thePlaces,
  type Witness,
} from './traffic.ts'
import { harmIn, hooksHarmed, messagesHarmed } from './whole.ts'

/** What `npm start` runs is built before a run at full size; a small one takes the sources as they are. */
const today: Program = process.env.TEST_TIER === 'trust' ? 'built' : 'main'

/** Nobody asks them for less than a ward full of people would. */
export const generous = {
  ...{ RAISES_GATHERED_AFTER: '1000000', RAISES_REFUSED_FROM: '1000000' },
  ...{ SMS_PER_DAY: '1000000', SMS_PER_HOSPITAL: '1000000' },
}

/** One process with the database it starts itself. */
export const alone = (folder: string) => ({
  ...{ DATA_DIR: folder, DEMO: '0', AUTH_SECRET: theSecret, LOG_LEVEL: 'error', TRUST_PROXY: '1' },
  ...generous,
})

/** One process of the house, at the same address each time it is started. */
export type Started = {
  readonly url: string
  /** Resolves with the milliseconds until it served. */
  start(): Promise<number>
  end(signal: NodeJS.Signals): Promise<number | null>
  pid(): number
  printed(): string
}

export function processOf(settings: Record<string, string>, port: number, program: Program = today): Started {
  let app: AppProcess | null = null
  closeLater(async () => void (await app?.signal('SIGKILL')))
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      const began = performance.now()
      app = await startApp({ ...settings, PORT: String(port) }, program)
      return performance.now() - began
    },
    end: async (signal) => app?.signal(signal) ?? null,
    pid: () => app?.child.pid ?? 0,
    printed: () => app?.printed() ?? '',
  }
}

/** A database of its own, kept running by this process, and folders and peers for whoever is started on it. */
export async function aCrashHouse(folder?: string) {
  const place = folder ?? (await mkdtemp(join(tmpdir(), 'crossmatch-crash-')))
  const [mails, texts] = await Promise.all([smtpPeer(), smsGateway()])
  let postgres: EmbeddedPostgres | null = await startEmbeddedPostgres({ folder: place })
  let database: Database = opened(postgres)
  await prepare({ url: postgres.appUrl, ownerUrl: postgres.url })
  await thePeople(database.db)
  closeLater(async () => {
    await close()
    await Promise.all([mails.close(), texts.close()])
    await rm(place, { recursive: true, force: true })
  })
  const shared = { ...alone(place), SMTP_URL: mails.url, ...texts.settings }
  return {
    folder: place,
    peers: { mails, texts },
    db: () => database.db,
    /** The database belongs to somebody else: the settings of a process on it, or of one that runs it itself. */
    settings: (role: 'web' | 'worker' | 'all') => ({
      ...shared,
      ROLE: role,
      ...(postgres && { DATABASE_URL: postgres.appUrl, DATABASE_OWNER_URL: postgres.url }),
    }),
    /** Lets go of the database, for an app that runs it by itself. */
    close,
    async reopen() {
      postgres = await startEmbeddedPostgres({ folder: place })
      database = opened(postgres)
    },
    people: (walkers: number, urls: readonly string[]) => peopleAt(database, walkers, urls),
    kept: () => readHeads(headsFile(place)),
  }

  async function close(): Promise<void> {
    await database.close()
    await postgres?.stop()
    postgres = null
  }
}
export type CrashHouse = Awaited<ReturnType<typeof aCrashHouse>>

const opened = ({ url }: EmbeddedPostgres): Database =>
  openDatabase(url, { connections: 2, onError: () => undefined })

/** Everybody has a session before anything dies: an open one stays good. */
export async function peopleAt(
  { db }: Pick<Database, 'db'>,
  walkers: number,
  urls: readonly string[],
): Promise<Places> {
  const begun: Promise<string>[] = []
  const as = (email: string | null): Person => {
    const cookie = email === null ? undefined : sessionCookie(db, emailOf(email))
    const origin = urls[0] ?? ''
    const clients = urls.map((url) =>
      clientOf({ url, origin, ...(cookie && { firstCookies: () => cookie }) }),
    )
    begun.push(...clients.map((client) => client.cookies()))
    return clients
  }
  const places = await thePlaces(db, walkers, as)
  await Promise.all(begun)
  return places
}

const longestWaitMs = 180_000

/** Traffic that is waited for: each `after` resolves when so many more acts were acknowledged. */
export function trafficIn(places: Places, options: TrafficOptions = {}) {
  const traffic: Traffic = startTraffic(places, options)
  return {
    ...traffic,
    async after(acts: number): Promise<void> {
      const goal = traffic.witness.acknowledged + acts
      const deadline = performance.now() + longestWaitMs
      while (traffic.witness.acknowledged < goal) {
        if (performance.now() > deadline) throw new Error('the traffic stands still')
        await Promise.race([traffic.failed, sleep(10)])
      }
    },
  }
}

/** What messages wait for nobody any more: whoever had them in hand is dead, and the minute is over. */
export async function untilSent(house: CrashHouse, worker: Started): Promise<void> {
  await worker.end('SIGTERM')
  const db = house.db()
  await sql`update notifications set due_at = due_at - interval '61 s' where state = 'waiting'`.execute(db)
  await sql`update pgboss.job set state = 'retry', start_after = now() where name = 'make-invoices' and state in ('active', 'retry')`.execute(
    db,
  )
  await worker.start()
  const left = sql<{ left: number }>`
    select (select count(*) from due_reactions)::int
      + (select count(*) from notifications where state = 'waiting')::int
      + (select count(*) from pgboss.job where name = 'make-invoices' and state < 'completed')::int as left`
  await expect
    .poll(async () => (await left.execute(db)).rows[0]?.left, { timeout: 120_000, interval: 200 })
    .toBe(0)
}

/** All that was promised, held against all that is there. */
export async function harmOf(
  house: CrashHouse,
  witness: Witness,
): Promise<{ harm: Harm; messages: number; again: number }> {
  const harm = await harmIn(house.db(), witness, { kept: await house.kept() })
  const sent = await messagesHarmed(house.db(), house.peers, harm)
  await hooksHarmed(house.db(), harm)
  tellOf(harm)
  return { harm, ...sent }
}

/** A figure is numbers; whoever looks for the reason needs the words too. */
export function tellOf(harm: Harm): void {
  for (const [kind, words] of Object.entries(harm))
    if (words.length > 0) process.stderr.write(`${kind}:\n  ${words.slice(0, 20).join('\n  ')}\n`)
}
