import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reading } from '#domain/exchange/shapes.ts'
import type { Db } from '../db/database.ts'
import { configImporter } from './config-importer.ts'
import { importFiles } from './import-files.ts'
import type { ImportParts, Tally } from './import-parts.ts'
import { importStore } from './import-store.ts'
import {
  type Books,
  companyImporter,
  donorImporter,
  type Importer,
  inventoryImporter,
  requestImporter,
  summaryImporter,
} from './importers.ts'
import { type Line, linesOf } from './lines.ts'

/** In this order: what is named comes before what names it. Null: there is no such file. */
export async function importFolder(parts: ImportParts): Promise<Map<string, Tally | null>> {
  const books = await booksOf(parts.db)
  const tallies = new Map<string, Tally | null>()
  tallies.set('configDB', await importCollection(parts, 'configDB', configImporter, books))
  tallies.set('CompanyDB', await importCollection(parts, 'CompanyDB', companyImporter, books))
  tallies.set(
    'BloodBankInventory',
    await importCollection(parts, 'BloodBankInventory', inventoryImporter, books),
  )
  const summaries = await importCollection(parts, 'invoiceSummaries', summaryImporter, books)
  tallies.set('invoiceSummaries', summaries)
  tallies.set('hospitalDB', await importCollection(parts, 'hospitalDB', requestImporter(books), books))
  if (summaries) countUsed(summaries, books)
  tallies.set('donorForms', await importCollection(parts, 'donorForms', donorImporter, books))
  tallies.set('files', await importFiles(parts))
  return tallies
}

/** A summary is written with its request; where none came it was of no use. */
function countUsed(summaries: Tally, { invoicesDated }: Books): void {
  summaries.written = invoicesDated.size
  summaries.skipped = summaries.read - summaries.bad - summaries.written
}

async function booksOf(db: Db): Promise<Books> {
  const store = importStore(db)
  const organisations = new Map((await store.organisations()).map(({ id, kind }) => [id, kind]))
  const drivers = new Set((await store.drivers()).map(({ email }) => email))
  return { organisations, drivers, invoiceDates: new Map(), invoicesDated: new Set() }
}

type Waiting<Row> = { line: number; row: Row }

async function importCollection<Row>(
  parts: ImportParts,
  name: string,
  importer: Importer<Row>,
  books: Books,
): Promise<Tally | null> {
  const file = `${name}.jsonl`
  const path = join(parts.folder, file)
  const found = await lstat(path).catch(() => null)
  if (!found) return null
  const tally: Tally = { read: 0, written: 0, skipped: 0, bad: 0 }
  const refuse = (line: number, why: string) => {
    tally.bad++
    parts.onBad({ file, line, why })
  }
  if (!found.isFile()) {
    refuse(0, 'is not a file')
    return tally
  }
  // a row that comes twice is here by then; only who writes nothing must remember
  const seen = new Set<string>()
  let waiting: Waiting<Row>[] = []

  async function flush(done: number): Promise<void> {
    const batch = new Map<string, Waiting<Row>>()
    for (const one of waiting) {
      const key = importer.keyOf(one.row)
      if (batch.has(key) || seen.has(key)) tally.skipped++
      else batch.set(key, one)
    }
    waiting = []
    await take(batch)
    parts.onProgress({ file, done, of: found?.size ?? 0, read: tally.read })
  }

  async function take(batch: Map<string, Waiting<Row>>): Promise<void> {
    const rowsOf = () => [...batch.values()].map(({ row }) => row)
    if (batch.size === 0) return
    for (const key of await importer.here(parts.db, rowsOf())) if (batch.delete(key)) tally.skipped++
    const objections = await importer.objections?.(parts.db, rowsOf())
    for (const row of importer.inOrder?.(rowsOf()) ?? rowsOf()) {
      const key = importer.keyOf(row)
      const why = importer.whyNot(row, books) ?? objections?.get(key) ?? null
      if (why === null) importer.enter?.(row, books)
      else refuse(batch.get(key)?.line ?? 0, why)
      if (why !== null) batch.delete(key)
    }
    if (!parts.isDryRun) return write(batch)
    for (const key of batch.keys()) seen.add(key)
    tally.written += batch.size
  }

  /** Together, or each by itself if the database refuses one of them. */
  async function write(batch: Map<string, Waiting<Row>>): Promise<void> {
    if (batch.size === 0) return
    const rows = [...batch.values()].map(({ row }) => row)
    const arranged = importer.inOrder?.(rows) ?? rows
    try {
      const written = await parts.db.transaction().execute((tx) => importer.write(tx, arranged, parts.now))
      tally.written += written.length
      tally.skipped += batch.size - written.length
    } catch (error) {
      const why = refusalOf(error)
      if (why === null) throw error
      if (batch.size === 1) return refuse([...batch.values()][0]?.line ?? 0, why)
      for (const row of arranged) {
        const key = importer.keyOf(row)
        await write(new Map([[key, batch.get(key) ?? { line: 0, row }]]))
      }
    }
  }

  let done = 0
  for await (const line of linesOf(path)) {
    done = line.bytes
    for (const reading of readingsOf(line, importer)) {
      tally.read++
      if ('why' in reading) refuse(line.number, reading.why)
      else waiting.push({ line: line.number, row: reading.row })
    }
    if (waiting.length >= importer.batch) await flush(done)
  }
  await flush(done)
  return tally
}

function readingsOf<Row>({ text }: Line, importer: Importer<Row>): readonly Reading<Row>[] {
  if (text === null) return [{ why: 'is too long, or not UTF-8' }]
  try {
    return importer.read(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return [{ why: 'is not JSON' }]
    throw error
  }
}

/** Data that a rule of the tables does not take, as opposed to a database that is away. */
function refusalOf(error: unknown): string | null {
  const { code = '', constraint } = error as { code?: string; constraint?: string }
  if (!/^2[23]/.test(code)) return null
  return `the database does not take it${constraint ? ` (${constraint})` : ''}`
}
