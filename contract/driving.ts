import { z } from 'zod'
import { Bombay } from '#domain/bags/kinds.ts'
import { BloodGroup, ComponentCode } from '#domain/basics/blood.ts'
import { FileName, largestFile } from '#domain/basics/uploading.ts'
import { HandOver, StepReport, StopDecision, StopReason } from '#domain/driving/reporting.ts'
import { DeliveryStep } from '#domain/driving/steps.ts'
import { TemperatureBand } from '#domain/driving/temperature.ts'
import { isDriver, isHospital, isProvider } from '#domain/people/actor.ts'
import { PictureName, PictureState } from '#domain/requests/pictures.ts'
import { OrderType, RequestId, RequestStatus } from '#domain/requests/request.ts'
import { Done, nothing } from './answers.ts'
import { Picture } from './pictures.ts'
import { Seen } from './requests.ts'
import { route } from './route.ts'

/** Where to go and whom to call. */
const Place = z.object({ name: z.string(), address: z.string(), phones: z.array(z.string()) })

const DrivenDelivery = z.object({
  seq: z.number().int(),
  units: z.number().int(),
  /** Numbers of the bags that were issued for it with a slip; of a divided one with its part, after a blank. */
  bags: z.array(z.string()).default([]),
  /** Those of them that were packed after its driver had left with the others (ruling AMB-371). */
  bagsLater: z.array(z.string()).default([]),
  /** Called back, not fitting any more, past their end, or on hold (rulings AMB-332, AMB-360, AMB-409). */
  notToHandOver: z.array(z.string()).default([]),
  /** Those of them that are past their end. */
  ended: z.array(z.string()).default([]),
  /** In the order they were done. */
  steps: z.array(z.object({ step: DeliveryStep, doneAt: z.coerce.date() })),
  /** Steps whose code was typed wrong too often: only a picture and a reason open them. */
  locked: z.array(DeliveryStep),
  /** Where it stands still because of how warm the bags were, and what the provider has said to it. */
  stop: z
    .object({
      step: DeliveryStep,
      doneAt: z.coerce.date(),
      temperature: z.number(),
      decision: StopDecision.nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
})

/** An order as its driver sees it: the patient as initials and id alone. */
export const DrivenOrder = z.object({
  id: RequestId,
  orderType: OrderType,
  status: RequestStatus,
  component: ComponentCode,
  bloodGroup: BloodGroup,
  /** Of a Bombay patient, whose request says O. */
  bombay: Bombay.nullable().default(null),
  units: z.number().int(),
  pickupAt: z.coerce.date(),
  deadlineAt: z.coerce.date(),
  patientInitials: z.string(),
  patientId: z.string(),
  hospital: Place,
  bank: Place,
  deliveries: z.array(DrivenDelivery),
  /** The step that was told last, while it can be taken back. */
  takeBack: z
    .object({ stepId: z.string(), seq: z.number().int(), step: DeliveryStep, until: z.coerce.date() })
    .nullable(),
  pictures: z.array(z.object({ seq: z.number().int(), state: PictureState, name: z.string() })),
})
export type DrivenOrder = z.infer<typeof DrivenOrder>

/** All that a phone needs to go on without a signal. */
export const Driving = z.object({
  /** By the server's clock: a phone's may be wrong. */
  now: z.coerce.date(),
  items: z.array(DrivenOrder),
  pictureTypes: z.array(z.object({ state: PictureState, name: z.string() })),
  bands: z.array(TemperatureBand),
})
export type Driving = z.infer<typeof Driving>

const outcomes = ['done', 'reassigned', 'closed'] as const

/**
 * What became of a step. Once the order is somebody else's or has come to an end the report is kept for the provider
 * and moves nothing: then the answer has no order, because it is not this driver's any more.
 */
export const StepAnswer = z.object({ outcome: z.enum(outcomes), order: DrivenOrder.nullable() })
export type StepAnswer = z.infer<typeof StepAnswer>

export const driving = {
  list: route({
    method: 'GET',
    path: '/api/requests/driving',
    summary:
      "The driver's own orders under way, the soonest due first, with all that is needed without a signal",
    who: isDriver,
    input: nothing,
    output: Driving,
  }),
  step: route({
    method: 'POST',
    path: '/api/requests/:id/steps',
    summary: 'One step of a delivery; sent twice with the same step id, done once',
    who: isDriver,
    input: StepReport.extend({ id: RequestId }),
    output: StepAnswer,
  }),
  takeBack: route({
    method: 'PUT',
    path: '/api/requests/:id/steps/:stepId/undone',
    summary:
      'Take back the step you told last, within two minutes, unless a code proved it or something has happened since',
    who: isDriver,
    input: z.strictObject({ id: RequestId, stepId: StepReport.shape.stepId }),
    output: StepAnswer,
  }),
  /** The provider's word to a delivery that its driver stopped. */
  decide: route({
    method: 'PUT',
    path: '/api/requests/:id/steps/:stepId/decision',
    summary:
      'Say what happens with a delivery that its driver stopped: go on, a new bag, or back to the bank; sent twice, done once',
    who: isProvider,
    input: Seen.extend({
      stepId: StepReport.shape.stepId,
      decision: StopDecision,
      reason: StopReason.default(''),
    }),
    output: Done,
  }),
  picture: route({
    method: 'PUT',
    path: '/api/requests/:id/deliveries/:seq/pictures/:state/:name',
    summary: 'Keep a picture of a delivery: a JPEG or PNG of at most 10 MB; replaces the one before',
    who: isDriver,
    input: z.strictObject({
      id: RequestId,
      seq: z.coerce.number().int().min(1).max(100),
      state: PictureState,
      name: PictureName,
      fileName: FileName,
    }),
    output: Picture,
    takesFile: { maxBytes: largestFile, isPatient: true },
  }),
  /** The hospital's side of it: what to tell the driver. */
  codes: route({
    method: 'GET',
    path: '/api/requests/:id/hand-over',
    summary: "The codes of the hand-overs to come of your hospital's delivery under way, the expected first",
    who: isHospital,
    input: z.strictObject({ id: RequestId }),
    output: z.object({ items: z.array(HandOver) }),
  }),
}
