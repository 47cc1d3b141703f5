import { no } from '../basics/refusal.ts'
import type { MoveRefusal } from '../requests/moving.ts'
import type { BloodRequest } from '../requests/request.ts'
import { type InvoiceParty, invoicePath } from './invoicing.ts'

/** §7.3, literally: the one for 2 s, the other for 1 s. */
export const invoiceToasts = (party: InvoiceParty) => ({
  begun: { text: `${party} Invoice uploading in progress...`, kind: 'info', ms: 2_000 } as const,
  done: { text: `${party} invoice uploaded Successfully!`, kind: 'success', ms: 1_000 } as const,
})

/** Ruling AMB-102: whose invoice it is stands in its path. */
export function whyNotKeepInvoice(
  request: Pick<BloodRequest, 'bankId'> | undefined,
  party: InvoiceParty,
): MoveRefusal | null {
  if (!request) return no('request-unknown', 'requestId')
  return party === 'bloodbank' && request.bankId === null ? no('bank-missing', party) : null
}

/** Ruling AMB-100: the path of §3.3 is written to the request, whatever stood there. */
export function keepInvoice(request: BloodRequest, party: InvoiceParty, now: Date): BloodRequest {
  const path = invoicePath(party, request)
  return {
    ...request,
    ...(party === 'hospital' ? { hospitalInvoicePath: path } : { bankInvoicePath: path }),
    updatedAt: now,
    version: request.version + 1,
  }
}
