import type { RequestDetail } from '#contract/requests.ts'
import { Deadline } from '../Deadline.tsx'
import { Deliveries } from '../Deliveries.tsx'
import { DeliveryEnd } from '../DeliveryText.tsx'
import classes from './LiveNews.module.css'

/** What one comes for: how the delivery stands, when it is due, what has arrived. */
export function LiveNews({ request, isChanged }: { request: RequestDetail | undefined; isChanged: boolean }) {
  return (
    <dl className={`stack box ${classes.news}`} data-changed={isChanged || undefined} aria-busy={!request}>
      <div className={classes.first}>
        <dt>Delivery Status</dt>
        {/* there before its first words, else screen readers miss a change */}
        <dd aria-live="polite">
          {request ? (
            <p className={classes.status}>
              <bdi>{request.deliveryStatus}</bdi>
            </p>
          ) : (
            <Bar />
          )}
          {request && <DeliveryEnd request={request} />}
        </dd>
      </div>
      <div>
        <dt>Due</dt>
        <dd className={classes.due}>{request ? <Deadline request={request} /> : <Bar />}</dd>
      </div>
      <div>
        <dt>Deliveries</dt>
        <dd>{request ? <Deliveries deliveries={request.deliveries} /> : <Bar />}</dd>
      </div>
    </dl>
  )
}

const Bar = () => <span className={`skeleton ${classes.bar}`} aria-hidden="true" />
