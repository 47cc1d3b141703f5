import type { OwnRequest } from '#contract/requests.ts'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { patientAt } from '../patient-at.ts'
import classes from './RequestTime.module.css'

/** When it was raised; pressed, it tells all other times. */
export const RequestTime = ({ request, onOpen }: { request: OwnRequest; onOpen: (id: string) => void }) => (
  <button
    type="button"
    className={`small bare ${classes.time}`}
    aria-haspopup="dialog"
    aria-describedby={patientAt(request)}
    onClick={() => onOpen(request.id)}
  >
    <Timestamp at={request.raisedAt} />
  </button>
)
