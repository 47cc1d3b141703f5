import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { deliveriesFor } from '../requests/delivering.ts'
import type { BloodRequest, InvoiceKind } from '../requests/request.ts'

/** §8: every failure of an invoice is told by these words; the text says what to mend. */
export const invoiceWords = {
  'no-bank': { title: 'Invoice Generation Failed', text: 'No blood bank is linked to this order.' },
  'no-price': {
    title: 'Invoice Generation Failed',
    text: 'The blood bank {bank} has no price for {component}. Please set it on Update Delivery Prices.',
  },
  'no-delivery-price': {
    title: 'Invoice Generation Failed',
    text: 'The price {name} is missing. Please set it on Update Delivery Prices.',
  },
  'not-completed': {
    title: 'Invoice Generation Failed',
    text: 'Only a delivered or completed order has an invoice: this one is {status}.',
    conflict: true,
  },
  'wrong-kind': {
    title: 'Invoice Generation Failed',
    text: 'This order is billed as {kind}.',
  },
  running: {
    title: 'Invoice Generation Failed',
    text: 'This invoice is being generated already.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type InvoiceRefusal = Refusal<keyof typeof invoiceWords>

/** The server chooses how an order is billed; whoever thinks otherwise is told (ruling AMB-89). */
export const whyNotThisKind = (
  request: Pick<BloodRequest, 'invoiceKind'>,
  asked: InvoiceKind,
): InvoiceRefusal | null =>
  asked === request.invoiceKind ? null : no('wrong-kind', undefined, { kind: request.invoiceKind })

/** The current prices; null where the provider has not set one. */
export type Prices = {
  readonly unitPaise: number | null
  readonly deliveryPaise: number | null
  readonly feePaise: number | null
}

export type Amounts = {
  readonly pricePaise: number
  readonly deliveryPaise: number
  readonly feePaise: number
  readonly totalPaise: number
}

type Billed = Pick<BloodRequest, 'bankId' | 'component' | 'units' | 'invoiceKind'>

/** Ruling AMB-86: what has no price has no invoice; never a silent zero. */
export function whyNotInvoice(request: Billed, prices: Prices): InvoiceRefusal | null {
  if (request.bankId === null) return no('no-bank')
  if (prices.feePaise === null) return no('no-delivery-price', undefined, { name: 'convenience_Fee' })
  if (request.invoiceKind === 'RESERVATION_DECLINED') return null
  if (prices.unitPaise === null) {
    return no('no-price', undefined, { bank: request.bankId, component: request.component })
  }
  return prices.deliveryPaise === null ? no('no-delivery-price', undefined, { name: 'delivery_rate' }) : null
}

/**
 * Rulings AMB-84, 89: the units at the bank's price, the rate for each delivery, and the fee once; of a reservation
 * that was never taken the fee alone.
 */
export function amountsOf(request: Billed, prices: Prices): Amounts {
  const isDeclined = request.invoiceKind === 'RESERVATION_DECLINED'
  const pricePaise = isDeclined ? 0 : (prices.unitPaise ?? 0) * request.units
  const deliveryPaise = isDeclined ? 0 : (prices.deliveryPaise ?? 0) * deliveriesFor(request.units).length
  const feePaise = prices.feePaise ?? 0
  return { pricePaise, deliveryPaise, feePaise, totalPaise: pricePaise + deliveryPaise + feePaise }
}

/** One number for both documents of a request, given once (ruling AMB-92). */
export const invoiceIdOf = (year: number, number: number): string =>
  `INV-${year}-${String(number).padStart(6, '0')}`

export const invoiceParties = ['hospital', 'bloodbank'] as const
export type InvoiceParty = (typeof invoiceParties)[number]

/** Whoever asks knows the path of what is theirs. */
export type Invoiced = Pick<BloodRequest, 'id' | 'bankId'> &
  Partial<Pick<BloodRequest, 'hospitalInvoicePath' | 'bankInvoicePath'>>

/** The path, if there is one. That of a bank which had the order before names that bank: it is not there (AMB-214). */
export function invoiceOf(request: Invoiced, party: InvoiceParty): string | null {
  if (party === 'hospital') return request.hospitalInvoicePath ?? null
  const own = invoicePath(party, { ...request, hospitalId: '' })
  return request.bankInvoicePath === own ? own : null
}

/** §3.3. The ids are of our own making, so nothing in them can leave the folder. */
export const invoicePath = (
  party: InvoiceParty,
  { id, hospitalId, bankId }: Pick<BloodRequest, 'id' | 'hospitalId' | 'bankId'>,
): string => `invoices/${id}/${id}-${party}-${party === 'hospital' ? hospitalId : bankId}-invoice.pdf`
