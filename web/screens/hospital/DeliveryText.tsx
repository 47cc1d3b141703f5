import type { OwnRequest } from '#contract/requests.ts'
import { cameToNothing } from '#domain/requests/listing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Ended } from '#domain/requests/showing.ts'
import { Outcome } from '../../parts/life/Outcome.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import classes from './DeliveryText.module.css'

/** That it will not be delivered is said where the delivery is followed, else somebody waits for it. */
const notComing: readonly RequestStatus[] = cameToNothing

/** The text somebody wrote about the delivery, and how it ended. */
export function DeliveryText({ request }: { request: OwnRequest }) {
  return (
    <>
      <p className="breaks">
        <bdi>{request.deliveryStatus}</bdi>
      </p>
      <DeliveryEnd request={request} />
    </>
  )
}

/** Ruling AMB-59: of a completed request, whether it came in time. */
export function DeliveryEnd({ request }: { request: Ended & Pick<OwnRequest, 'bankId'> }) {
  if (notComing.includes(request.status)) {
    return (
      <p className={classes.ended}>
        <StatusBadge request={request} />
      </p>
    )
  }
  return <Outcome request={request} />
}
