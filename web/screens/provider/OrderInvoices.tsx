import type { Order } from '#contract/orders.ts'
import { downloadWords, whyNotDownload } from '#domain/billing/downloading.ts'
import { invoiceParties } from '#domain/billing/invoicing.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { showAlert } from '../../ui/alert-store.ts'
import classes from './OrderInvoices.module.css'

/** Ruling AMB-78: one for each document, by its own path. */
export function OrderInvoices({ order, describedBy }: { order: Order; describedBy: string }) {
  return (
    <div className={classes.invoices}>
      {invoiceParties.map((party) => {
        const isQuiet = whyNotDownload(order, party, 'provider') !== null
        return (
          <div key={party} data-quiet={isQuiet || undefined}>
            <ActionButton
              label={party}
              name={`Download ${party} invoice`}
              describedBy={describedBy}
              quiet={isQuiet}
              onClick={() => void showAlert(downloadWords['not-ready'])}
            />
          </div>
        )
      })}
    </div>
  )
}
