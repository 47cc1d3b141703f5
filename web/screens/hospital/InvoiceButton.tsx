import { whyNotDownload } from '#domain/billing/downloading.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { InvoiceDownload } from '../../parts/InvoiceDownload.tsx'
import { patientAt } from './DecisionButtons.tsx'
import classes from './InvoiceButton.module.css'

export const InvoiceButton = ({ request }: { request: BloodRequest }) => (
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
