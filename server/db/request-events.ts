import type { KindAbout } from '#domain/events/events.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { Happened } from './event-trail.ts'
import type { Work } from './work.ts'

export type RequestEvent = Happened<KindAbout<'request'>>

/** With whose the request is, so that they hear of it. */
export const recordOn = (
  work: Work,
  request: BloodRequest,
  event: RequestEvent,
  from: RequestStatus | null = request.status,
) =>
  work.record({
    ...event,
    subjectId: request.id,
    from,
    to: request.status,
    hospitalId: request.hospitalId,
    bankId: request.bankId,
    driverEmail: request.driverEmail,
  })
