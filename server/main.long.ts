import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { clientOf } from '#testing/harness/client.ts'
import { aDatabase, aFolder, ended, running, signedIn } from '#testing/harness/started.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { smtpPeer } from '#testing/peers/smtp.ts'
import { fillDemo } from './demo/demo.ts'

const isGone = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

test('X01 kill -9 during 200 raises: every acknowledged one is there once, with its event and messages', async () => {
  const database = await aDatabase()
  const settings = {
    ...{ DATABASE_URL: database.url, DATA_DIR: await aFolder(), AUTH_SECRET: 'x'.repeat(32) },
    RAISES_GATHERED_AFTER: '500',
  }
  let app = await running(settings)
  const staff = await signedIn(app, 'firm_pilot')
  const sent = Array.from({ length: 200 }, () => ({ key: randomUUID(), draft: aDraft(new Date()) }))
  const acknowledged = new Map<string, string>()
  let killed: Promise<unknown> | null = null
  await inParallel(8, sent, async ({ key, draft }) => {
    const answer = await staff.call(requests.raise, draft, { idempotencyKey: key }).catch(() => null)
    if (answer?.status === 200) acknowledged.set(key, answer.body.id)
    if (acknowledged.size === 80) killed ??= app.signal('SIGKILL')
  })
  await killed
  expect(acknowledged.size).toBeGreaterThanOrEqual(80)
  expect(acknowledged.size).toBeLessThan(200)

  app = await running(settings)
  const again = clientOf({ url: app.url, origin: app.url, firstCookies: () => staff.cookies() })
  // whoever got no answer sends the same again, as the form does; the session is still good
  await inParallel(8, sent, async ({ key, draft }) => {
    const { id } = await again.done(requests.raise, draft, { idempotencyKey: key })
    if (acknowledged.has(key)) expect(id).toBe(acknowledged.get(key))
    acknowledged.set(key, id)
  })
  const { db } = database.opened
  const count = async (table: 'requests' | 'notifications' | 'deliveries') =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  expect(new Set(acknowledged.values()).size).toBe(200)
  expect(await count('requests')).toBe(200)
  const told = await db
    .selectFrom('events')
    .select('subjectId')
    .where('kind', '=', 'request-raised')
    .execute()
  expect(told).toHaveLength(200)
  // one mail to the provider and one text to each of the hospital's two phones, after the act (ruling AMB-277)
  await expect.poll(() => count('notifications'), { timeout: 20_000 }).toBe(600)
  expect(await count('deliveries')).toBe(200)
})

async function inParallel<Item>(width: number, items: readonly Item[], act: (item: Item) => Promise<void>) {
  const waiting = [...items]
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let item = waiting.shift(); item; item = waiting.shift()) await act(item)
    }),
  )
}

test('DATA-18 X08, X09 on its own database: refuses a second app, stops cleanly, and finds its data again', async () => {
  const settings = { DATA_DIR: await aFolder(), DEMO: '1' }
  const first = await running(settings)
  expect(first.printed()).toContain('Crossmatch is at')
  expect(first.printed()).toContain('firm_pilot')
  const staff = await signedIn(first, 'firm_pilot')
  const { id } = await staff.done(requests.raise, aDraft(new Date()))

  const second = await ended(settings)
  expect(second.code).toBe(1)
  expect(second.printed).toContain(String(first.child.pid))
  expect(second.printed.trim().split('\n')).toHaveLength(1)

  expect(await first.signal('SIGTERM')).toBe(0)
  const third = await running(settings)
  const items = (await (await signedIn(third, 'firm_pilot')).done(requests.list, {})).items
  expect(items[0]?.id).toBe(id)

  await third.signal('SIGKILL')
  const fourth = await running(settings)
  expect((await (await signedIn(fourth, 'firm_pilot')).done(requests.list, {})).items[0]?.id).toBe(id)
  expect(await fourth.signal('SIGINT')).toBe(0)
  expect(isGone(fourth.child.pid ?? 0)).toBe(true)
})

test('two web processes and a worker on one database: live across, and the mail goes out', async () => {
  const database = await aDatabase()
  const mails = await smtpPeer()
  onTestFinished(() => mails.close())
  const shared = { DATABASE_URL: database.url, AUTH_SECRET: 'x'.repeat(32), DATA_DIR: await aFolder() }
  const [one, two] = await Promise.all([
    running({ ...shared, ROLE: 'web' }),
    running({ ...shared, ROLE: 'web' }),
    running({ ...shared, ROLE: 'worker', SMTP_URL: mails.url }),
  ])
  const stream = await (await signedIn(two, 'firm')).live()
  const staff = await signedIn(one, 'firm_pilot')
  // the first call of a process reads the code it needs; what counts is how it goes after that
  for (const isFirst of [true, false]) {
    const began = performance.now()
    const request = await staff.done(requests.raise, aDraft(new Date()))
    expect(await stream.next()).toMatchObject({ id: request.id })
    if (!isFirst) expect(performance.now() - began).toBeLessThan(1_000)
    expect((await mails.next()).subject).toContain(request.id)
  }
  stream.close()
})

test('T14 production does not start on a database that the demonstration filled, whatever its addresses became', async () => {
  const database = await aDatabase('nothing')
  await fillDemo(database.url, { say: () => undefined, secret: 'of nobody' })
  await database.opened.pool.query(
    `update accounts set email = replace(email, 'crossmatch.example', 'real.org')`,
  )
  const settings = {
    NODE_ENV: 'production',
    DEMO: '0',
    DATABASE_URL: database.url,
    DATA_DIR: await aFolder(),
  }
  const { code, printed } = await ended(settings)
  expect(code).toBe(1)
  expect(printed).toContain('set DATA_DIR to another folder')
})

test('T71 the verify command says whether the trail is as written', async () => {
  const database = await aDatabase()
  const settings = { DATABASE_URL: database.url, DATA_DIR: await aFolder() }
  const app = await running(settings)
  await (await signedIn(app, 'firm_pilot')).done(requests.raise, aDraft(new Date()))
  expect(await ended(settings, ['verify'])).toMatchObject({
    code: 0,
    printed: expect.stringContaining('2 events'),
  })
  // one line of the file in the folder, one of a mail
  const line = (id: number) => `${id} 99 ${'a'.repeat(64)}`
  await writeFile(join(settings.DATA_DIR, 'seals.log'), `${line(7)}\n`)
  const { code, printed } = await ended(settings, ['verify', line(8)])
  expect(code).toBe(1)
  for (const id of [7, 8])
    expect(printed).toContain(`Seal ${id}, up to event 99, was kept outside and is not in the database.`)
  await database.opened.pool.query(
    'alter table events disable trigger user; update events set actor_name = $$x$$',
  )
  expect(await ended(settings, ['verify'])).toMatchObject({
    code: 1,
    printed: expect.stringContaining('was changed'),
  })
})
