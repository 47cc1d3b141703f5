import type { DonorRecord } from '#domain/exchange/bank-documents.ts'
import {
  type ReadCompany,
  type ReadInventory,
  readCompany,
  readDonorForm,
  readInventory,
} from '#domain/exchange/bank-readers.ts'
import { type ReadSummary, readInvoiceSummary } from '#domain/exchange/invoice-summary.ts'
import { type ReadRequest, readRequest } from '#domain/exchange/request-reader.ts'
import type { Reading } from '#domain/exchange/shapes.ts'
import type { Db, Tx } from '../db/database.ts'
import type { NewEvent } from '../db/event-trail.ts'
import { perStatement } from '../db/in-parts.ts'
import { importStore, importWriter } from './import-store.ts'

/** Who is there to be named: what was here, and what came before in the same import. */
export type Books = {
  organisations: Map<string, 'hospital' | 'bank'>
  drivers: Set<string>
  /** When the invoices were made that come with their requests, by number. */
  invoiceDates: Map<string, Date>
  /** Those of them whose request came. */
  invoicesDated: Set<string>
}

/** How one collection comes in. A row is known by its key; one that is here already is left as it is. */
export type Importer<Row> = {
  /** How many rows are written together. */
  batch: number
  read: (document: unknown) => readonly Reading<Row>[]
  keyOf: (row: Row) => string
  /** What must come first is first. */
  inOrder?: (rows: readonly Row[]) => readonly Row[]
  /** The keys of those that are here. */
  here: (db: Db, rows: readonly Row[]) => Promise<readonly string[]>
  whyNot: (row: Row, books: Books) => string | null
  /** What only the database knows against some of them. */
  objections?: (db: Db, rows: readonly Row[]) => Promise<ReadonlyMap<string, string>>
  /** Others may name it from now on. */
  enter?: (row: Row, books: Books) => void
  /** The keys of those that were written. */
  write: (tx: Tx, rows: readonly Row[], now: Date) => Promise<readonly string[]>
}

const batch = perStatement

const one =
  <Row>(read: (document: unknown) => Reading<Row>) =>
  (document: unknown) => [read(document)]

export const companyImporter: Importer<ReadCompany> = {
  batch,
  read: one(readCompany),
  keyOf: ({ name }) => name,
  here: async (db, rows) =>
    (await importStore(db).companies(rows.map(({ name }) => name))).map(({ name }) => name),
  whyNot: () => null,
  async write(tx, rows, now) {
    const writer = importWriter(tx, now)
    const names = await writer.companies(rows)
    await writer.record(names.map((name) => ({ subjectId: name, kind: 'company-imported' })))
    return names
  },
}

export const inventoryImporter: Importer<ReadInventory> = {
  batch,
  read: one(readInventory),
  keyOf: ({ bankId }) => bankId,
  async here(db, rows) {
    const counted = await importStore(db).inventories(rows.map(({ bankId }) => bankId))
    // a bank that never counted has nothing to bring
    const empty = rows.filter(({ countedAt }) => countedAt === null)
    return [...counted, ...empty].map(({ bankId }) => bankId)
  },
  whyNot: ({ bankId }, books) => whyNotBank('BloodBankId', bankId, books),
  async write(tx, rows, now) {
    const writer = importWriter(tx, now)
    const written: string[] = []
    for (const row of rows) if (await writer.inventory(row)) written.push(row.bankId)
    const counts = rows
      .filter(({ bankId }) => written.includes(bankId))
      .flatMap(({ bankId, cells }) =>
        [...new Set(cells.map(({ component }) => component))].map(
          (component): NewEvent => ({
            subjectId: `${bankId}/${component}`,
            kind: 'stock-imported',
            bankId,
            detail: {
              to: Object.fromEntries(
                cells
                  .filter((cell) => cell.component === component)
                  .map(({ bloodGroup, quantity }) => [bloodGroup, quantity]),
              ),
            },
          }),
        ),
      )
    await writer.record(counts)
    return written
  },
}

/**
 * They say when an invoice was made, which its request does not: kept until that comes, and written with it. Until
 * then nobody knows which of them are of use.
 */
export const summaryImporter: Importer<ReadSummary> = {
  batch,
  read: one(readInvoiceSummary),
  keyOf: ({ invoiceId }) => invoiceId,
  here: async (db, rows) =>
    (await importStore(db).invoices(rows.map(({ invoiceId }) => invoiceId))).map(
      ({ invoiceId }) => invoiceId,
    ),
  whyNot: () => null,
  enter: ({ invoiceId, issuedAt }, books) => void books.invoiceDates.set(invoiceId, issuedAt),
  write: (_, rows) => Promise.resolve(rows.map(({ invoiceId }) => invoiceId)),
}

export const requestImporter = ({ invoiceDates, invoicesDated }: Books): Importer<ReadRequest> => ({
  batch,
  read: one(readRequest),
  keyOf: ({ id }) => id,
  here: async (db, rows) => (await importStore(db).requests(rows.map(({ id }) => id))).map(({ id }) => id),

  whyNot({ hospitalId, bankId, driverEmail, drivers, driverHistory }, books) {
    if (books.organisations.get(hospitalId) !== 'hospital')
      return `Hospital: there is no hospital ${hospitalId}`
    const noBank = bankId === null ? null : whyNotBank('BloodBankID', bankId, books)
    if (noBank) return noBank
    const named = [
      ...drivers,
      ...driverHistory.map((entry) => entry.driverEmail),
      ...(driverEmail ? [driverEmail] : []),
    ]
    const stranger = named.find((email) => !books.drivers.has(email))
    return stranger === undefined ? null : `DriverID: there is no driver ${stranger}`
  },

  enter({ invoice }) {
    if (invoice && invoiceDates.has(invoice.invoiceId)) invoicesDated.add(invoice.invoiceId)
  },

  async objections(db, rows) {
    const billed = rows.flatMap(({ id, invoice }) => (invoice ? [{ id, number: invoice.invoiceId }] : []))
    if (billed.length === 0) return new Map()
    const taken = await importStore(db).invoices(billed.map(({ number }) => number))
    const owners = new Map(taken.map(({ invoiceId, requestId }) => [invoiceId, requestId]))
    const objections = new Map<string, string>()
    for (const { id, number } of billed) {
      const owner = owners.get(number) ?? id
      if (owner !== id) objections.set(id, `invoiceID: ${number} belongs to ${owner}`)
      owners.set(number, owner)
    }
    return objections
  },

  async write(tx, rows, now) {
    const writer = importWriter(tx, now)
    const ids = await writer.requests(rows.map((row) => withDate(row, invoiceDates)))
    await writer.record(
      rows
        .filter(({ id }) => ids.includes(id))
        .map(({ id, status, hospitalId, bankId, driverEmail }) => ({
          subjectId: id,
          kind: 'request-imported',
          to: status,
          hospitalId,
          bankId,
          driverEmail,
        })),
    )
    await writer.countInvoices(highestNumbers(rows))
    return ids
  },
})

function withDate(request: ReadRequest, dates: ReadonlyMap<string, Date>): ReadRequest {
  const { invoice } = request
  const issuedAt = invoice && dates.get(invoice.invoiceId)
  return issuedAt ? { ...request, invoice: { ...invoice, issuedAt } } : request
}

function highestNumbers(rows: readonly ReadRequest[]): Map<number, number> {
  const highest = new Map<number, number>()
  for (const { invoice } of rows) {
    const found = /^INV-(\d{4})-(\d{6,9})$/.exec(invoice?.invoiceId ?? '')
    const [year, number] = [Number(found?.[1]), Number(found?.[2])]
    if (found && number > (highest.get(year) ?? 0)) highest.set(year, number)
  }
  return highest
}

export const donorImporter: Importer<DonorRecord> = {
  batch,
  read: one(readDonorForm),
  keyOf: ({ id }) => id,
  async here(db, rows) {
    const [store, ids] = [importStore(db), rows.map(({ id }) => id)]
    return [...(await store.donorForms(ids)), ...(await store.erasedForms(ids))].map(({ id }) => id)
  },
  whyNot: ({ bankId }, books) => whyNotBank('location', bankId, books),
  async write(tx, rows, now) {
    const writer = importWriter(tx, now)
    const ids = await writer.donorForms(rows)
    await writer.record(
      rows
        .filter(({ id }) => ids.includes(id))
        .map(({ id, bankId, status }) => ({
          subjectId: id,
          kind: 'donor-form-imported',
          to: status,
          bankId,
        })),
    )
    return ids
  },
}

const whyNotBank = (field: string, id: string, { organisations }: Books): string | null =>
  organisations.get(id) === 'bank' ? null : `${field}: there is no blood bank ${id}`
