import { whyNotDownload } from '#domain/billing/downloading.ts'
import { InvoiceDownload, type InvoicedRequest } from './InvoiceDownload.tsx'
import classes from './ViewInvoice.module.css'

type ViewInvoiceProps = {
  request: InvoicedRequest
  viewer: 'hospital' | 'bank'
  /** The id of what says whose request it is. */
  describedBy: string
}

/** The person's own invoice at the end of a row (ruling AMB-78); where there is none it explains itself. */
export function ViewInvoice({ request, viewer, describedBy }: ViewInvoiceProps) {
  const party = viewer === 'bank' ? 'bloodbank' : 'hospital'
  const isQuiet = whyNotDownload(request, party, viewer) !== null
  return (
    <div className={classes.place} data-quiet={isQuiet || undefined}>
      <InvoiceDownload
        request={request}
        party={party}
        viewer={viewer}
        label="View Invoice"
        describedBy={describedBy}
      />
    </div>
  )
}
