import { namedCalls } from '#contract/named-calls.ts'
import { invoiceToasts } from '#domain/billing/invoice-upload.ts'
import { type InvoiceParty, invoiceParties } from '#domain/billing/invoicing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { call, isRefusal } from '../api/client.ts'
import { showToast } from '../ui/toast-store.ts'

type Invoiced = Pick<BloodRequest, 'id' | 'invoiceKind'>

/** §4.2: the hospital's, then the bank's. Throws what the server refused the first with. */
export async function generateInvoices(
  { id, invoiceKind }: Invoiced,
  parties: readonly InvoiceParty[] = invoiceParties,
  told: (party: InvoiceParty) => { begun(): void; done(): void } = () => ({ begun() {}, done() {} }),
): Promise<void> {
  for (const party of parties) {
    const tell = told(party)
    tell.begun()
    await call(namedCalls.generateInvoice, { docID: id, type: invoiceKind, InvoiceType: party })
    tell.done()
  }
}

/**
 * After a first completion. The server makes them by itself, whatever becomes of this page; asking for them here tells
 * the person how it went (ruling AMB-204).
 */
export async function watchFirstInvoices(request: BloodRequest): Promise<void> {
  const missing = invoiceParties.filter((party) =>
    party === 'hospital' ? request.hospitalInvoicePath === null : request.bankInvoicePath === null,
  )
  const told = (party: InvoiceParty) => {
    const { begun, done } = invoiceToasts(party)
    return { begun: () => void showToast(begun), done: () => void showToast(done) }
  }
  await generateInvoices(request, missing, told).catch(generationFailed)
}

/** §8, with what to mend where the server says so. */
export function generationFailed(error: unknown): void {
  const why = isRefusal(error) ? `: ${error.answer.text}` : ''
  showToast({ text: `Invoice Generation Failed${why}`, kind: 'error' })
}
