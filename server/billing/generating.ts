import type { namedCalls } from '#contract/named-calls.ts'
import { invoiceWords, whyNotThisKind } from '#domain/billing/invoicing.ts'
import { findRequest } from '../db/requests.ts'
import type { Handler } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import type { Invoices } from './invoices.ts'

export const generateInvoice =
  (invoices: Invoices): Handler<typeof namedCalls.generateInvoice> =>
  async ({ actor, db }, { docID, type, InvoiceType }) => {
    const request = await findRequest(db, docID)
    if (!request) throw notFound()
    refuse(invoiceWords, whyNotThisKind(request, type))
    refuse(invoiceWords, await invoices.regenerate(actor, docID, InvoiceType))
    return { message: 'Invoice generated' }
  }
