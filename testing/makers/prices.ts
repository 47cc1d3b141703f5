import { type ComponentCode, componentCodes } from '#domain/basics/blood.ts'
import type { Db } from '#server/db/database.ts'

/** In paise: of a unit by component, of a delivery, and the fee. A null takes the price away. */
type Prices = Partial<Record<ComponentCode | 'delivery_rate' | 'convenience_Fee', number | null>>

export const somePrices = {
  PRBC: 1_450_00,
  FFP: 380_00,
  delivery_rate: 120_00,
  convenience_Fee: 49_50,
} as const

/** Sets what an invoice needs, redbank's unless told otherwise. */
export async function thePrices(db: Db, prices: Prices = somePrices, bankId = 'redbank'): Promise<void> {
  for (const [name, paise] of Object.entries(prices)) {
    const component = componentCodes.find((code) => code === name)
    if (component) {
      await db
        .deleteFrom('bankPrices')
        .where('bankId', '=', bankId)
        .where('component', '=', component)
        .execute()
      if (paise !== null) await db.insertInto('bankPrices').values({ bankId, component, paise }).execute()
      continue
    }
    await db.deleteFrom('deliveryPrices').where('name', '=', name).execute()
    if (paise !== null) await db.insertInto('deliveryPrices').values({ name, paise }).execute()
  }
}
