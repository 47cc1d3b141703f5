import { type ComponentCode, componentCodes } from '../basics/blood.ts'
import { showRupees } from '../basics/money.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'

export const priceWords = {
  'form-incomplete': {
    title: 'Form Incomplete',
    text: 'Please fill all fields before submitting the form',
  },
  'not-an-amount': {
    title: 'Invalid Price',
    text: 'Please enter rupees as a number of at least 0, with at most 2 decimals.',
  },
  'too-much': { title: 'Invalid Price', text: 'Please enter at most {most}.' },
  'not-taken-away': {
    title: 'Invalid Price',
    text: '{name} has a price, and a price cannot be taken away. Please enter 0 if a unit costs nothing.',
  },
  'not-edited-here': {
    title: 'Changed Meanwhile',
    text: 'There is no price for {name} to edit. Please look at the prices again.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type PriceRefusal = Refusal<keyof typeof priceWords>

/** By name: a component's code, or the name of a delivery price. */
export type PricesByName = Readonly<Partial<Record<string, number>>>

/** Five lakh rupees: more than any unit costs, and 30 units with 10 deliveries still fit the invoice's columns. */
export const mostPaise = 5_00_000_00

/** Named as the fields they fill (§3.1); until they are set an invoice says which one is missing (ruling AMB-88). */
export const deliveryPriceNames = ['convenience_Fee', 'delivery_rate'] as const

/** The prices that are edited together: which there are, which may stay empty, and what was saved. */
export type PriceSheet = {
  readonly names: readonly string[]
  readonly optional: readonly string[]
  readonly saved: PricesByName
}

/** §2.4: every component can have its price; what few banks have may stay empty (ruling AMB-209). */
export const bankPriceSheet = (saved: PricesByName): PriceSheet => ({
  names: componentCodes,
  optional: ['RDP', 'SDP'] satisfies ComponentCode[],
  saved,
})

export const deliveryPriceSheet = (names: readonly string[], saved: PricesByName): PriceSheet => ({
  names,
  optional: [],
  saved,
})

/** What the form holds: undefined is blank, null was typed and is no amount. */
export type PriceDraft = Readonly<Partial<Record<string, number | null>>>

/** §5.7, §9: each price that is edited here, a number of at least zero (ruling AMB-173). */
export function whyNotPrice(draft: PriceDraft, sheet: PriceSheet): PriceRefusal | null {
  for (const name of sheet.names) {
    const paise = draft[name]
    if (paise === undefined) {
      if (!sheet.optional.includes(name)) return no('form-incomplete', name)
      if (sheet.saved[name] !== undefined) return no('not-taken-away', name, { name })
      continue
    }
    if (paise === null || paise < 0 || !Number.isInteger(paise)) return no('not-an-amount', name)
    if (paise > mostPaise) return no('too-much', name, { most: showRupees(mostPaise) })
  }
  const stray = Object.keys(draft).find((name) => !sheet.names.includes(name))
  return stray === undefined ? null : no('not-edited-here', undefined, { name: stray })
}

/** Those that differ, as they were and as they are now; null was no price. */
export function changedPrices(
  before: PricesByName,
  after: PricesByName,
): Record<string, { from: number | null; to: number }> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, to]) =>
      to === undefined || before[name] === to ? [] : [[name, { from: before[name] ?? null, to }]],
    ),
  )
}

/**
 * What the National Blood Transfusion Council lets a centre charge for processing a unit (2022). It is a hint: extra
 * tests are charged on top, so more is not refused.
 */
export const priceCeilings: Readonly<Record<ComponentCode, { government: number | null; others: number }>> = {
  PRBC: { government: 1_100_00, others: 1_550_00 },
  FFP: { government: 300_00, others: 400_00 },
  RDP: { government: 300_00, others: 400_00 },
  SDP: { government: null, others: 11_000_00 },
}
