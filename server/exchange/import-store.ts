import type { Insertable } from 'kysely'
import type { DonorRecord } from '#domain/exchange/bank-documents.ts'
import type { ReadCompany, ReadInventory } from '#domain/exchange/bank-readers.ts'
import type { ReadRequest } from '#domain/exchange/request-reader.ts'
import type { PictureState } from '#domain/requests/pictures.ts'
import type { Db, Tx } from '../db/database.ts'
import { appendEvents, type Doer, type NewEvent } from '../db/event-trail.ts'
import { inParts } from '../db/in-parts.ts'
import type { Tables } from '../db/tables.ts'

const theImport: Doer = { accountId: null, displayName: 'Import' }

/** What is here already. */
export function importStore(db: Db) {
  return {
    organisations: () => db.selectFrom('organisations').select(['id', 'kind']).execute(),
    drivers: () => db.selectFrom('drivers').select('email').execute(),
    pictureTypes: () => db.selectFrom('pictureTypes').select(['state', 'name']).execute(),
    deliveryPrices: () => db.selectFrom('deliveryPrices').select('name').execute(),
    accounts: (emails: readonly string[]) =>
      db
        .selectFrom('accounts')
        .select('email')
        .where('email', 'in', [...emails])
        .execute(),
    requests: (ids: readonly string[]) =>
      db
        .selectFrom('requests')
        .select(['id', 'hospitalInvoicePath', 'bankInvoicePath'])
        .where('id', 'in', [...ids])
        .execute(),
    invoices: (numbers: readonly string[]) =>
      db
        .selectFrom('invoices')
        .select(['invoiceId', 'requestId'])
        .where('invoiceId', 'in', [...numbers])
        .execute(),
    companies: (names: readonly string[]) =>
      db
        .selectFrom('companies')
        .select('name')
        .where('name', 'in', [...names])
        .execute(),
    inventories: (bankIds: readonly string[]) =>
      db
        .selectFrom('stock')
        .select('bankId')
        .distinct()
        .where('bankId', 'in', [...bankIds])
        .execute(),
    donorForms: (ids: readonly string[]) =>
      db
        .selectFrom('donorForms')
        .select(['id', 'signaturePath'])
        .where('id', 'in', [...ids])
        .execute(),
    /** A donor asked for it, or the years did: what was taken out before does not come back. */
    erasedForms: (ids: readonly string[]) =>
      db
        .selectFrom('erasedForms')
        .select('id')
        .where('id', 'in', [...ids])
        .execute(),
  }
}

/** Writing, inside the transaction of one batch. What came in between is left as it is. */
export function importWriter(tx: Tx, now: Date) {
  return {
    async requests(rows: readonly ReadRequest[]): Promise<string[]> {
      const requests = rows.map(
        ({ deliveries: _, invoice: _i, drivers: _d, driverHistory: _h, ...row }) => row,
      )
      const inserted = await tx
        .insertInto('requests')
        .values(requests)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .execute()
      const ids = inserted.map(({ id }) => id)
      await insertBelongings(
        tx,
        rows.filter(({ id }) => ids.includes(id)),
      )
      return ids
    },

    /** The next number of a year is never one that is here. */
    async countInvoices(highest: ReadonlyMap<number, number>): Promise<void> {
      const rows = [...highest].map(([year, last]) => ({ year, last }))
      await inParts(rows, (some) =>
        tx
          .insertInto('invoiceNumbers')
          .values(some)
          .onConflict((conflict) =>
            conflict.column('year').doUpdateSet(({ fn, ref }) => ({
              last: fn<number>('greatest', [ref('invoiceNumbers.last'), ref('excluded.last')]),
            })),
          )
          .execute(),
      )
    },

    async organisations(rows: readonly Insertable<Tables['organisations']>[]): Promise<string[]> {
      const inserted = await inParts(rows, (some) =>
        tx
          .insertInto('organisations')
          .values(some)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .execute(),
      )
      return inserted.map(({ id }) => id)
    },

    bankPrices: (rows: readonly Insertable<Tables['bankPrices']>[]) =>
      inParts(rows, (some) => tx.insertInto('bankPrices').values(some).execute()),

    /** The e-mails that had no account. Without a password: its owner sets the first by Forgot Password. */
    async drivers(
      drivers: readonly { accountId: string; email: string; name: string; phone: string }[],
    ): Promise<string[]> {
      const accounts = drivers.map(({ accountId: id, email, name }) => ({ id, email, name, createdAt: now }))
      const inserted = await inParts(accounts, (some) =>
        tx
          .insertInto('accounts')
          .values(some)
          .onConflict((conflict) => conflict.column('email').doNothing())
          .returning('email')
          .execute(),
      )
      const emails = inserted.map(({ email }) => email)
      const added = drivers.filter(({ email }) => emails.includes(email))
      await inParts(added, (some) => tx.insertInto('drivers').values(some).execute())
      return emails
    },

    pictureTypes: (rows: readonly Insertable<Tables['pictureTypes']>[]) =>
      inParts(rows, (some) =>
        tx
          .insertInto('pictureTypes')
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
          .returning(['state', 'name'])
          .execute(),
      ),

    deliveryPrices: (rows: readonly Insertable<Tables['deliveryPrices']>[]) =>
      inParts(rows, (some) =>
        tx
          .insertInto('deliveryPrices')
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
          .returning('name')
          .execute(),
      ),

    async companies(rows: readonly ReadCompany[]): Promise<string[]> {
      const inserted = await tx
        .insertInto('companies')
        .values(rows)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .execute()
      return inserted.map(({ name }) => name)
    },

    async inventory({ bankId, countedAt, cells }: ReadInventory): Promise<boolean> {
      if (countedAt === null) return false
      const rows = cells.map((cell) => ({ ...cell, bankId, countedAt, countedBy: theImport.displayName }))
      const inserted = await tx
        .insertInto('stock')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning('bankId')
        .execute()
      return inserted.length > 0
    },

    async donorForms(rows: readonly DonorRecord[]): Promise<string[]> {
      const inserted = await tx
        .insertInto('donorForms')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .execute()
      return inserted.map(({ id }) => id)
    },

    /** False if there is one already. */
    async picture(row: {
      requestId: string
      seq: number
      state: PictureState
      name: string
      aside: number
      path: string
      bytes: number
      takenAt: Date
    }): Promise<boolean> {
      const inserted = await tx
        .insertInto('pictures')
        .values({ ...row, takenBy: theImport.displayName })
        .onConflict((conflict) => conflict.doNothing())
        .returning('path')
        .executeTakeFirst()
      return inserted !== undefined
    },

    record: (events: readonly NewEvent[]) => appendEvents(tx, events, theImport, now),
  }
}

/** What a request has in tables of its own. */
async function insertBelongings(tx: Tx, requests: readonly ReadRequest[]): Promise<void> {
  const deliveries = requests.flatMap((request) =>
    request.deliveries.map((delivery) => ({ requestId: request.id, ...delivery })),
  )
  await inParts(deliveries, (some) => tx.insertInto('deliveries').values(some).execute())
  const assignments = requests.flatMap(({ id, driverHistory }) =>
    driverHistory.map((entry, at) => ({ requestId: id, position: at + 1, ...entry })),
  )
  await inParts(assignments, (some) => tx.insertInto('driverAssignments').values(some).execute())
  const drivers = requests.flatMap(({ id, raisedAt, drivers: theirs }) =>
    theirs.map((driverEmail) => ({ requestId: id, raisedAt, driverEmail })),
  )
  await inParts(drivers, (some) => tx.insertInto('requestDrivers').values(some).execute())
  const invoices = requests.flatMap(({ id, invoice }) => (invoice ? [{ requestId: id, ...invoice }] : []))
  await inParts(invoices, (some) => tx.insertInto('invoices').values(some).execute())
}
