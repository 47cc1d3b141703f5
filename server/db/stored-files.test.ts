import { readFile, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { consent } from '#contract/consent.ts'
import { driving } from '#contract/driving.ts'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { pictures } from '#contract/pictures.ts'
import { requests } from '#contract/requests.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aJpeg, aPdf, send } from '#testing/makers/pictures.ts'
import { aSignature } from '#testing/makers/signatures.ts'
import { s3Peer } from '#testing/peers/s3.ts'
import { filesOnDisk } from '../platform/storage/files.ts'
import { type Kept, letGoOfFile, nameFile, sweepFiles, unnameFiles } from './stored-files.ts'

const arun = emailOf('arun.driver')
const picture = (id: string) =>
  ({ id, seq: 1, state: 'InTransit', name: 'Bag', fileName: 'bag.jpg' }) as const

test('X16 while the store hangs for all that is put, no transaction waits for it and others are served', async () => {
  const peer = await s3Peer()
  const service = await aService({ settings: { ROLE: 'web', ...peer.settings } })
  const [driver, provider] = [service.as(arun), service.as('bloodsupport')]
  const bank = service.as('redbank_bloodbank')
  const order = await aRequest(service.db, { status: 'issued', driverEmail: arun })
  const { id, version } = await aRequest(service.db, { status: 'completed', hospitalId: 'firm' })
  const { id: donation } = await aDonorForm(service.db)
  const { seen } = await bank.done(consent.show, { id: donation })
  const [bytes, drawn] = await Promise.all([aJpeg(), aSignature()])
  peer.behave('hang')
  const bill = { id, version, party: 'hospital', fileName: 'bill.pdf' } as const
  const { seq: _, ...ofProvider } = picture(id)
  const sent = [
    send(provider, pictures.upload, ofProvider, bytes),
    send(provider, invoiceFiles.upload, bill, aPdf('from the ledger')),
    send(bank, consent.sign, { id: donation, seen }, drawn),
    send(driver, driving.picture, picture(order.id), bytes),
  ]
  // each key is one of its own: they hang all at once, as many as are worked on at a time
  await expect.poll(() => new Set(peer.calls).size, { timeout: 30_000 }).toBe(sent.length)
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(service.db)
  expect(rows).toEqual([])
  expect((await service.as('firm').call(requests.pending, {})).status).toBe(200)
  await peer.close()
  await Promise.all(sent)
})

describe('a file', () => {
  let service: TestService
  beforeAll(async () => {
    service = await aService({ settings: { ROLE: 'web' } })
  })
  const bytes = (text: string) => Buffer.from(text)
  const name = (path: string, kept: Kept) =>
    service.db.transaction().execute((tx) => nameFile(tx, path, kept))
  const rows = (path: string) =>
    service.db.selectFrom('storedFiles').select('sha256').where('path', '=', path).execute()
  const files = () => filesOnDisk(`${service.settings.DATA_DIR}/files`)
  const anHourPasses = () =>
    service.db
      .updateTable('storedFiles')
      .set({ storedAt: sql<Date>`stored_at - interval '61 minutes'` })
      .execute()

  test('STORAGE-03 T49 that is replaced is kept, and its path gives the newest', async () => {
    const [first, second] = [
      await service.files.keep(bytes('first'), 'jpeg'),
      await service.files.keep(bytes('second'), 'jpeg'),
    ]
    // whichever was put first: the one that was named last is the newest
    await name('images/a/a.jpeg', second)
    await name('images/a/a.jpeg', first)
    expect(String(await service.files.get('images/a/a.jpeg'))).toBe('first')
    expect(await rows('images/a/a.jpeg')).toHaveLength(2)
    await name('images/a/a.jpeg', await service.files.keep(bytes('first'), 'jpeg'))
    expect(await rows('images/a/a.jpeg')).toHaveLength(2)
  })

  test('STORAGE-03 that lies at its path since an earlier version is found there', async () => {
    await files().put('images/b/b.jpeg', bytes('of old'))
    expect(String(await service.files.get('images/b/b.jpeg'))).toBe('of old')
  })

  test('X31 with a flipped bit is an error that is told as such, and never handed out', async () => {
    const { id } = await aRequest(service.db, { status: 'issued', driverEmail: arun })
    await send(service.as(arun), driving.picture, picture(id), await aJpeg())
    const place = await service.placeOf(`images/${id}/${id}-InTransit-Bag.jpeg`)
    const kept = await readFile(place)
    kept[100] = (kept[100] ?? 0) ^ 1
    await writeFile(place, kept)
    const answer = await service.as('bloodsupport').raw('GET', `/api/requests/${id}/pictures/InTransit/Bag`)
    expect([answer.status, answer.json()]).toMatchObject([500, { code: 'file-spoiled' }])
  })

  test('X11 that nothing names is removed after an hour, and one that is named is not', async () => {
    const put = await service.files.keep(bytes('named'), 'pdf')
    await name('invoices/c/c.pdf', put)
    await service.files.keep(bytes('never named'), 'pdf')
    await name('signatures/d/d.png', await service.files.keep(bytes('replaced'), 'png'))
    await sweepFiles(service.db, files())
    await service.db.transaction().execute((tx) => unnameFiles(tx, 'signatures/d/d.png'))
    const unnamed = () =>
      service.db.selectFrom('storedFiles').select('contentKey').where('path', 'is', null).execute()
    const keys = (await unnamed()).map(({ contentKey }) => contentKey)
    expect(keys.length).toBeGreaterThanOrEqual(2)
    await anHourPasses()
    await sweepFiles(service.db, files())
    expect(await unnamed()).toEqual([])
    for (const key of keys) expect(await files().get(key)).toBeNull()
    expect(String(await service.files.get('invoices/c/c.pdf'))).toBe('named')
  })

  test('STORAGE-03 that an earlier version put at its path and that was replaced is gone an hour later; another there is not', async () => {
    const [old, other] = ['signatures/f/old.png', 'signatures/f/other.png']
    await files().put(old, bytes('of old'))
    await files().put(other, bytes('still signed'))
    const letGo = () => service.db.transaction().execute((tx) => letGoOfFile(tx, old))
    await letGo()
    await letGo()
    await anHourPasses()
    await sweepFiles(service.db, files())
    expect(await service.files.get(old)).toBeNull()
    expect(String(await service.files.get(other))).toBe('still signed')
  })

  test('X11 that is being removed cannot be named any more, and is tried again when the store was away', async () => {
    const late = await service.files.keep(bytes('late'), 'pdf')
    await anHourPasses()
    const away = { ...files(), remove: () => Promise.reject(new Error('away')) }
    await expect(sweepFiles(service.db, away)).rejects.toThrow('away')
    await expect(name('invoices/e/e.pdf', late)).rejects.toThrow('removed before')
    await sweepFiles(service.db, files())
    expect(
      await service.db.selectFrom('storedFiles').select('id').where('id', '=', late.id).execute(),
    ).toEqual([])
  })

  test('X11 that cannot be removed keeps no other from being removed', async () => {
    const stuck = Array.from({ length: 50 }, (_, n) => `content/stuck/${n}.pdf`)
    const long = (contentKey: string, ago: string) => ({
      ...{ contentKey, sha256: 'a'.repeat(64), bytes: 1 },
      storedAt: sql<Date>`now() - ${ago}::interval`,
    })
    const some = [
      long('content/a/before.pdf', '9 hours'),
      ...stuck.slice(0, 10).map((key) => long(key, '8 hours')),
    ]
    const rest = [
      ...stuck.slice(10).map((key) => long(key, '7 hours')),
      long('content/a/after.pdf', '6 hours'),
    ]
    await service.db
      .insertInto('storedFiles')
      .values([...some, ...rest])
      .execute()
    const tried: string[] = []
    const remove = async (key: string) => {
      tried.push(key)
      if (stuck.includes(key)) throw new Error(`${key} is stuck`)
    }
    const left = async () =>
      (
        await service.db.selectFrom('storedFiles').select('contentKey').where('path', 'is', null).execute()
      ).map(({ contentKey }) => contentKey)
    for (let time = 0; time < 2; time++)
      await expect(sweepFiles(service.db, { ...files(), remove })).rejects.toThrow('is stuck')
    expect((await left()).toSorted()).toEqual(stuck.toSorted())
    // nor is one of them tried before another that waits as long
    expect(new Set(tried).size).toBe(52)
    await sweepFiles(service.db, files())
    expect(await left()).toEqual([])
  })
})
