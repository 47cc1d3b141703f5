import type { ComponentCode } from '#domain/basics/blood.ts'
import type { OrganisationRecord } from '#domain/exchange/config-document.ts'
import type { InvoiceRecord } from '#domain/exchange/invoice-summary.ts'
import type { RequestRecord } from '#domain/exchange/request-document.ts'
import type { Db } from '../db/database.ts'

/** A page goes on after an id: in the order of the ids, which never changes under the reader. */
export type Part = { after: string; limit: number }

export function exchangeStore(db: Db) {
  return {
    async requests({ after, limit }: Part): Promise<RequestRecord[]> {
      const rows = await db
        .selectFrom('requests')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return []
      const invoices = await db.selectFrom('invoices').selectAll().where('requestId', 'in', ids).execute()
      const drivers = await db
        .selectFrom('requestDrivers')
        .select(['requestId', 'driverEmail'])
        .where('requestId', 'in', ids)
        .orderBy('driverEmail')
        .execute()
      const history = await db
        .selectFrom('driverAssignments')
        .selectAll()
        .where('requestId', 'in', ids)
        .orderBy('requestId')
        .orderBy('position')
        .execute()
      const [invoiceOf, driversOf, historyOf] = [byRequest(invoices), byRequest(drivers), byRequest(history)]
      return rows.map((row) => ({
        ...row,
        invoice: invoiceOf.get(row.id)?.[0] ?? null,
        drivers: (driversOf.get(row.id) ?? []).map(({ driverEmail }) => driverEmail),
        driverHistory: historyOf.get(row.id) ?? [],
      }))
    },

    async organisations({ after, limit }: Part): Promise<OrganisationRecord[]> {
      const rows = await db
        .selectFrom('organisations')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      const ids = rows.map(({ id }) => id)
      const prices =
        ids.length === 0
          ? []
          : await db.selectFrom('bankPrices').selectAll().where('bankId', 'in', ids).execute()
      return rows.map((row) => ({
        ...row,
        paise: Object.fromEntries(
          prices.filter(({ bankId }) => bankId === row.id).map(({ component, paise }) => [component, paise]),
        ) as Partial<Record<ComponentCode, number>>,
      }))
    },

    drivers: () => db.selectFrom('drivers').selectAll().orderBy('email').execute(),
    pictureTypes: () =>
      db
        .selectFrom('pictureTypes')
        .selectAll()
        .orderBy('state')
        .orderBy('position')
        .orderBy('name')
        .execute(),
    deliveryPrices: () => db.selectFrom('deliveryPrices').selectAll().orderBy('name').execute(),

    companies: ({ after, limit }: Part) =>
      db.selectFrom('companies').selectAll().where('name', '>', after).orderBy('name').limit(limit).execute(),

    /** Banks that counted something, each with all it counted. */
    async inventories({ after, limit }: Part) {
      const banks = await db
        .selectFrom('organisations')
        .select('id')
        .where('kind', '=', 'bank')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      const ids = banks.map(({ id }) => id)
      const rows =
        ids.length === 0 ? [] : await db.selectFrom('stock').selectAll().where('bankId', 'in', ids).execute()
      return ids.map((id) => ({ id, rows: rows.filter(({ bankId }) => bankId === id) }))
    },

    invoices: ({ after, limit }: Part): Promise<InvoiceRecord[]> =>
      db
        .selectFrom('invoices')
        .innerJoin('requests', 'requests.id', 'invoices.requestId')
        .selectAll('invoices')
        .select(['requests.hospitalId', 'requests.bloodGroup', 'requests.component'])
        .where('invoices.requestId', '>', after)
        .orderBy('invoices.requestId')
        .limit(limit)
        .execute(),

    /** Of one bank, or of all where nobody else reads along. */
    donorForms(bankId: string | null, { after, limit }: Part) {
      const all = db.selectFrom('donorForms').selectAll().where('id', '>', after).orderBy('id').limit(limit)
      return (bankId === null ? all : all.where('bankId', '=', bankId)).execute()
    },
  }
}

const byRequest = <Row extends { requestId: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ requestId }) => requestId)
