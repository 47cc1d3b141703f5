import type { RequestSummary } from '#contract/requests.ts'
import { days, earlier } from '#domain/basics/time.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { requestStore } from './store.ts'

const few = 3

/** §2.2: what Live Status shows. */
const live: RequestStatus[] = ['bloodbank-approved', 'hospital-admin-approved', 'partially-completed']
const onTheRoad: RequestStatus[] = ['issued', 'partially-completed']
const pending: RequestStatus[] = ['pending']

/** What waits at one hospital. Each part walks an index over what is open, never over what is done. */
export async function summaryOf(
  store: ReturnType<typeof requestStore>,
  hospitalId: string,
  now: Date,
): Promise<RequestSummary> {
  const count = (statuses: RequestStatus[]) => store.count(hospitalId, statuses)
  const [waiting, riding, moving, week, ...counts] = await Promise.all([
    store.firstFew(hospitalId, pending, 'raisedAt', few),
    store.firstFew(hospitalId, onTheRoad, 'deadlineAt', few),
    store.list(hospitalId, { statuses: live, after: null, limit: few }),
    store.countByStatus(hospitalId, earlier(now, days(7))),
    count(pending),
    count(onTheRoad),
    count(live),
  ])
  return {
    pending: { count: counts[0], first: waiting },
    onTheRoad: { count: counts[1], first: riding },
    live: { count: counts[2], first: moving },
    week,
  }
}
