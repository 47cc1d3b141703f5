import { sheets } from '#contract/sheets.ts'
import { inOrder } from '#domain/billing/component-tracking.ts'
import { componentColumns, priceColumns } from '#domain/billing/sheets.ts'
import type { Handlers } from '../platform/http/call.ts'
import { giveSheet } from '../platform/sheets/giving.ts'
import { asShown, priceFilterOf } from './handlers.ts'
import { trackingStore } from './tracking-store.ts'

export const billingSheets: Pick<Handlers<typeof sheets>, 'prices' | 'components'> = {
  prices: giveSheet(sheets.prices, {
    name: 'prices',
    columns: priceColumns,
    open({ db }, { as: _, ...asked }) {
      const filter = priceFilterOf(asked)
      return async (place, size) => {
        const { rows, hasMore } = await trackingStore(db).prices(filter, { place, direction: 'older', size })
        const last = hasMore ? rows.at(-1) : undefined
        return {
          rows: asShown({ items: rows }).items,
          after: last ? { at: last.raisedAt, id: last.id } : null,
        }
      }
    },
  }),
  components: giveSheet(sheets.components, {
    name: 'components',
    columns: componentColumns,
    open:
      ({ db }, { from, to, bank }) =>
      async () => ({ rows: inOrder(await trackingStore(db).units({ from, to }, bank)), after: null }),
  }),
}
