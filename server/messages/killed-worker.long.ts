import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { requests } from '#contract/requests.ts'
import { startApp } from '#testing/harness/process.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'

const soon = { timeout: 60_000, interval: 100 }

async function aWorker({ databaseUrl, mails, texts }: TestService) {
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-worker-'))
  const worker = await startApp({
    ROLE: 'worker',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    AUTH_SECRET: 'x'.repeat(32),
    DEMO: '0',
    SMTP_URL: mails.url,
    ...texts.settings,
  })
  onTestFinished(async () => {
    await worker.signal('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  return worker
}

/** A worker that dies with a job in hand gives it up after a minute: this one is over. */
async function letAMinutePass(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `update pgboss.job set started_on = started_on - interval '61 s'
     where name = 'send-message' and state = 'active'`,
  )
  await client.end()
}

/** By what a receiver can know a message that comes twice. */
const keys = ({ mails, texts }: TestService): string[] => [
  ...mails.all.map(({ headers }) => headers.get('message-id')?.match(/message-\d+/)?.[0] ?? ''),
  ...texts.all.map(({ key }) => key),
]

test('X19 X14 X15 a worker killed after the sending and before the marking loses no message; one that was taken may come twice, and can be known', async () => {
  const service = await aService({ settings: { ROLE: 'web' } })
  const messages = () =>
    service.db.selectFrom('notifications').select(['id', 'channel', 'state']).orderBy('id').execute()
  // both take what they are sent, and the worker never hears that they did
  service.mails.behave('take-and-hang-up')
  service.texts.behave('take-and-hang')
  const first = await aWorker(service)
  await service.as('firm_pilot').done(requests.raise, aDraft(new Date()))
  await Promise.all([
    service.mails.next(30_000),
    service.texts.next(30_000).then(() => service.texts.next(30_000)),
  ])
  await first.signal('SIGKILL')
  expect((await messages()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  const taken = keys(service)

  service.mails.behave('accept')
  service.texts.behave('accept')
  await letAMinutePass(service.databaseUrl)
  await aWorker(service)
  await vi.waitFor(
    async () => expect((await messages()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']),
    soon,
  )

  const all = (await messages()).map(({ id }) => `message-${id}`)
  expect(taken).toEqual(expect.arrayContaining(all))
  expect(keys(service).sort()).toEqual([...taken, ...all].sort())
}, 120_000)
