import type { z } from 'zod'
import { several } from '#contract/answers.ts'
import type { billing } from '#contract/billing.ts'
import { inOrder } from '#domain/billing/component-tracking.ts'
import {
  bankPriceSheet,
  changedPrices,
  deliveryPriceNames,
  deliveryPriceSheet,
  type PricesByName,
  priceWords,
  whyNotPrice,
} from '#domain/billing/pricing.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import type { Work } from '../db/work.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { numbered, readMark } from './price-pages.ts'
import { priceStore, priceWriter } from './store.ts'
import { trackingStore } from './tracking-store.ts'

export const billingHandlers: Handlers<typeof billing> = {
  async bankPrices({ db }) {
    const store = priceStore(db)
    const [banks, prices] = await Promise.all([store.banks(), store.bankPrices()])
    const items = banks.map(({ id, name, isListed }) => ({
      bankId: id,
      name,
      isListed,
      paise: byComponent(prices.filter(({ bankId }) => bankId === id)),
    }))
    return { items }
  },

  setBankPrices: ({ inTransaction }, { bankId, paise }) =>
    inTransaction(async (work) => {
      const writer = priceWriter(work)
      const bank = await writer.lockBank(bankId)
      if (!bank) throw notFound()
      const before = byComponent(await writer.bankPricesOf(bankId))
      refuse(priceWords, whyNotPrice(paise, bankPriceSheet(before)))
      await writer.saveBankPrices(bankId, paise)
      await record(work, `bank:${bankId}`, changedPrices(before, paise))
      return { bankId, name: bank.name, isListed: bank.isListed, paise: { ...before, ...paise } }
    }),

  deliveryPrices: async ({ db }) => ({ items: allByName(await priceStore(db).deliveryPrices()) }),

  setDeliveryPrices: ({ inTransaction }, { items }) =>
    inTransaction(async (work) => {
      const writer = priceWriter(work)
      const there = await writer.lockDeliveryPrices()
      const names = allByName(there).map(({ name }) => name)
      const before = byName(there)
      const after = byName(items)
      refuse(priceWords, whyNotPrice(after, deliveryPriceSheet(names, before)))
      await writer.saveDeliveryPrices(after)
      await record(work, 'delivery', changedPrices(before, after))
      return { items: names.map((name) => ({ name, paise: after[name] ?? null })) }
    }),

  async track({ db }, { after, before, size, ...asked }) {
    const filter = priceFilterOf(asked)
    const direction = before === undefined ? 'older' : 'newer'
    const mark = readMark(before ?? after)
    const store = trackingStore(db)
    const found = await store.prices(filter, { place: mark?.place ?? null, direction, size })
    const isFirst = mark === null || (direction === 'newer' && !found.hasMore) || found.rows.length === 0
    if (!isFirst) return asShown(numbered(found, { direction, mark }))
    // fewer above than a page holds, or nothing left below: then it is the first page that is wanted
    const first =
      mark === null ? found : await store.prices(filter, { place: null, direction: 'older', size })
    return asShown(numbered(first, { direction: 'older', mark: null }))
  },

  components: async ({ db }, { from, to, bank }) => ({
    items: inOrder(await trackingStore(db).units({ from, to }, bank)),
  }),
}

type AskedPrices = Omit<z.output<typeof billing.track.input>, 'after' | 'before' | 'size'>

export const priceFilterOf = ({ hospital, bank, component, group, status }: AskedPrices) => ({
  hospitalId: several(hospital),
  bankId: several(bank),
  component: several(component),
  bloodGroup: several(group),
  status: several(status),
})

export const asShown = <Page extends { items: { hospitalName: string }[] }>(page: Page): Page => ({
  ...page,
  items: page.items.map((row) => ({ ...row, hospitalName: displayNameOf(row.hospitalName) })),
})

const byComponent = (rows: readonly { component: string; paise: number }[]): PricesByName =>
  Object.fromEntries(rows.map(({ component, paise }) => [component, paise]))

const byName = (rows: readonly { name: string; paise: number }[]): PricesByName =>
  Object.fromEntries(rows.map(({ name, paise }) => [name, paise]))

/** Those that are there, and those that an invoice needs. */
function allByName(there: readonly { name: string; paise: number }[]) {
  const missing = deliveryPriceNames.filter((name) => !there.some((one) => one.name === name))
  const all = [...there, ...missing.map((name) => ({ name, paise: null }))]
  return all.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Prices that were sent as they already were are no news. */
async function record(
  work: Work,
  subjectId: string,
  prices: ReturnType<typeof changedPrices>,
): Promise<void> {
  if (Object.keys(prices).length === 0) return
  await work.record({ subjectId, kind: 'prices-changed', detail: { prices } })
}
