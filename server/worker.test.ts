import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeLater } from '#testing/harness/closing.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { systemClock } from './basics/clock.ts'
import { openDatabase } from './db/database.ts'
import type { JobHandler } from './db/jobs.ts'
import type { Message } from './db/outbox.ts'
import { headIn, headsFile, readHeads } from './db/seal-heads.ts'
import { verifyEvents } from './db/sealing.ts'
import { readSettings } from './platform/settings.ts'
import { startWork } from './worker.ts'

/** What the queues would call, what the log was told, and what was written to be sent. */
async function theWork(makeMissing: () => Promise<void>, more: Record<string, string> = {}, under = '.') {
  const clone = await cloneDatabase('people')
  const made = await mkdtemp(join(tmpdir(), 'crossmatch-worker-'))
  const folder = join(made, under)
  const { db, close } = openDatabase(clone.ownerUrl)
  closeLater(async () => {
    await close()
    await clone.drop()
    await rm(made, { recursive: true, force: true })
  })
  const handlers = new Map<string, JobHandler>()
  const keep = async (queue: string, handler: JobHandler) => void handlers.set(queue, handler)
  const logged: string[] = []
  const posted: Message[] = []
  const log = { warn: () => undefined, error: (_line: object, text: string) => void logged.push(text) }
  await startWork({
    jobs: { work: keep, everyMinute: keep },
    db,
    clock: systemClock,
    invoices: { makeMissing },
    transact: (_by: unknown, now: Date, act: (work: object) => Promise<unknown>) =>
      act({ db, now, post: async (message: Message) => void posted.push(message) }),
    settings: readSettings({ NODE_ENV: 'test', DATA_DIR: folder, ...more }),
    log,
  } as unknown as Parameters<typeof startWork>[0])
  const run = (queue: string, data: object = {}) => handlers.get(queue)?.(data, { isLast: false })
  const write = (id: string) =>
    sql`insert into events (subject_kind, subject_id, kind, at, actor_name, previous_hash, hash)
      values ('request', ${id}, 'request-raised', now(), 'x', '', 'x')`.execute(db)
  return { db, run, logged, posted, folder, write }
}

test('X16 an invoice that cannot be made is in the log, and is tried again', async () => {
  const { run, logged } = await theWork(async () => {
    throw new Error('no room for files')
  })
  await expect(run('make-invoices', { requestId: '0a1b2c3d' })).rejects.toThrow('no room for files')
  expect(logged).toEqual(['an invoice could not be made'])
})

test('T71 the trail is sealed though something else of the minute failed, which is in the log', async () => {
  const { db, run, logged, write } = await theWork(async () => undefined)
  await write('one')
  await sql`alter table rate_limits rename to elsewhere`.execute(db)
  await sql`alter table accounts rename to elsewhere_too`.execute(db)
  await run('every-minute')
  expect(await db.selectFrom('seals').select('events').execute()).toHaveLength(1)
  expect(logged.toSorted()).toEqual([
    'sign-ups that nobody proved could not be looked for',
    'what is over could not be tidied up',
  ])
})

test('T71 deleting the newest events and their seal is named, because the end of the trail is kept outside', async () => {
  const { db, run, folder, write } = await theWork(async () => undefined)
  for (const id of ['one', 'two']) {
    await write(id)
    await run('every-minute')
  }
  const kept = await readHeads(headsFile(folder))
  expect(kept).toMatchObject([
    { id: 1, lastEventId: 1 },
    { id: 2, lastEventId: 2 },
  ])
  expect((await verifyEvents(db, kept)).cut).toEqual([])
  await sql`alter table events disable trigger user`.execute(db)
  await sql`alter table seals disable trigger user`.execute(db)
  await sql`delete from seals where id = 2`.execute(db)
  await sql`delete from events where id = 2`.execute(db)
  expect((await verifyEvents(db, kept)).cut).toEqual([kept[1]])
  // nor do new events hide it
  await write('three')
  await run('every-minute')
  expect((await verifyEvents(db, kept)).cut).toEqual([kept[1]])
})

test('T71 where somebody keeps his mail, the end of the trail is sent there once a day, as a line to compare', async () => {
  const { run, posted, folder, write } = await theWork(async () => undefined, {
    TRAIL_MAILS: 'auditor@elsewhere.example',
  })
  for (const id of ['one', 'two']) {
    await write(id)
    await run('every-minute')
  }
  const [first] = await readHeads(headsFile(folder))
  expect(posted).toMatchObject([{ channel: 'mail', recipient: 'auditor@elsewhere.example' }])
  expect(posted[0]?.body.split('\n').flatMap((line) => headIn(line) ?? [])).toEqual([first])
})

test('T71 the end of the trail is kept where there was no folder yet, and after a line that the power cut short', async () => {
  const { run, folder, write, logged } = await theWork(async () => undefined, {}, 'not/there')
  await write('one')
  await run('every-minute')
  expect(await readHeads(headsFile(folder))).toMatchObject([{ id: 1 }])
  await writeFile(headsFile(folder), '1 1 0a1b2c')
  await write('two')
  await run('every-minute')
  expect(await readHeads(headsFile(folder))).toMatchObject([{ id: 2, lastEventId: 2 }])
  expect(logged).toEqual([])
})

test('T71 the end of the trail is mailed though it could not be written to the disk, which is in the log', async () => {
  const { run, posted, folder, write, logged } = await theWork(async () => undefined, {
    TRAIL_MAILS: 'auditor@elsewhere.example',
  })
  await mkdir(headsFile(folder))
  await write('one')
  await run('every-minute')
  expect(posted).toMatchObject([{ recipient: 'auditor@elsewhere.example' }])
  expect(logged).toEqual(['the trail could not be sealed'])
})
