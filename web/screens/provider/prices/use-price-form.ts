import { useState } from 'react'
import { billing } from '#contract/billing.ts'
import { no } from '#domain/basics/refusal.ts'
import { type PricesByName, priceWords, whyNotPrice } from '#domain/billing/pricing.ts'
import { isRefusal, wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { toFillIn } from '../../../parts/form-errors.ts'
import { stillTyped } from '../../../parts/still-typed.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { useForm } from '../../../parts/use-form.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { bankSheet, deliverySheet, draftOf, gapsIn, type Sheet, type Typed, textOf } from './price-sheet.ts'

/** §2.4, by these words (ruling AMB-171). */
export const priceKinds = ['bloodbank', 'inventory'] as const
export type PriceKind = (typeof priceKinds)[number]
export const bankField = 'bank'

export type PriceForm = ReturnType<typeof usePriceForm>

export function usePriceForm() {
  const address = useAddress()
  const kind: PriceKind = address.text('of') === 'inventory' ? 'inventory' : 'bloodbank'
  const asked = { bloodbank: useLive(billing.bankPrices, {}), inventory: useLive(billing.deliveryPrices, {}) }
  const banks = asked.bloodbank.data?.items
  const bank = banks?.find(({ bankId }) => bankId === address.text('bank'))
  const sheet = kind === 'inventory' ? deliverySheet(asked.inventory.data?.items) : bankSheet(bank)
  const seen = useSeen(sheet)

  /** What was typed into each sheet. */
  const form = useForm<Record<string, Typed>, string>({
    name: 'price',
    empty: {},
    fields: sheet?.names ?? [],
    gaps: (typed) => (sheet ? gapsIn(sheet, draftOf(sheet, typed[sheet.key] ?? {})) : toFillIn([bankField])),
  })
  const here = (sheet && form.draft[sheet.key]) ?? {}

  function type(name: string, text: string) {
    if (!sheet) return
    form.setDraft((before) => ({ ...before, [sheet.key]: { ...before[sheet.key], [name]: text } }))
    form.mend(name)
  }

  async function submit() {
    if (!sheet) return form.refuse(priceWords, no('form-incomplete'))
    const draft = draftOf(sheet, here)
    const refusal = whyNotPrice(draft, sheet)
    if (refusal) return form.refuse(priceWords, refusal)
    await form.send(() => save(sheet, draft as PricesByName), { failed })
  }

  async function save({ key, save }: Sheet, prices: PricesByName) {
    seen.accept(key, await save(prices))
    // what was typed meanwhile was not sent
    form.setDraft((now) => ({ ...now, [key]: stillTyped(now[key] ?? {}, here) }))
    showToast({ text: 'Prices Updated Successfully!', kind: 'success' }) // §8
  }

  /** What was typed stays; the button is free while it is read. */
  const failed = (error: unknown) =>
    void (isRefusal(error) ? form.object(error.answer) : form.object(wordsFor(error), {}))

  function open(part: { of?: PriceKind; bank?: string }) {
    form.mend()
    address.change(part)
  }

  return {
    ...form,
    kind,
    banks,
    bankId: bank?.bankId ?? null,
    sheet: sheet && {
      names: sheet.names,
      value: (name: string) => here[name] ?? textOf(sheet.saved[name]),
      /** What somebody else set it to since it was opened here. */
      news: (name: string) =>
        form.isBusy || seen.of(sheet.key)?.[name] === sheet.saved[name] ? null : (sheet.saved[name] ?? null),
      isTyped: (name: string) => here[name] !== undefined,
    },
    asked: asked[kind],
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
