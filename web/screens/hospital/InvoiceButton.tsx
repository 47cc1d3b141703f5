import type { BloodRequest } from '#domain/requests/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { showAlert } from '../../ui/alert-store.ts'
import { patientAt } from './DecisionButtons.tsx'
import classes from './InvoiceButton.module.css'

/** §4.2, ruling AMB-79: words without an edge where none can be ready; pressed, it explains itself. */
export function InvoiceButton({ request }: { request: BloodRequest }) {
  const isQuiet = request.status !== 'completed' && request.status !== 'cancelled'
  return (
    <div className={classes.place} data-quiet={isQuiet || undefined}>
      <ActionButton
        label="View Invoice"
        quiet={isQuiet}
        describedBy={patientAt(request)}
        onClick={() => void showAlert(notReady)}
      />
    </div>
  )
}

const notReady = {
  title: 'Invoice Not Ready',
  text: 'Please wait for a while as the invoice is being generated.', // §4.2
}
