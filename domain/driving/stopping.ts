import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { hours, later } from '../basics/time.ts'
import type { BloodRequest, Delivery, RequestStatus } from '../requests/request.ts'
import type { DrivingRefusal } from './refusals.ts'
import type { ToldDelivery } from './stepping.ts'
import { type DeliveryStep, driven, type StopDecision } from './steps.ts'
import { isNoWorse, type TemperatureBand, type TemperatureVerdict } from './temperature.ts'

/** A driver did not go on, because of how warm the bags were. */
export type Stop = {
  readonly seq: number
  readonly step: DeliveryStep
  readonly temperature: number | null
  /** Null until the provider has decided. */
  readonly decision: StopDecision | null
}

/**
 * Where a delivery stands still, or stood: the last of its stops, unless the step was told since. What a status implies
 * lifts none, and what is told late does not either; with the delivery it is over.
 */
export function stopOf<One extends Stop>(
  stops: readonly One[],
  { seq, told, deliveredAt }: Pick<ToldDelivery, 'seq' | 'told' | 'deliveredAt'>,
): One | null {
  const own = stops.filter((one) => one.seq === seq)
  // one that nobody has decided is not lifted by a later one that was
  const last = own.findLast(isBarred) ?? own.at(-1)
  if (!last || deliveredAt !== null) return null
  return isBarred(last) || !told.includes(last.step) ? last : null
}

/** What the provider said is read at the step that it is about, and not over the one that follows. */
export const isSaidOf = ({ decision, step }: Stop, now: DeliveryStep): boolean =>
  decision === 'go-on' ? step === now : decision === 'new-bag' && now !== 'delivered'

/** Bags that go back to the bank are not delivered either. */
export const isBarred = (stop: Stop | null): boolean =>
  stop !== null && (stop.decision === null || stop.decision === 'return')

/** What another bank's bags have nothing to do with: a word that is still to come, or that was not acted upon yet. */
export const isOfTheseBags = (stop: Stop | null): boolean => isBarred(stop) || stop?.decision === 'go-on'

/** A step with what was measured: within limits, by the bank's word, or by the provider's. */
export function whyNotGoOn(
  { allowedBy = '', ...measured }: Measured & { allowedBy?: string | undefined },
  verdict: TemperatureVerdict | null,
  stop: Stop | null,
  band: TemperatureBand | undefined,
): DrivingRefusal | null {
  if (isBarred(stop)) return no('stopped')
  if (verdict === null || verdict === 'within' || isLetThrough(measured, stop, band)) return null
  if (verdict === 'never') return no('too-warm', 'temperature')
  return isBlank(allowedBy) ? no('ask-bank', 'allowedBy') : null
}

type Measured = { readonly step: DeliveryStep; readonly temperature?: number | undefined }

/** The provider said to go on with this very step, with bags as warm as that and no warmer. */
export const isLetThrough = (
  { step, temperature }: Measured,
  stop: Stop | null,
  band: TemperatureBand | undefined,
): boolean =>
  stop?.decision === 'go-on' &&
  stop.step === step &&
  temperature !== undefined &&
  stop.temperature !== null &&
  isNoWorse(temperature, stop.temperature, band)

/** Once: after the last stop of a delivery there is nothing more to stop until the provider has decided. */
export function whyNotStop(verdict: TemperatureVerdict | null, stop: Stop | null): DrivingRefusal | null {
  if (isBarred(stop)) return no('stopped')
  if (verdict === null) return no('no-temperature', 'temperature')
  return verdict === 'within' ? no('within-limits', 'temperature') : null
}

/** So long after an order has ended for its driver, warm bags of it are news (ruling AMB-278). */
const heardFor = hours(24)

/** `endedAt`: when it left the driver's hands; null while it is out. Not when it was measured: that is the phone's word. */
export const whyNotHear = (endedAt: Date | null, now: Date): DrivingRefusal | null =>
  endedAt !== null && now > later(endedAt, heardFor) ? no('too-late') : null

/** A bank that an order was linked to, and who drove for it then. */
export type PastLink = {
  readonly at: Date
  readonly bankId: string | null
  readonly driverEmail: string | null
}

/** Whose bags they are: of the bank that their driver had been sent to when they were fetched. */
export function bankOfBags(
  links: readonly PastLink[],
  { fetchedAt, fetchedBy }: { fetchedAt: Date; fetchedBy: string },
): string | null {
  const own = links.filter(({ driverEmail }) => driverEmail === fetchedBy)
  return (own.findLast(({ at }) => at <= fetchedAt) ?? own[0])?.bankId ?? null
}

/**
 * Told of bags that are not carried any more: another bank was linked since, and none are out but those that it gave.
 * Where that is not known they stand still, and the provider decides (ruling AMB-269).
 */
export const wereReplaced = (
  { bankId, linkedAt }: Pick<BloodRequest, 'bankId' | 'linkedAt'>,
  bankOfThem: string | null,
  { areOut, fetchedAt }: { areOut: boolean; fetchedAt: Date | null },
): boolean =>
  bankOfThem !== null &&
  bankOfThem !== bankId &&
  (!areOut || (fetchedAt !== null && linkedAt !== null && fetchedAt >= linkedAt))

/** Bags that left the bank are given back for new ones: the delivery stands where it fetches them. */
export function backForNewBags<One extends Pick<Delivery, 'seq' | 'state'>>(
  request: BloodRequest,
  deliveries: readonly One[],
  { seq, step }: Stop,
): { request: BloodRequest; deliveries: One[] } {
  if (step !== 'delivered' && request.status !== 'issued') return { request, deliveries: [...deliveries] }
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
  stopped: {
    title: 'Data Not Submitted',
    text: 'The delivery is stopped: decide on the order’s details first.',
    conflict: true,
  },
  'stopped-before': {
    title: 'Data Not Submitted',
    text: 'Its driver stopped it, and nobody has decided: set it to issued, then decide on the order’s details.',
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

/**
 * A status says nothing of bags that stand still: the provider decides first. The order may come to nothing; from there
 * it can be set going again, and stands still as before, but none of it has arrived.
 */
export function whyNotMoveOn(
  status: RequestStatus,
  stands: readonly Stop[],
  { isOpen }: { isOpen: boolean },
): Refusal<keyof typeof stopWords> | null {
  if (!stands.some(isBarred)) return null
  if (isOpen) return carriedOn.includes(status) ? no('stopped', 'status') : null
  return arrived.includes(status) ? no('stopped-before', 'status') : null
}
const arrived: readonly RequestStatus[] = ['partially-completed', 'delivery-completed', 'completed']
const carriedOn: readonly RequestStatus[] = [...driven, ...arrived]

/** What becomes of it, as it is told to everybody else. */
export const decisionText: Record<StopDecision, string> = {
  'go-on': 'Go on',
  'new-bag': 'A new bag from the bank',
  return: 'Back to the bank',
}
