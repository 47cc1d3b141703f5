import type { home } from '#contract/home.ts'
import { days, earlier } from '#domain/basics/time.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Handlers } from '../platform/call.ts'
import { hospitalOf } from './handlers.ts'
import { requestStore } from './store.ts'

const firstFew = 3

/** §2.2: what Live Status shows. */
const liveStatuses: RequestStatus[] = ['bloodbank-approved', 'hospital-admin-approved', 'partially-completed']
const onTheRoadStatuses: RequestStatus[] = ['issued', 'partially-completed']

export const homeHandlers: Handlers<typeof home> = {
  async hospital({ actor, db, now }) {
    const { hospitalId } = hospitalOf(actor)
    const store = requestStore(db)
    const some = async (statuses: RequestStatus[]) => ({
      count: await store.count(hospitalId, statuses),
      first: await store.list(hospitalId, { statuses, after: null, limit: firstFew }),
    })
    const [pending, onTheRoad, live, week] = await Promise.all([
      some(['pending']),
      some(onTheRoadStatuses),
      some(liveStatuses),
      store.countByStatus(hospitalId, earlier(now, days(7))),
    ])
    return { pending, onTheRoad, live, week }
  },
}
