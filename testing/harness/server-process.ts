import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { emailOf } from '../../server/demo/makers/rows.ts'
import { sessionCookie, theSecret } from '../makers/sessions.ts'
import { type SmsGateway, smsGateway } from '../peers/sms-gateway.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'
import { type Client, clientOf } from './client.ts'
import { cloneDatabase } from './database.ts'
import { type Program, startApp } from './process.ts'

/** A browser's open connections may hold up a clean end; nobody waits for it here. */
const patience = 2_000

export type ServerProcess = {
  pid: number
  url: string
  databaseUrl: string
  /** Where its files lie. */
  dataFolder: string
  db: Database['db']
  /** The same database as its owner. */
  owner: Database['db']
  mails: SmtpPeer
  texts: SmsGateway
  /** Calls beside the browser, with a session of that account. */
  as(email: string): Client
  anonymous: Client
  /** Everything it printed so far. */
  printed(): string
  close(): Promise<void>
}

/** A process on a database of its own. */
export async function startServerProcess(
  options: { demo?: boolean; settings?: Record<string, string>; program?: Program } = {},
): Promise<ServerProcess> {
  const clone = await cloneDatabase(options.demo ? 'nothing' : 'people')
  const [mails, texts] = await Promise.all([smtpPeer(), smsGateway()])
  const dataFolder = await mkdtemp(join(tmpdir(), 'crossmatch-process-'))
  const given = {
    DATA_DIR: dataFolder,
    DATABASE_URL: clone.url,
    AUTH_SECRET: theSecret,
    DEMO: options.demo ? '1' : '0',
    SMTP_URL: mails.url,
    ...texts.settings,
    ...options.settings,
  }
  const app = await startApp(given, options.program)
  const { db, close } = openDatabase(clone.url, { connections: 4, onError: () => undefined })
  const owner = openDatabase(clone.ownerUrl, { connections: 2, onError: () => undefined })
  const reach = { url: app.url, origin: app.url }
  return {
    pid: app.child.pid ?? 0,
    url: app.url,
    databaseUrl: clone.url,
    dataFolder,
    db,
    owner: owner.db,
    mails,
    texts,
    as: (email) => clientOf({ ...reach, firstCookies: () => sessionCookie(db, emailOf(email)) }),
    anonymous: clientOf(reach),
    printed: app.printed,
    async close() {
      const late = setTimeout(() => void app.signal('SIGKILL'), patience)
      await app.signal('SIGTERM')
      clearTimeout(late)
      await Promise.all([close(), owner.close(), mails.close(), texts.close()])
      await clone.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
