import { z } from 'zod'
import type { RequestDetail } from '#contract/requests.ts'
import { type BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { requestStore } from './store.ts'

/** What of an event's detail people may read; the rest stays in the trail. */
const Told = z.object({
  reason: z.string().optional(),
  text: z.string().optional(),
})
const Status = RequestStatus.nullable().catch(null)

/** One request with all that belongs to it: its deliveries, who carries it, and its life from the events. */
export async function detailOf(
  store: ReturnType<typeof requestStore>,
  request: BloodRequest,
): Promise<RequestDetail> {
  const { driverEmail, bankId } = request
  const [deliveries, events, driverName, bank] = await Promise.all([
    store.deliveriesOf([request.id]),
    store.eventsOf(request.id),
    driverEmail === null ? null : store.driverName(driverEmail),
    bankId === null ? null : store.organisation(bankId),
  ])
  return {
    ...request,
    deliveries,
    driverName: driverName ?? null,
    bankName: bank?.name ?? null,
    timeline: events.map(({ at, actorName, kind, fromStatus, toStatus, detail, bankId }) => {
      const { reason, text } = Told.parse(JSON.parse(detail))
      return {
        at,
        by: actorName,
        kind,
        from: Status.parse(fromStatus),
        to: Status.parse(toStatus),
        bankId,
        reason: reason ?? text ?? null,
      }
    }),
  }
}
