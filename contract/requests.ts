import { z } from 'zod'
import { Bombay } from '#domain/bags/kinds.ts'
import { HandOverProof, KeptAside, StopDecision } from '#domain/driving/reporting.ts'
import { DeliveryStep } from '#domain/driving/steps.ts'
import { TemperatureDoubt, TemperatureVerdict } from '#domain/driving/temperature.ts'
import { kindsAbout } from '#domain/events/events.ts'
import { MoreForBank, nothingMore } from '#domain/matching/needs.ts'
import { isHospital, isHospitalAdmin, isProvider, mayRaise, mayReplace } from '#domain/people/actor.ts'
import { CancelReason } from '#domain/requests/cancelling.ts'
import { DeliveryText } from '#domain/requests/delivering.ts'
import { RejectionNote } from '#domain/requests/explaining.ts'
import { pendingSorts } from '#domain/requests/listing.ts'
import { RaiseDraft } from '#domain/requests/raising.ts'
import {
  BloodRequest,
  Delivery,
  RejectionReason,
  RequestId,
  RequestStatus,
} from '#domain/requests/request.ts'
import { nothing, oneOrMore, page, pageOf } from './answers.ts'
import { route } from './route.ts'

/** The row as the person saw it: an act on an older picture of it is refused (ruling AMB-52). */
export const Seen = z.strictObject({ id: RequestId, version: z.coerce.number().int().min(1) })

/** As its hospital sees it: who drives it by name alone, and nothing of what the bank is billed (ruling AMB-68, 78). */
export const OwnRequest = BloodRequest.omit({
  driverEmail: true,
  bankInvoicePath: true,
  refusedBy: true,
  regeneratingUntil: true,
})
export type OwnRequest = z.infer<typeof OwnRequest>

const Some = z.object({ count: z.number().int(), first: z.array(OwnRequest) })

/** For the cards and the menu: pending with the soonest pickup first, on the road with the soonest due first. */
export const RequestSummary = z.object({
  pending: Some,
  onTheRoad: Some,
  live: Some,
  week: z.array(z.object({ status: RequestStatus, count: z.number().int() })),
})
export type RequestSummary = z.infer<typeof RequestSummary>

const CarriedDelivery = Delivery.extend({ doubt: TemperatureDoubt.nullable() })
export type CarriedDelivery = z.infer<typeof CarriedDelivery>

export const DeliveredRequest = OwnRequest.extend({
  /** `isPacked`: its bags left with a slip. */
  deliveries: z.array(CarriedDelivery.extend({ isPacked: z.boolean() })),
})
export type DeliveredRequest = z.infer<typeof DeliveredRequest>

/** One step of a delivery as its driver told it: when it was done, and when we heard of it. */
const ToldStep = z.object({
  id: z.string(),
  step: DeliveryStep,
  doneAt: z.coerce.date(),
  arrivedAt: z.coerce.date(),
  by: z.string(),
  temperature: z.number().nullable(),
  verdict: TemperatureVerdict.nullable(),
  /** Who gave the sample or took the blood. */
  receiver: z.string().nullable(),
  handOver: HandOverProof.nullable(),
  /** Why there was no code. */
  reason: z.string().nullable(),
  /** Why it moved nothing; null for what counted. */
  keptAside: KeptAside.nullable(),
  /** Who at the bank said to go on. */
  allowedBy: z.string().nullable(),
  /** Of a stop: what the provider said to it. */
  decision: StopDecision.nullable(),
  decisionReason: z.string().nullable(),
  decidedBy: z.string().nullable(),
})
export type ToldStep = z.infer<typeof ToldStep>

export const DeliveryDetail = CarriedDelivery.extend({ steps: z.array(ToldStep) })
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

/** Everything about one request, its life from the events included. The driver by name alone (ruling AMB-68). */
export const RequestDetail = DeliveredRequest.extend({
  deliveries: z.array(DeliveryDetail),
  /** Older reports that were kept aside, and are neither among the steps nor in the timeline. */
  asideLeftOut: z.number().int(),
  driverName: z.string().nullable(),
  bankName: z.string().nullable(),
  /** Of a Bombay patient, whose request says O. */
  bombay: Bombay.nullable().default(null),
  /** What was told the bank beyond the form: for the hospital's own eyes, and the bench's (ruling AMB-222). */
  more: z.object(MoreForBank.shape).default(nothingMore),
  timeline: z.array(
    z.object({
      at: z.coerce.date(),
      by: z.string(),
      kind: z.enum(kindsAbout('request')),
      from: RequestStatus.nullable(),
      to: RequestStatus.nullable(),
      bankId: z.string().nullable(),
      driver: z.string().nullable(),
      reason: z.string().nullable(),
      /** An approval by whoever raised it. */
      isBySameHands: z.boolean(),
      /** What a driver reported of a delivery; null for everything else. */
      step: ToldStep.pick({
        step: true,
        doneAt: true,
        temperature: true,
        verdict: true,
        receiver: true,
        handOver: true,
        allowedBy: true,
      })
        .extend({ seq: z.number().int() })
        .nullable(),
      /** It stood on paper and was entered later; `at` is when that was. */
      paper: z.object({ number: z.string(), doneAt: z.coerce.date() }).nullable().default(null),
    }),
  ),
})
export type RequestDetail = z.infer<typeof RequestDetail>

/** The form, and what is told the bank beyond it; pages of before do not send that. */
const RaisedDraft = RaiseDraft.extend({ more: MoreForBank.default(nothingMore) })

/** Of the requests of the last 28 days that were approved: all, and those by one pair of hands. */
export const FourEyes = z.object({
  isNeeded: z.boolean(),
  approved: z.number().int(),
  bySameHands: z.number().int(),
})
export type FourEyes = z.infer<typeof FourEyes>

/** A whole id finds its row wherever it stands (§5.6). */
const ById = z.strictObject({ id: RequestId.optional() })

export const requests = {
  raise: route({
    method: 'POST',
    path: '/api/requests',
    summary: 'Raise a request for blood for your hospital',
    who: mayRaise,
    key: 'orders:write',
    input: RaisedDraft,
    output: OwnRequest,
    repeatable: true,
  }),
  list: route({
    method: 'GET',
    path: '/api/requests',
    summary: "Your hospital's requests, newest first, a page at a time: of 10, or of 20 with a filter",
    who: isHospital,
    key: 'orders:read',
    input: ById.extend({
      ...page,
      status: oneOrMore(RequestStatus),
      /** Ids of other hospitals are ignored (ruling AMB-73). */
      hospital: oneOrMore(z.string().max(60)),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    output: pageOf(OwnRequest),
  }),
  deliveries: route({
    method: 'GET',
    path: '/api/requests/deliveries',
    summary:
      "Your hospital's requests that are past their approval, with their deliveries, latest change first",
    who: isHospital,
    key: 'orders:read',
    input: ById.extend(page),
    output: pageOf(DeliveredRequest),
  }),
  live: route({
    method: 'GET',
    path: '/api/requests/live',
    summary: "Your hospital's requests that are approved, linked or partly delivered, latest change first",
    who: isHospitalAdmin,
    key: 'orders:read',
    input: ById.extend(page),
    output: pageOf(OwnRequest),
  }),
  summary: route({
    method: 'GET',
    path: '/api/requests/summary',
    summary: 'What waits at your hospital: counts, and the first few of each',
    who: isHospital,
    key: 'orders:read',
    input: nothing,
    output: RequestSummary,
    restMs: 1_000,
  }),
  pending: route({
    method: 'GET',
    path: '/api/requests/pending',
    summary:
      'Pending requests of your hospital, 20 at a time: the newest, or those with the soonest pickup; or the one with the given id',
    who: isHospitalAdmin,
    key: 'orders:read',
    input: ById.extend({ ...page, sort: z.enum(pendingSorts).optional() }),
    output: pageOf(OwnRequest).extend({
      /** Of all that are pending, shown or not. */
      count: z.number().int(),
      soonestPickupAt: z.coerce.date().nullable(),
      /** Whoever wrote one last may not approve it (rulings AMB-294, AMB-313). */
      needsFourEyes: z.boolean(),
    }),
  }),
  fourEyes: route({
    method: 'GET',
    path: '/api/requests/four-eyes',
    summary: 'Whether your hospital wants another admin to approve than who raised, and how often it was one',
    who: isHospitalAdmin,
    input: nothing,
    output: FourEyes,
    restMs: 1_000,
  }),
  setFourEyes: route({
    method: 'PUT',
    path: '/api/requests/four-eyes',
    summary: 'Ask for another admin to approve than who raised, or let it be the same person again',
    who: isHospitalAdmin,
    input: z.strictObject({ isNeeded: z.boolean() }),
    output: FourEyes,
  }),
  show: route({
    method: 'GET',
    path: '/api/requests/:id',
    summary: 'One request of your hospital, with its deliveries and its timeline',
    who: isHospital,
    key: 'orders:read',
    input: z.strictObject({ id: RequestId }),
    output: RequestDetail,
  }),
  amend: route({
    method: 'PUT',
    path: '/api/requests/:id/amendment',
    summary: 'Amend a pending request of your hospital: all that a raise asks for, as it is to be',
    who: mayRaise,
    key: 'orders:write',
    // without it what was told beyond the form stays
    input: RaiseDraft.extend({ ...Seen.shape, more: MoreForBank.optional() }),
    output: OwnRequest,
  }),
  approve: route({
    method: 'PUT',
    path: '/api/requests/:id/approval',
    summary: 'Approve a pending request of your hospital',
    who: isHospitalAdmin,
    input: Seen,
    output: OwnRequest,
  }),
  reject: route({
    method: 'PUT',
    path: '/api/requests/:id/rejection',
    summary: 'Reject a pending request of your hospital',
    who: isHospitalAdmin,
    input: Seen,
    output: OwnRequest,
  }),
  sayWhy: route({
    method: 'PUT',
    path: '/api/requests/:id/rejection-reason',
    summary: 'Say why you rejected a request, once and within ten minutes',
    who: isHospitalAdmin,
    input: Seen.extend({ why: RejectionReason, note: RejectionNote.default('') }),
    output: OwnRequest,
  }),
  undo: route({
    method: 'PUT',
    path: '/api/requests/:id/undone-decision',
    summary:
      'Undo your own decision on a request, within ten minutes and while nothing else has happened to it',
    who: isHospitalAdmin,
    input: Seen,
    output: OwnRequest,
  }),
  cancel: route({
    method: 'PUT',
    path: '/api/requests/:id/cancellation',
    summary: 'Cancel a request of your hospital that no blood bank has taken, with a reason',
    who: isHospitalAdmin,
    key: 'orders:write',
    input: Seen.extend({ reason: CancelReason }),
    output: OwnRequest,
  }),
  replace: route({
    method: 'POST',
    path: '/api/requests/:id/replacement',
    summary:
      'Cancel a request of your hospital that no blood bank has taken and raise another in its place, as one act',
    who: mayReplace,
    key: 'orders:write',
    input: RaisedDraft.extend(Seen.shape),
    output: OwnRequest,
    repeatable: true,
  }),
  writeDeliveryStatus: route({
    method: 'PUT',
    path: '/api/requests/:id/delivery-status',
    summary: 'Write the delivery status of any request: free text, kept in lower case',
    who: isProvider,
    input: Seen.extend({ text: DeliveryText }),
    output: BloodRequest,
  }),
}
