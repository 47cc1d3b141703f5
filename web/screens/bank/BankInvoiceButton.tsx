import type { IssuedRequest } from '#contract/issuing.ts'
import { whyNotDownload } from '#domain/billing/downloading.ts'
import { InvoiceDownload } from '../../parts/InvoiceDownload.tsx'
import classes from './BankInvoiceButton.module.css'

/** The bank's own invoice (ruling AMB-78); where there is none it explains itself. */
export function BankInvoiceButton({ order, describedBy }: { order: IssuedRequest; describedBy: string }) {
  // the hospital's is none of the bank's business, and not in its answers
  const request = { ...order, hospitalInvoicePath: null }
  return (
    <div
      className={classes.place}
      data-quiet={whyNotDownload(request, 'bloodbank', 'bank') !== null || undefined}
    >
      <InvoiceDownload
        request={request}
        party="bloodbank"
        viewer="bank"
        label="View Invoice"
        describedBy={describedBy}
      />
    </div>
  )
}
