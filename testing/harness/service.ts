import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '#server/app.ts'
import { type MovableClock, movableClock } from '#server/basics/clock.ts'
import type { Files } from '#server/basics/files.ts'
import { type Db, openDatabase } from '#server/db/database.ts'
import type { Jobs } from '#server/db/jobs.ts'
import { type StoredFiles, storedFilesOn } from '#server/db/stored-files.ts'
import { demoAccounts, demoFiles, fillDemo } from '#server/demo/demo.ts'
import { type Drawing, drawingThreads } from '#server/documents/drawing.ts'
import type { BodyTimeout } from '#server/platform/http/body-timeout.ts'
import type { Gauge } from '#server/platform/http/pressure.ts'
import { readSettings, type Settings } from '#server/platform/settings.ts'
import { filesOnDisk } from '#server/platform/storage/files.ts'
import { filesOf } from '#server/platform/storage/storage.ts'
import { serveTestClock } from '#server/platform/test-clock.ts'
import { emailOf } from '../../server/demo/makers/rows.ts'
import { sessionCookie, theSecret } from '../makers/sessions.ts'
import { type SmsGateway, smsGateway } from '../peers/sms-gateway.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'
import { type Client, clientOf } from './client.ts'
import { closeLater } from './closing.ts'
import { cloneDatabase, ownerUrlOf } from './database.ts'
import { placeOf } from './kept-files.ts'
import type { World } from './postgres.ts'

export type ServiceOptions = {
  /** Where its clock begins; it runs on from there. */
  now?: string | Date
  /** What its database holds: the organisations and accounts of people.ts unless told otherwise. */
  world?: World
  /** Fills the demonstration into an empty database and lists its accounts. */
  demo?: boolean
  /** Over the usual ones, as the environment has them. An empty text unsets one: SMTP_URL: '' keeps mails at home. */
  settings?: Record<string, string>
  /** A database that somebody else cloned and drops: a second service beside a first. */
  databaseUrl?: string
  /** For so long it is remembered who holds a session: not at all unless told, since tests change people behind its back. */
  rememberMs?: number
  /** False: a client does not wait for what follows from its calls, and nobody does it here unless its role says so. */
  isSettling?: boolean
  /** How quickly a body has to come. */
  bodyTimeout?: BodyTimeout
  /** In place of its data folder: files that cannot be written, say. */
  files?: Files
  /** In place of documents that take a third of a second each. */
  drawing?: Drawing
}

export type TestService = {
  url: string
  db: Db
  /** The same database as its owner: for what only somebody with the database in his hands could do. */
  owner: Db
  databaseUrl: string
  settings: Settings
  clock: Omit<MovableClock, 'moveTo'> & { moveTo(at: Date | string | null): void }
  jobs: Jobs
  /** What followed from the events so far is done: a client waits for it after each of its calls. */
  settled(): Promise<void>
  files: StoredFiles
  /** Where on the disk the file of that path lies. */
  placeOf(path: string | null | undefined): Promise<string>
  mails: SmtpPeer
  texts: SmsGateway
  anonymous: Client
  /** A client with a session of that account, made in the database: quick, and counted by no limit. */
  as(email: string): Client
  /** A program with that key: no cookies, and no page that it comes from. */
  withKey(key: string): Client
  close(): Promise<void>
}

/** For all services of a test run: reading the fonts takes a second. It ends with the process. */
const drawing = drawingThreads()

/** Many services share a process, and a busy machine is no finding: pressure has its own tests. */
const calm: Gauge = { look: () => ({ delayMs: 0, heap: 0, memory: 0 }), stop: () => undefined }

/** The address people would type; what the pages and mails name. */
const publicUrl = 'http://crossmatch.test'

/** The real service on its own database, in this process, on a port of its own. Ends with the test or the file. */
export async function aService(options: ServiceOptions = {}): Promise<TestService> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'crossmatch-service-'))
  const { clone, databaseUrl } = await databaseFor(options, filesOnDisk(join(dataFolder, 'files')))
  const [mails, texts] = await Promise.all([smtpPeer(), smsGateway()])
  const settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: dataFolder,
    PORT: '0',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    DEMO: options.demo ? '1' : '0',
    LOG_LEVEL: 'silent',
    SMTP_URL: mails.url,
    ...texts.settings,
    ...options.settings,
  })
  const clock = movableClock()
  const moveTo = (at: Date | string | null) => clock.moveTo(typeof at === 'string' ? new Date(at) : at)
  if (options.now) moveTo(options.now)
  const service = await startService({
    settings,
    databaseUrl,
    secret: theSecret,
    clock,
    demoAccounts: options.demo ? demoAccounts : [],
    ...(options.demo ? { filesOver: demoFiles } : {}),
    drawing: options.drawing ?? drawing,
    gauge: calm,
    rememberMs: options.rememberMs ?? 0,
    ...(options.files ? { files: options.files } : {}),
    ...(options.bodyTimeout ? { bodyTimeout: options.bodyTimeout } : {}),
    beforeListen: (app) => serveTestClock(app, clock),
  })
  // connects when it is first asked
  const owner = openDatabase(ownerUrlOf(databaseUrl), { connections: 2 })
  const close = once(async () => {
    await owner.close()
    await service.close()
    await Promise.all([mails.close(), texts.close()])
    await clone?.drop()
    await rm(dataFolder, { recursive: true, force: true })
  })
  closeLater(close)
  const { db } = service.database
  const settling = options.isSettling === false ? {} : { settled: service.settle }
  const reach = { url: service.address, origin: settings.publicUrl, ...settling }
  return {
    url: service.address,
    db,
    owner: owner.db,
    databaseUrl,
    settings,
    clock: { ...clock, moveTo },
    jobs: service.jobs,
    settled: service.settle,
    files: storedFilesOn(db, options.files ?? filesOf(settings)),
    placeOf: (path) => placeOf(db, dataFolder, path),
    mails,
    texts,
    anonymous: clientOf(reach),
    as: (email) => clientOf({ ...reach, firstCookies: () => sessionCookie(db, emailOf(email)) }),
    withKey: (key) => clientOf({ ...reach, headers: { origin: null, authorization: `Bearer ${key}` } }),
    close,
  }
}

async function databaseFor({ databaseUrl, demo, world, now }: ServiceOptions, files: Files) {
  if (databaseUrl) return { clone: null, databaseUrl }
  const clone = await cloneDatabase(world ?? (demo ? 'nothing' : 'people'))
  if (demo) {
    const at = now === undefined ? undefined : new Date(now)
    await fillDemo(clone.url, { say: () => undefined, secret: theSecret, now: at, files })
  }
  return { clone, databaseUrl: clone.url }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => {
    done ??= act()
    return done
  }
}
