import type { Selectable } from 'kysely'
import type { Amounts, InvoiceParty, Prices } from '#domain/billing/invoicing.ts'
import { deliveryPriceNames } from '#domain/billing/pricing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

export type Invoice = Selectable<Tables['invoices']>

export function invoiceStore(db: Db) {
  return {
    invoice: (requestId: string) =>
      db.selectFrom('invoices').selectAll().where('requestId', '=', requestId).executeTakeFirst(),

    place: (id: string) =>
      db
        .selectFrom('organisations')
        .select(['name', 'address', 'phones'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),

    /** As they are now; what has none is null. */
    async prices({ bankId, component }: Pick<BloodRequest, 'bankId' | 'component'>): Promise<Prices> {
      const unit = await db
        .selectFrom('bankPrices')
        .select('paise')
        .where('bankId', '=', bankId ?? '')
        .where('component', '=', component)
        .executeTakeFirst()
      const delivery = await db
        .selectFrom('deliveryPrices')
        .selectAll()
        .where('name', 'in', deliveryPriceNames)
        .execute()
      const priceOf = (name: (typeof deliveryPriceNames)[number]) =>
        delivery.find((one) => one.name === name)?.paise ?? null
      return {
        unitPaise: unit?.paise ?? null,
        deliveryPaise: priceOf('delivery_rate'),
        feePaise: priceOf('convenience_Fee'),
      }
    },
  }
}

export function invoiceWriter(work: Work) {
  return {
    /** The next number of the year. Whoever asks waits for the one before to be kept or let go: so none is missing. */
    async nextNumber(year: number): Promise<number> {
      const { last } = await work.db
        .insertInto('invoiceNumbers')
        .values({ year, last: 1 })
        .onConflict((conflict) =>
          conflict
            .column('year')
            .doUpdateSet(({ eb, ref }) => ({ last: eb(ref('invoiceNumbers.last'), '+', 1) })),
        )
        .returning('last')
        .executeTakeFirstOrThrow()
      return last
    },

    save(
      { id, bankId, invoiceKind }: Pick<BloodRequest, 'id' | 'bankId' | 'invoiceKind'>,
      invoice: Amounts & { invoiceId: string; issuedAt: Date },
    ) {
      const row = { ...invoice, requestId: id, kind: invoiceKind, bankId: bankId ?? '' }
      const { invoiceId: _id, requestId: _request, ...again } = row
      return work.db
        .insertInto('invoices')
        .values(row)
        .onConflict((conflict) => conflict.column('requestId').doUpdateSet(again))
        .execute()
    },

    /** Beside the request's own changes: a finished document is no reason to refuse a button that was just pressed. */
    setPath: (id: string, party: InvoiceParty, path: string) =>
      work.db
        .updateTable('requests')
        .set({
          ...(party === 'hospital' ? { hospitalInvoicePath: path } : { bankInvoicePath: path }),
          regeneratingUntil: null,
        })
        .where('id', '=', id)
        .execute(),

    /** Null once it is over. */
    setRegenerating: (id: string, regeneratingUntil: Date | null) =>
      work.db.updateTable('requests').set({ regeneratingUntil }).where('id', '=', id).execute(),
  }
}
