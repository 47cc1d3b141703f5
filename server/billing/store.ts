import type { ComponentCode } from '#domain/basics/blood.ts'
import type { PricesByName } from '#domain/billing/pricing.ts'
import type { Db } from '../db/database.ts'
import { takeTurn } from '../db/locks.ts'
import type { Work } from '../db/work.ts'

export function priceStore(db: Db) {
  return {
    /** Every bank by name, those that were typed by hand last. */
    banks: () =>
      db
        .selectFrom('organisations')
        .select(['id', 'name', 'isListed'])
        .where('kind', '=', 'bank')
        .orderBy('isListed', 'desc')
        .orderBy('name')
        .execute(),

    bankPrices: () => db.selectFrom('bankPrices').selectAll().execute(),

    deliveryPrices: () => db.selectFrom('deliveryPrices').selectAll().orderBy('name').execute(),
  }
}

export function priceWriter(work: Work) {
  return {
    /** Holds the bank's prices until the transaction ends; requests that name the bank are not held up. */
    lockBank: (id: string) =>
      work.db
        .selectFrom('organisations')
        .select(['id', 'name', 'isListed'])
        .where('id', '=', id)
        .where('kind', '=', 'bank')
        .forNoKeyUpdate()
        .executeTakeFirst(),

    bankPricesOf: (bankId: string) =>
      work.db.selectFrom('bankPrices').selectAll().where('bankId', '=', bankId).execute(),

    /** One at a time, also while there is no row to hold. */
    lockDeliveryPrices: async () => {
      await takeTurn(work.db, 'delivery prices')
      return work.db.selectFrom('deliveryPrices').selectAll().orderBy('name').execute()
    },

    async saveBankPrices(bankId: string, paise: PricesByName): Promise<void> {
      const rows = Object.entries(paise).flatMap(([component, price]) =>
        price === undefined ? [] : [{ bankId, component: component as ComponentCode, paise: price }],
      )
      await work.db
        .insertInto('bankPrices')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['bankId', 'component'])
            .doUpdateSet(({ ref }) => ({ paise: ref('excluded.paise') })),
        )
        .execute()
    },

    async saveDeliveryPrices(prices: PricesByName): Promise<void> {
      for (const [name, paise] of Object.entries(prices)) {
        if (paise !== undefined)
          await work.db
            .insertInto('deliveryPrices')
            .values({ name, paise })
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ paise }))
            .execute()
      }
    },
  }
}
