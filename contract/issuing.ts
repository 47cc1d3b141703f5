import { z } from 'zod'
import { Bombay } from '#domain/bags/kinds.ts'
import { isBank } from '#domain/people/actor.ts'
import { RefuseReason } from '#domain/requests/refusing.ts'
import { BloodRequest, RequestId } from '#domain/requests/request.ts'
import { nothing, page, pageOf } from './answers.ts'
import { Seen } from './requests.ts'
import { route } from './route.ts'

/** An order as its bank sees it: nothing of the patient, no free text of the hospital (ruling AMB-122). */
export const IssuedRequest = BloodRequest.pick({
  id: true,
  bankId: true,
  bloodGroup: true,
  component: true,
  units: true,
  orderType: true,
  status: true,
  isLate: true,
  invoiceKind: true,
  raisedAt: true,
  pickupAt: true,
  deadlineAt: true,
  bankInvoicePath: true,
  version: true,
}).extend({
  hospitalName: z.string(),
  /** Of a Bombay patient, whose request says O. */
  bombay: Bombay.nullable().default(null),
  /** With a slip of yours, as in an emergency: then it is not refused any more (ruling AMB-361). */
  haveBagsLeft: z.boolean().default(false),
})
export type IssuedRequest = z.infer<typeof IssuedRequest>

/** For the card: what is still to issue, the soonest due first, and how many are on the road. */
export const IssuingSummary = z.object({
  toIssue: z.object({ count: z.number().int(), first: z.array(IssuedRequest) }),
  onTheRoad: z.object({ count: z.number().int() }),
})
export type IssuingSummary = z.infer<typeof IssuingSummary>

export const issuing = {
  list: route({
    method: 'GET',
    path: '/api/requests/issuing',
    summary: 'The orders linked to your bank, newest first, ten at a time, without the patient',
    who: isBank,
    key: 'orders:read',
    input: z.strictObject({ ...page, id: RequestId.optional() }),
    output: pageOf(IssuedRequest),
  }),
  summary: route({
    method: 'GET',
    path: '/api/requests/issuing/summary',
    summary: 'What your bank still has to issue',
    who: isBank,
    key: 'orders:read',
    input: nothing,
    output: IssuingSummary,
    restMs: 1_000,
  }),
  refuse: route({
    method: 'PUT',
    path: '/api/requests/:id/refusal',
    summary: 'Refuse an order that was linked to your bank, with a reason',
    who: isBank,
    input: Seen.extend({ reason: RefuseReason }),
    output: IssuedRequest,
  }),
}
