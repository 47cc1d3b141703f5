import type { Order } from '#contract/orders.ts'
import { whyNotDownload } from '#domain/billing/downloading.ts'
import { invoiceParties } from '#domain/billing/invoicing.ts'
import { InvoiceDownload } from '../../../parts/InvoiceDownload.tsx'
import classes from './OrderInvoices.module.css'

/** Ruling AMB-78: one for each document, by its own path. */
export const OrderInvoices = ({ order, describedBy }: { order: Order; describedBy: string }) => (
  <div className={classes.invoices}>
    {invoiceParties.map((party) => (
      <div key={party} data-quiet={whyNotDownload(order, party, 'provider') !== null || undefined}>
        <InvoiceDownload
          request={order}
          party={party}
          viewer="provider"
          label={party}
          name={`Download ${party} invoice`}
          describedBy={describedBy}
        />
      </div>
    ))}
  </div>
)
