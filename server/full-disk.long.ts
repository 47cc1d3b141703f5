import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { requests } from '#contract/requests.ts'
import { closeLater } from '#testing/harness/closing.ts'
import { generous, trafficIn } from '#testing/harness/crash-house.ts'
import { noHarm } from '#testing/harness/harm.ts'
import { aLoopDisk, whyNoLoopDisk } from '#testing/harness/loop-disk.ts'
import { isNotSeenHere } from '#testing/harness/not-here.ts'
import { aService } from '#testing/harness/service.ts'
import { thePlaces } from '#testing/harness/traffic.ts'
import { filesHarmed, harmIn } from '#testing/harness/whole.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'
import { aJpeg, send } from '#testing/makers/pictures.ts'
import { openDatabase } from './db/database.ts'
import { thePeople } from './demo/makers/people.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { filesOnDisk } from './platform/storage/files.ts'
import { prepare } from './prepare.ts'

const run = promisify(execFile)
/** Only root makes disks. Elsewhere the answers alone are tried: errors.test.ts, stored-files.test.ts. */
const whyNot = await whyNoLoopDisk()

/** Takes all the room there is; resolves with what gives it back. */
async function fill(folder: string): Promise<() => Promise<void>> {
  const fillers = ['64k', '4k'].map((size) => [size, join(folder, `filler-${size}`)] as const)
  for (const [size, file] of fillers)
    await run('dd', ['if=/dev/zero', `of=${file}`, `bs=${size}`]).catch(() => undefined)
  return async () => void (await Promise.all(fillers.map(([, file]) => rm(file))))
}

test('X10 the disk of the database is full: writes answer 507, what can be read is read, and when there is room again nothing is lost', {
  timeout: 5 * 60_000,
}, async ({ task }) => {
  if (isNotSeenHere(whyNot, task)) return
  const disk = await aLoopDisk(250)
  const postgres = await startEmbeddedPostgres({ folder: join(disk.folder, 'data') })
  closeLater(postgres.stop)
  await prepare({ url: postgres.appUrl, ownerUrl: postgres.url })
  const { db, close } = openDatabase(postgres.url, { connections: 2, onError: () => undefined })
  closeLater(close)
  await thePeople(db)
  const service = await aService({
    databaseUrl: postgres.appUrl,
    isSettling: false,
    settings: { ROLE: 'web', TRUST_PROXY: '1', ...generous },
  })
  const as = (email: string | null) => [email === null ? service.anonymous : service.as(email)]
  const traffic = trafficIn(await thePlaces(db, 4, as))
  const admin = service.as('firm')
  await traffic.after(60)
  const empty = await fill(disk.folder)
  await expect.poll(() => traffic.witness.full, { timeout: 60_000 }).toBeGreaterThan(3)
  expect((await admin.call(requests.list, {})).status).toBe(200)
  // worse: its log finds no room either, and PostgreSQL has to stop
  for (let count = 0; count < 40; count++)
    await sql`select pg_switch_wal()`.execute(db).catch(() => undefined)
  await empty()
  await traffic.after(60)
  expect(await harmIn(db, await traffic.stop())).toEqual(noHarm())
})

test('X11 the disk of the files is full: an upload answers 507 and leaves no row, requests go on, and with room it is taken', {
  timeout: 5 * 60_000,
}, async ({ task }) => {
  if (isNotSeenHere(whyNot, task)) return
  const disk = await aLoopDisk(20)
  const service = await aService({ files: filesOnDisk(join(disk.folder, 'files')) })
  const { id } = await aRequest(service.db, { status: 'bloodbank-approved', driverEmail: arun })
  const driver = service.as(arun)
  const upload = async (width: number) => {
    const picture = { id, seq: 1, state: 'InTransit', name: 'Bag', fileName: 'a.jpeg' } as const
    return (await send(driver, driving.picture, picture, await aJpeg({ width }))).status
  }
  expect(await upload(10)).toBe(200)
  const empty = await fill(disk.folder)
  const named = () => filesHarmed(service.db, disk.folder, noHarm())
  const before = await named()
  expect(await upload(20)).toBe(507)
  expect(await named()).toBe(before)
  expect((await service.as('firm_pilot').call(requests.raise, aDraft(new Date()))).status).toBe(200)
  await empty()
  expect(await upload(30)).toBe(200)
  const harm = noHarm()
  await filesHarmed(service.db, disk.folder, harm)
  expect(harm).toEqual(noHarm())
})
