import type { RequestSummary } from '#contract/requests.ts'
import { days, earlier } from '#domain/basics/time.ts'
import { liveStatuses, onTheRoad } from '#domain/requests/listing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { requestStore } from './store.ts'

const few = 3

const pending: RequestStatus[] = ['pending']

/** What waits at one hospital. Each part walks an index over what is open, never over what is done. */
export async function summaryOf(
  store: ReturnType<typeof requestStore>,
  hospitalId: string,
  now: Date,
): Promise<RequestSummary> {
  const count = (statuses: readonly RequestStatus[]) => store.count(hospitalId, statuses)
  const [waiting, riding, moving, week, ...counts] = await Promise.all([
    store.pending(hospitalId, { after: null, sort: 'pickup', limit: few }),
    store.firstFew(hospitalId, onTheRoad, few),
    store.live(hospitalId, { after: null, through: null, limit: few }),
    store.countByStatus(hospitalId, earlier(now, days(7))),
    count(pending),
    count(onTheRoad),
    count(liveStatuses),
  ])
  return {
    pending: { count: counts[0], first: waiting },
    onTheRoad: { count: counts[1], first: riding },
    live: { count: counts[2], first: moving },
    week,
  }
}
