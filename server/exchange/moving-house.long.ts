import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { signaturePath } from '#domain/donors/signing.ts'
import { picturePath } from '#domain/requests/pictures.ts'
import { fillDemonstration } from '#server/demo/fill.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { aFolder, aHouse, type House, tallyOf } from '#testing/harness/documents-house.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aPdf } from '#testing/makers/pictures.ts'
import type { Db } from '../db/database.ts'
import { verifyEvents } from '../db/sealing.ts'

const now = instantOf('2026-11-16', '10:00')

/** Every file of a folder with its bytes. */
async function contents(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const path of (await readdir(folder, { recursive: true })).toSorted()) {
    const full = join(folder, path)
    if ((await stat(full)).isFile()) found.set(path, (await readFile(full)).toString('latin1'))
  }
  return found
}

async function aDemonstration(): Promise<House> {
  const house = await aHouse()
  await fillDemonstration(house.db, { now, files: house.files, secret: 'of nobody' })
  const id = 'aaaa0001'
  const path = signaturePath('redbank', id, '0123456789abcdef')
  await house.files.put(path, Buffer.from('\u0089PNG and a line', 'latin1'))
  const wish = { id, status: 'complete', signatureName: null, signaturePath: path } as const
  await aDonorForm(house.db, wish, now)
  await laterPictures(house, 'e19b5d30')
  await someInvoices(house)
  return house
}

/** The last few have their documents here; the others' would be drawn when they are asked for. */
async function someInvoices({ db, files }: House): Promise<void> {
  const named = await db
    .selectFrom('requests')
    .select(['id', 'hospitalInvoicePath', 'bankInvoicePath'])
    .where('hospitalInvoicePath', 'is not', null)
    .orderBy('firstCompletedAt', 'desc')
    .execute()
  for (const { hospitalInvoicePath, bankInvoicePath } of named.slice(0, 8)) {
    for (const path of [hospitalInvoicePath, bankInvoicePath]) await files.put(path ?? '', aPdf())
  }
  const others = named.slice(8).map(({ id }) => id)
  const none = { hospitalInvoicePath: null, bankInvoicePath: null }
  await db.updateTable('requests').set(none).where('id', 'in', others).execute()
}

/** Of the second delivery, and one that lies aside. */
async function laterPictures({ db, files }: House, requestId: string): Promise<void> {
  const one = { requestId, state: 'InTransit', name: 'Bag', takenAt: now, takenBy: 'Arun Kumar' } as const
  for (const of of [
    { seq: 2, aside: 0 },
    { seq: 2, aside: 1 },
    { seq: 1, aside: 12 },
  ]) {
    const path = picturePath(requestId, one.state, one.name, of)
    await db
      .insertInto('pictures')
      .values({ ...one, ...of, path, bytes: 5 })
      .execute()
    await files.put(path, Buffer.from([0xff, 0xd8, 0xff, of.seq, of.aside]))
  }
}

describe('moving house', () => {
  test('DATA-01 DATA-04 DATA-06 DATA-08 DATA-09 DATA-10 out, into an empty system, and out again: the same bytes, with a trail', async () => {
    const old = await aDemonstration()
    const [first, second] = [join(await aFolder(), 'out'), join(await aFolder(), 'out')]
    expect((await old.run('export', first)).code).toBe(0)
    const before = await contents(first)
    expect([...before.keys()].filter((path) => path.endsWith('.jsonl'))).toEqual([
      ...[
        'BloodBankInventory.jsonl',
        'CompanyDB.jsonl',
        'configDB.jsonl',
        'donorForms.jsonl',
        'hospitalDB.jsonl',
        'invoiceSummaries.jsonl',
      ],
    ])
    expect([...before.keys()].filter((path) => path.startsWith('files/')).length).toBeGreaterThan(20)
    expect((await stat(join(first, 'hospitalDB.jsonl'))).mode & 0o777).toBe(0o600)

    const house = await aHouse()
    const dry = await house.run('import', first, '--dry-run')
    expect(dry.code).toBe(0)
    expect(await house.db.selectFrom('organisations').select('id').execute()).toEqual([])

    const imported = await house.run('import', first)
    expect(imported).toMatchObject({ code: 0 })
    for (const name of [
      ...['configDB', 'CompanyDB', 'BloodBankInventory', 'invoiceSummaries', 'hospitalDB', 'donorForms'],
    ])
      expect([name, tallyOf(imported.said, name)]).toEqual([name, tallyOf(dry.said, name)])
    expect(tallyOf(imported.said, 'hospitalDB')).toEqual([401, 401, 0, 0])

    expect((await house.run('export', second)).code).toBe(0)
    const after = await contents(second)
    expect([...after.keys()]).toEqual([...before.keys()])
    for (const [path, bytes] of before) expect(after.get(path) === bytes, path).toBe(true)

    const counts = async (one: Db) => ({
      deliveries: (await one.selectFrom('deliveries').selectAll().execute()).length,
      assignments: (await one.selectFrom('driverAssignments').selectAll().execute()).length,
      drivers: (await one.selectFrom('requestDrivers').selectAll().execute()).length,
      pictures: await one
        .selectFrom('pictures')
        .select(['path', 'seq', 'aside', 'bytes', 'takenAt'])
        .orderBy('path')
        .execute(),
      numbers: await one.selectFrom('invoiceNumbers').selectAll().orderBy('year').execute(),
    })
    expect(await counts(house.db)).toEqual(await counts(old.db))
    const events = await house.db
      .selectFrom('events')
      .select(['kind', 'actorName', 'toStatus'])
      .where('subjectKind', '=', 'request')
      .execute()
    expect(events).toHaveLength(401)
    expect(events[0]).toMatchObject({ kind: 'request-imported', actorName: 'Import' })
    expect((await verifyEvents(house.db)).faults).toEqual([])
    const arun = await house.db
      .selectFrom('accounts')
      .select('id')
      .where('email', 'like', 'arun.driver@%')
      .execute()
    expect(arun).toHaveLength(1)
    expect(await house.db.selectFrom('credentials').selectAll().execute()).toEqual([])

    const again = await house.run('import', first)
    expect(again.code).toBe(0)
    expect(tallyOf(again.said, 'hospitalDB')).toEqual([401, 0, 401, 0])
    expect(tallyOf(again.said, 'invoiceSummaries')[1]).toBe(0)
    expect(tallyOf(again.said, 'files')[1]).toBe(0)
  }, 60_000)

  test('DATA-18 a file that is missing is named, and the rest is there', async () => {
    const house = await aHouse('people')
    const path = 'invoices/bbbb0001/bbbb0001-hospital-firm-invoice.pdf'
    await aRequest(house.db, { id: 'bbbb0001', status: 'completed', hospitalInvoicePath: path }, now)
    const folder = await aFolder()
    const { code, said } = await house.run('export', folder)
    expect(code).toBe(1)
    expect(said).toContain(`missing: ${path}`)
    expect(await readFile(join(folder, 'hospitalDB.jsonl'), 'utf8')).toContain('bbbb0001')
    expect((await house.run('export', folder)).code).toBe(2)
  })
})
