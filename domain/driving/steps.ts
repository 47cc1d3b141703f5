import { z } from 'zod'
import type { PictureState } from '../requests/pictures.ts'
import type { RequestStatus } from '../requests/request.ts'

/** What a driver does with one delivery, in the order of the work (ruling AMB-64). */
export const deliverySteps = ['sample acquired', 'cross matching', 'issued', 'delivered'] as const
export const DeliveryStep = z.enum(deliverySteps)
export type DeliveryStep = z.infer<typeof DeliveryStep>

/** What the provider says to a delivery that was stopped (ruling AMB-262). */
export const stopDecisions = ['go-on', 'new-bag', 'return'] as const
export type StopDecision = (typeof stopDecisions)[number]

/** §4.2: the pictures of a step are kept by these names. */
export const pictureStateOf: Record<DeliveryStep, PictureState> = {
  'sample acquired': 'SampleAcquired',
  'cross matching': 'CrossMatching',
  issued: 'InTransit',
  delivered: 'Completed',
}

/** Somebody of the hospital gives the sample or takes the blood: they show the code, the driver types it. */
export const handsOver = (step: DeliveryStep): boolean => step === 'sample acquired' || step === 'delivered'

/** The blood is in the driver's hands: how warm is it? */
export const measures = (step: DeliveryStep): boolean => step === 'issued' || step === 'delivered'

export type DeliverySoFar = {
  readonly seq: number
  readonly done: readonly DeliveryStep[]
}

/** A driver works on one delivery at a time: the first that has not arrived. */
export const currentDelivery = <One extends DeliverySoFar>(deliveries: readonly One[]): One | undefined =>
  deliveries.find(({ done }) => !done.includes('delivered'))

/**
 * What may be done now, the expected first. The sample of an earlier delivery serves the later ones, so these begin
 * with issuing; a new sample is taken only if the bank asks for one.
 */
export function nextSteps(deliveries: readonly DeliverySoFar[]): DeliveryStep[] {
  const current = currentDelivery(deliveries)
  if (!current) return []
  const last = deliverySteps.findLastIndex((step) => current.done.includes(step))
  const expected = deliverySteps[last + 1]
  if (!expected) return []
  const isFirst = current === deliveries[0]
  return last === -1 && !isFirst ? ['issued', 'sample acquired'] : [expected]
}

/** The statuses in which a driver's steps count. */
export const driven: readonly RequestStatus[] = [
  'bloodbank-approved',
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
]
