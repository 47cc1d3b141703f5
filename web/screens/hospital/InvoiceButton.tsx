import type { OwnRequest } from '#contract/requests.ts'
import { whyNotDownload } from '#domain/billing/downloading.ts'
import { InvoiceDownload } from '../../parts/InvoiceDownload.tsx'
import { patientAt } from './DecisionButtons.tsx'
import classes from './InvoiceButton.module.css'

export const InvoiceButton = ({ request }: { request: OwnRequest }) => (
  <div
    className={classes.place}
    data-quiet={whyNotDownload(request, 'hospital', 'hospital') !== null || undefined}
  >
    <InvoiceDownload
      request={request}
      party="hospital"
      viewer="hospital"
      label="View Invoice"
      describedBy={patientAt(request)}
    />
  </div>
)
