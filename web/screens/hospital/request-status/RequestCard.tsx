import type { OwnRequest } from '#contract/requests.ts'
import { isBySameHands, sameHandsText } from '#domain/requests/approving.ts'
import { bloodInformation, outcomeText, rejectionText, untakenText } from '#domain/requests/showing.ts'
import { ViewInvoice } from '../../../parts/invoices/ViewInvoice.tsx'
import { Mark } from '../../../parts/Mark.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { patientAt } from '../patient-at.ts'
import classes from './RequestCard.module.css'
import { RequestTime } from './RequestTime.tsx'

/** One row where there is no room for a table: the same words, so that a search finds both. */
export function RequestCard({ request, onOpen }: { request: OwnRequest; onOpen: (id: string) => void }) {
  const { group, component, units } = bloodInformation(request)
  return (
    <article className={`breaks stack ${classes.card}`} aria-labelledby={patientAt(request)}>
      <div>
        <h2 id={patientAt(request)} className="larger strong">
          <bdi>{request.patientName}</bdi>
        </h2>
        <p className="muted">{request.patientId}</p>
      </div>
      <div className={classes.status}>
        <StatusBadge request={request} />
      </div>
      <p className={classes.blood}>
        <strong>{group}</strong> {component}, {units}
        <span className="dim">
          {' '}
          · <bdi>{request.reason}</bdi>
        </span>
      </p>
      <div className="muted">
        <p>
          <strong className="medium figures ink">{request.id}</strong>, {request.orderType}
        </p>
        <RequestTime request={request} onOpen={onOpen} />
      </div>
      <div className={classes.invoice}>
        <ViewInvoice request={request} viewer="hospital" describedBy={patientAt(request)} />
      </div>
      <Outcome request={request} />
      {isBySameHands(request) && (
        <div className={classes.mark}>
          <Mark>{sameHandsText}</Mark>
        </div>
      )}
    </article>
  )
}

/** §4.2: how a completed request ended; why it was rejected, where that was said; or that nobody took it (ruling AMB-216). */
export function Outcome({ request }: { request: OwnRequest }) {
  const untaken = untakenText(request, 'hospital')
  const text = untaken ?? outcomeText(request) ?? rejectionText(request)
  if (!text) return null
  return (
    <p className={classes.outcome} data-late={request.isLate || untaken !== null || undefined}>
      {text}
    </p>
  )
}
