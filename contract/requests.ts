import { z } from 'zod'
import { isHospital, isHospitalAdmin, mayRaise } from '#domain/people/actor.ts'
import { RaiseDraft } from '#domain/requests/raising.ts'
import { BloodRequest, RequestId, RequestStatus } from '#domain/requests/request.ts'
import { nothing, pageOf } from './answers.ts'
import { route } from './route.ts'

/** The row as the person saw it: a decision on an older picture of it is refused (ruling AMB-52). */
const Decision = z.strictObject({ id: RequestId, version: z.coerce.number().int().min(1) })

const Some = z.object({ count: z.number().int(), first: z.array(BloodRequest) })

/** For the cards and the menu: pending with the longest waiting first, on the road with the soonest due first. */
export const RequestSummary = z.object({
  pending: Some,
  onTheRoad: Some,
  live: Some,
  week: z.array(z.object({ status: RequestStatus, count: z.number().int() })),
})
export type RequestSummary = z.infer<typeof RequestSummary>

export const requests = {
  raise: route({
    method: 'POST',
    path: '/api/requests',
    summary: 'Raise a request for blood for the own hospital',
    who: mayRaise,
    input: RaiseDraft,
    output: BloodRequest,
    repeatable: true,
  }),
  list: route({
    method: 'GET',
    path: '/api/requests',
    summary: "The own hospital's requests, newest first, a page at a time",
    who: isHospital,
    input: z.strictObject({
      after: z.string().max(100).optional(),
      status: z.union([RequestStatus, z.array(RequestStatus)]).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(10),
    }),
    output: pageOf(BloodRequest),
  }),
  summary: route({
    method: 'GET',
    path: '/api/requests/summary',
    summary: 'What waits at the own hospital: counts, and the first few of each',
    who: isHospital,
    input: nothing,
    output: RequestSummary,
  }),
  pending: route({
    method: 'GET',
    path: '/api/requests/pending',
    summary: 'The newest 20 pending requests of the own hospital, or the one with the given id',
    who: isHospitalAdmin,
    input: z.strictObject({ id: RequestId.optional() }),
    output: z.object({ items: z.array(BloodRequest) }),
  }),
  approve: route({
    method: 'PUT',
    path: '/api/requests/:id/approval',
    summary: 'Approve a pending request of the own hospital',
    who: isHospitalAdmin,
    input: Decision,
    output: BloodRequest,
  }),
  reject: route({
    method: 'PUT',
    path: '/api/requests/:id/rejection',
    summary: 'Reject a pending request of the own hospital',
    who: isHospitalAdmin,
    input: Decision,
    output: BloodRequest,
  }),
}
