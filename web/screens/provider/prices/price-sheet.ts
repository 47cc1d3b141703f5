import { type BankPrices, billing, type DeliveryPrice } from '#contract/billing.ts'
import { readRupees, typedRupees } from '#domain/basics/money.ts'
import {
  bankPriceSheet,
  deliveryPriceSheet,
  type PriceDraft,
  type PriceSheet,
  type PricesByName,
} from '#domain/billing/pricing.ts'
import { call } from '../../../api/client.ts'
import { ask, queryClient } from '../../../api/queries.ts'
import { toFillIn } from '../../../parts/form-errors.ts'

/** What is typed over the prices there are, by name. */
export type Typed = Readonly<Partial<Record<string, string>>>

/** The list of prices that is open: a bank's, or those of deliveries. */
export type Sheet = PriceSheet & {
  key: string
  save: (prices: PricesByName) => Promise<PricesByName>
}

export const bankSheet = (bank: BankPrices | undefined): Sheet | undefined =>
  bank && {
    ...bankPriceSheet(bank.paise),
    key: `bank ${bank.bankId}`,
    async save(prices) {
      const saved = await call(billing.setBankPrices, { bankId: bank.bankId, paise: prices })
      // into the cache at once: until the refetch the old prices would look like somebody else's
      queryClient.setQueryData(ask(billing.bankPrices, {}).queryKey, (before) => ({
        items: (before?.items ?? []).map((one) => (one.bankId === saved.bankId ? saved : one)),
      }))
      return saved.paise
    },
  }

export const deliverySheet = (items: readonly DeliveryPrice[] | undefined): Sheet | undefined =>
  items && {
    ...deliveryPriceSheet(
      items.map(({ name }) => name),
      byName(items),
    ),
    key: 'delivery',
    async save(prices) {
      const sent = items.map(({ name }) => ({ name, paise: prices[name] ?? 0 }))
      const saved = await call(billing.setDeliveryPrices, { items: sent })
      queryClient.setQueryData(ask(billing.deliveryPrices, {}).queryKey, saved)
      return byName(saved.items)
    },
  }

const byName = (items: readonly DeliveryPrice[]): PricesByName =>
  Object.fromEntries(items.flatMap(({ name, paise }) => (paise === null ? [] : [[name, paise]])))

export const textOf = (paise: number | undefined): string => (paise === undefined ? '' : typedRupees(paise))

export const draftOf = ({ names, saved }: Sheet, typed: Typed): PriceDraft =>
  Object.fromEntries(names.map((name) => [name, paiseIn(typed[name], saved[name])]))

function paiseIn(typed: string | undefined, saved: number | undefined): number | null | undefined {
  if (typed === undefined) return saved
  return typed.trim() === '' ? undefined : readRupees(typed)
}

export const gapsIn = ({ names, optional }: Sheet, draft: PriceDraft) =>
  toFillIn(names.filter((name) => draft[name] === undefined && !optional.includes(name)))
