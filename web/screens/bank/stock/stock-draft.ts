import type { ComponentStock } from '#contract/stock.ts'
import type { BloodGroup } from '#domain/basics/blood.ts'
import { byGroup, countOf, type LastCount, type StockDraft, whyNotCount } from '#domain/stock/counting.ts'

/** What is typed over the count there is. */
export type Typed = Readonly<Partial<Record<BloodGroup, string>>>

export const lastOf = ({ countedAt, countedBy }: ComponentStock): LastCount =>
  countedAt && { countedAt, countedBy: countedBy ?? '' }

/** What lies free as bags, as if it were typed; nothing where the bank keeps none. */
export const bagsOf = ({ shelves }: ComponentStock): Typed =>
  Object.fromEntries(
    Object.entries(shelves).flatMap(([group, { byBags }]) =>
      byBags === null ? [] : [[group, String(byBags)]],
    ),
  )

export const draftOf = (now: ComponentStock, typed: Typed): StockDraft =>
  byGroup((group) => {
    const text = typed[group]
    if (text === undefined) return now.shelves[group].units
    return text.trim() === '' ? null : Number(text)
  })

/** A number field hides what is no number, and looks blank to us: a lone minus must not count as 0. */
export const withoutHidden = (draft: StockDraft, idOf: (group: BloodGroup) => string): StockDraft =>
  byGroup((group) => {
    const field = document.getElementById(idOf(group)) as HTMLInputElement | null
    return field?.validity.badInput ? Number.NaN : draft[group]
  })

/** Null where something typed is no quantity. */
export const totalOf = (draft: StockDraft): number | null =>
  whyNotCount(draft) ? null : Object.values(countOf(draft)).reduce((sum, units) => sum + units, 0)
