import { useState } from 'react'
import { type BankPrices, billing, type DeliveryPrice } from '#contract/billing.ts'
import { readRupees, typedRupees } from '#domain/basics/money.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import {
  bankPriceSheet,
  deliveryPriceSheet,
  type PriceDraft,
  type PriceSheet,
  type PricesByName,
  priceWords,
  whyNotPrice,
} from '#domain/billing/pricing.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { ask, queryClient, useLive } from '../../api/queries.ts'
import { stillTyped } from '../../parts/still-typed.ts'
import { useAddress } from '../../parts/use-address.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { focusOn } from '../../ui/focus.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

/** §2.4, by these words (ruling AMB-171). */
export const priceKinds = ['bloodbank', 'inventory'] as const
export type PriceKind = (typeof priceKinds)[number]

/** What is typed over the prices there are, by name. */
type Typed = Readonly<Partial<Record<string, string>>>
type Errors = Readonly<Partial<Record<string, string>>>

/** The list of prices that is open: a bank's, or those of deliveries. */
type Sheet = PriceSheet & {
  key: string
  save: (prices: PricesByName) => Promise<PricesByName>
}

export type PriceForm = ReturnType<typeof usePriceForm>

export function usePriceForm() {
  const address = useAddress()
  const kind: PriceKind = address.text('of') === 'inventory' ? 'inventory' : 'bloodbank'
  const banks = useLive(billing.bankPrices, {})
  const delivery = useLive(billing.deliveryPrices, {})
  const bank = banks.data?.items.find(({ bankId }) => bankId === address.text('bank'))
  const sheet = kind === 'inventory' ? deliverySheet(delivery.data?.items) : bankSheet(bank)

  const [typed, setTyped] = useState<Record<string, Typed>>({})
  const [errors, setErrors] = useState<Errors>({})
  const { doing, take } = useOneAtATime<'saving'>()
  const isSaving = doing !== null
  const seen = useSeen(sheet)
  const here = (sheet && typed[sheet.key]) ?? {}

  function type(name: string, text: string) {
    if (!sheet) return
    setTyped((before) => ({ ...before, [sheet.key]: { ...before[sheet.key], [name]: text } }))
    setErrors(({ [name]: _, ...others }) => others)
  }

  async function submit() {
    if (!sheet) return object(priceWords['form-incomplete'], { [bankField]: gap })
    const draft = draftOf(sheet, here)
    const refusal = whyNotPrice(draft, sheet)
    if (refusal) {
      const words = say(priceWords, refusal)
      const isIncomplete = refusal.code === 'form-incomplete'
      return object(words, isIncomplete ? gapsIn(sheet, draft) : { [refusal.field ?? '']: words.text })
    }
    await take('saving', async () => {
      const failure = await send(sheet, draft as PricesByName)
      if (failure) return void object(...failure)
      showToast({ text: 'Prices Updated Successfully!', kind: 'success' }) // §8
    })
  }

  /** Null if they were saved; else what to say, and where. */
  async function send({ key, save }: Sheet, prices: PricesByName): Promise<[Wording, Errors] | null> {
    try {
      seen.accept(key, await save(prices))
    } catch (error) {
      const field = isRefusal(error) ? error.answer.field?.split('.').at(-1) : undefined
      return [wordsFor(error), field ? { [field]: wordsFor(error).text } : {}]
    }
    // what was typed meanwhile was not sent
    setTyped((now) => ({ ...now, [key]: stillTyped(now[key] ?? {}, here) }))
    return null
  }

  async function object(words: Wording, wrong: Errors) {
    setErrors(wrong)
    await showAlert(words)
    const [first] = Object.keys(wrong)
    if (first) focusOn(idOf(first))
  }

  function open(part: { of?: PriceKind; bank?: string }) {
    setErrors({})
    address.change(part)
  }

  return {
    kind,
    banks: banks.data?.items,
    bankId: bank?.bankId ?? null,
    sheet: sheet && {
      names: sheet.names,
      value: (name: string) => here[name] ?? textOf(sheet.saved[name]),
      /** What somebody else set it to since it was opened here. */
      news: (name: string) =>
        isSaving || seen.of(sheet.key)?.[name] === sheet.saved[name] ? null : (sheet.saved[name] ?? null),
      isTyped: (name: string) => here[name] !== undefined,
    },
    isLoading: kind === 'inventory' ? delivery.isPending : banks.isPending,
    failure: kind === 'inventory' ? delivery : banks,
    errors,
    isSaving,
    open,
    type,
    submit,
  }
}

/** The prices as they were when the sheet was opened here, or last saved from here. */
function useSeen(sheet: Sheet | undefined) {
  const [seen, setSeen] = useState<Record<string, PricesByName>>({})
  if (sheet && !seen[sheet.key]) setSeen({ ...seen, [sheet.key]: sheet.saved })
  return {
    of: (key: string) => seen[key],
    accept: (key: string, prices: PricesByName) => setSeen((before) => ({ ...before, [key]: prices })),
  }
}

const bankSheet = (bank: BankPrices | undefined): Sheet | undefined =>
  bank && {
    ...bankPriceSheet(bank.paise),
    key: `bank ${bank.bankId}`,
    async save(prices) {
      const saved = await call(billing.setBankPrices, { bankId: bank.bankId, paise: prices })
      // at once: asked again, the old ones would look like somebody else's for a moment
      queryClient.setQueryData(ask(billing.bankPrices, {}).queryKey, (before) => ({
        items: (before?.items ?? []).map((one) => (one.bankId === saved.bankId ? saved : one)),
      }))
      return saved.paise
    },
  }

const deliverySheet = (items: readonly DeliveryPrice[] | undefined): Sheet | undefined =>
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

const textOf = (paise: number | undefined): string => (paise === undefined ? '' : typedRupees(paise))

const draftOf = ({ names, saved }: Sheet, typed: Typed): PriceDraft =>
  Object.fromEntries(names.map((name) => [name, paiseIn(typed[name], saved[name])]))

function paiseIn(typed: string | undefined, saved: number | undefined): number | null | undefined {
  if (typed === undefined) return saved
  return typed.trim() === '' ? undefined : readRupees(typed)
}

const gap = 'Please fill this in.'

/** An incomplete form shows all its gaps, not only the first. */
const gapsIn = ({ names, optional }: Sheet, draft: PriceDraft): Errors =>
  Object.fromEntries(
    names.filter((name) => draft[name] === undefined && !optional.includes(name)).map((name) => [name, gap]),
  )

export const bankField = 'bank'
export const idOf = (field: string): string => `price-${field}`
