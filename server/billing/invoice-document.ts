import { componentName, groupName } from '#domain/basics/blood.ts'
import { type InvoiceParty, invoicePath } from '#domain/billing/invoicing.ts'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import { findRequest } from '../db/requests.ts'
import type { Drawing } from '../documents/drawing.ts'
import type { InvoiceLine } from '../documents/invoice.ts'
import { type Invoice, invoiceStore } from './invoice-store.ts'

/** The document of one party, from what was billed, and where it belongs. */
export async function invoiceDocument(db: Db, drawing: Drawing, requestId: string, party: InvoiceParty) {
  const store = invoiceStore(db)
  const request = await findRequest(db, requestId)
  const invoice = await store.invoice(requestId)
  if (!request || !invoice) throw new Error(`there is nothing to bill for ${requestId}`)
  const hospital = await store.place(request.hospitalId)
  const bank = await store.place(invoice.bankId)
  const data = {
    party,
    invoiceId: invoice.invoiceId,
    issuedAt: invoice.issuedAt,
    request,
    hospital,
    bank,
    ...linesFor(party, request, invoice),
  }
  const bytes = await drawing.run('invoice', data, 'invoices')
  return { path: invoicePath(party, { ...request, bankId: invoice.bankId }), bytes, invoice }
}

/** The fees are the provider's: the bank is billed for its blood alone (ruling AMB-85). */
function linesFor(party: InvoiceParty, request: BloodRequest, invoice: Invoice) {
  const isDeclined = invoice.kind === 'RESERVATION_DECLINED'
  const line = (what: string, count: number, paise: number): InvoiceLine => ({
    what,
    count: isDeclined ? 0 : count,
    eachPaise: isDeclined ? 0 : paise / count,
    paise,
  })
  const blood = line(
    `${componentName(request.component)}, ${groupName(request.bloodGroup)}`,
    request.units,
    invoice.pricePaise,
  )
  if (party === 'bloodbank') return { isDeclined, lines: [blood], totalPaise: invoice.pricePaise }
  const { feePaise } = invoice
  return {
    isDeclined,
    lines: [
      blood,
      line('Delivery', deliveriesFor(request.units).length, invoice.deliveryPaise),
      { what: 'Convenience fee', count: 1, eachPaise: feePaise, paise: feePaise },
    ],
    totalPaise: invoice.totalPaise,
  }
}
