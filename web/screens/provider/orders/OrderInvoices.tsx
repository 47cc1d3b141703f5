import type { Order } from '#contract/orders.ts'
import { say } from '#domain/basics/refusal.ts'
import { downloadWords, whyNotDownload } from '#domain/billing/downloading.ts'
import { invoiceParties } from '#domain/billing/invoicing.ts'
import { InvoiceDownload } from '../../../parts/invoices/InvoiceDownload.tsx'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { ActionButton } from '../../../ui/fields/ActionButton.tsx'
import classes from './OrderInvoices.module.css'

type OrderInvoicesProps = { order: Order; describedBy: string }

/** Ruling AMB-78: one for each document, by its own path. Before there is any, one word stands for both. */
export function OrderInvoices({ order, describedBy }: OrderInvoicesProps) {
  const refusals = invoiceParties.map((party) => whyNotDownload(order, party, 'provider'))
  const [refusal] = refusals
  return (
    <div className={classes.invoices}>
      {refusal && !refusals.includes(null) ? (
        <div data-quiet>
          <ActionButton
            label="not yet"
            name="Invoices not yet"
            describedBy={describedBy}
            quiet
            onClick={() => void showAlert(say(downloadWords, refusal))}
          />
        </div>
      ) : (
        invoiceParties.map((party, at) => (
          <div key={party} data-quiet={refusals[at] !== null || undefined}>
            <InvoiceDownload
              request={order}
              party={party}
              viewer="provider"
              label={party}
              name={`Download ${party} invoice`}
              describedBy={describedBy}
            />
          </div>
        ))
      )}
    </div>
  )
}
