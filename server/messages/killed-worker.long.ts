import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
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

/** A worker that dies with a message in hand gives it up after a minute: this one is over. */
async function letAMinutePass({ db }: TestService): Promise<void> {
  await sql`update notifications set due_at = due_at - interval '61 s' where state = 'waiting'`.execute(db)
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
  await letAMinutePass(service)
  await aWorker(service)
  await vi.waitFor(
    async () => expect((await messages()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']),
    soon,
  )

  const all = (await messages()).map(({ id }) => `message-${id}`)
  expect(taken).toEqual(expect.arrayContaining(all))
  expect(keys(service).sort()).toEqual([...taken, ...all].sort())
}, 120_000)

test('X19 AMB-277 a worker killed before, while and after it works out what events cause loses none of it and tells nothing twice', async () => {
  // nobody in this process does what follows from the events
  const service = await aService({ settings: { ROLE: 'web' }, isSettling: false })
  const raises = 40
  const first = await aWorker(service)
  const staff = service.as('firm_pilot')
  const raised = Promise.all(
    Array.from({ length: raises }, () => staff.done(requests.raise, aDraft(new Date()))),
  )
  await service.mails.next(30_000)
  await first.signal('SIGKILL')
  await raised
  const left = await service.db.selectFrom('dueReactions').select('eventId').execute()
  const written = await service.db.selectFrom('notifications').select('eventId').distinct().execute()
  // each event has its note, or what it causes: never neither, never both
  const both = [...left, ...written].map(({ eventId }) => eventId)
  expect([both.length, new Set(both).size]).toEqual([raises, raises])

  await letAMinutePass(service)
  await aWorker(service)
  await vi.waitFor(async () => {
    const rows = await service.db.selectFrom('notifications').select('state').execute()
    expect(rows.map(({ state }) => state)).toEqual(Array(3 * raises).fill('sent'))
  }, soon)
}, 120_000)
