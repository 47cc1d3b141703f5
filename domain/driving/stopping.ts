import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import type { BloodRequest, Delivery } from '../requests/request.ts'
import type { DrivingRefusal } from './refusals.ts'
import type { DeliverySoFar, DeliveryStep, StopDecision } from './steps.ts'
import type { TemperatureVerdict } from './temperature.ts'

/** A driver did not go on, because of how warm the bags were. */
export type Stop = {
  readonly seq: number
  readonly step: DeliveryStep
  /** Null until the provider has decided. */
  readonly decision: StopDecision | null
}

/** Where a delivery stands still, or stood: the last of its stops, unless the step was done since. */
export function stopOf<One extends Stop>(stops: readonly One[], { seq, done }: DeliverySoFar): One | null {
  const last = stops.findLast((one) => one.seq === seq)
  return last && !done.includes(last.step) ? last : null
}

/** Bags that go back to the bank are not delivered either. */
export const isBarred = (stop: Stop | null): boolean =>
  stop !== null && (stop.decision === null || stop.decision === 'return')

/** A step with what was measured: within limits, by the bank's word, or by the provider's. */
export function whyNotGoOn(
  { step, allowedBy = '' }: { step: DeliveryStep; allowedBy?: string | undefined },
  verdict: TemperatureVerdict | null,
  stop: Stop | null,
): DrivingRefusal | null {
  if (isBarred(stop)) return no('stopped')
  if (verdict === null || verdict === 'within' || isLetThrough(step, stop)) return null
  if (verdict === 'never') return no('too-warm', 'temperature')
  return isBlank(allowedBy) ? no('ask-bank', 'allowedBy') : null
}

/** The provider said to go on with this very step. */
export const isLetThrough = (step: DeliveryStep, stop: Stop | null): boolean =>
  stop?.decision === 'go-on' && stop.step === step

/** Once: until the provider has decided there is nothing more to stop. */
export function whyNotStop(verdict: TemperatureVerdict | null, stop: Stop | null): DrivingRefusal | null {
  if (isBarred(stop)) return no('stopped')
  if (verdict === null) return no('no-temperature', 'temperature')
  return verdict === 'within' ? no('within-limits', 'temperature') : null
}

/** Bags that left the bank are given back for new ones: the delivery stands where it fetches them. */
export function backForNewBags<One extends Pick<Delivery, 'seq' | 'state'>>(
  request: BloodRequest,
  deliveries: readonly One[],
  { seq, step }: Stop,
): { request: BloodRequest; deliveries: One[] } {
  if (step !== 'delivered') return { request, deliveries: [...deliveries] }
  const state = 'cross matching'
  const status = request.status === 'issued' ? 'cross-matching' : request.status
  return {
    request: { ...request, status, deliveryStatus: state },
    deliveries: deliveries.map((one) => (one.seq === seq ? { ...one, state } : one)),
  }
}

export const stopWords = {
  'not-stopped': {
    title: 'Nothing To Decide',
    text: 'This delivery goes on already, or has come to an end. Please look at the order again.',
    conflict: true,
  },
  'no-reason': { title: 'Reason Missing', text: 'Please say why it may go on.' },
} satisfies Record<string, Wording>

/** Of a stop that still stands; whoever lets warm blood go on says why. */
export function whyNotDecide(
  stands: Stop | null,
  { decision, reason }: { decision: StopDecision; reason: string },
): Refusal<keyof typeof stopWords> | null {
  if (!isBarred(stands)) return no('not-stopped')
  return decision === 'go-on' && isBlank(reason) ? no('no-reason', 'reason') : null
}

/** What becomes of it, as it is told to everybody else. */
export const decisionText: Record<StopDecision, string> = {
  'go-on': 'Go on',
  'new-bag': 'A new bag from the bank',
  return: 'Back to the bank',
}
