import { move } from '../requests/moving.ts'
import type { BloodRequest, Delivery, RequestStatus } from '../requests/request.ts'
import { isStillOut } from '../requests/timing.ts'
import type { KeptAside, StepReport } from './reporting.ts'
import {
  currentDelivery,
  type DeliverySoFar,
  type DeliveryStep,
  deliverySteps,
  driven,
  measures,
  nextSteps,
} from './steps.ts'

/** A delivery with what was told of it. */
export type ToldDelivery = Pick<Delivery, 'seq' | 'state' | 'deliveredAt'> & {
  readonly told: readonly DeliveryStep[]
  /** Those that its bank told and no driver did (ruling AMB-220). */
  readonly byBank?: readonly DeliveryStep[]
}

/** What was done of each: what drivers told, and what the provider's word implies (ruling AMB-65). */
export function soFar(status: RequestStatus, deliveries: readonly ToldDelivery[]): DeliverySoFar[] {
  const current = deliveries.find(({ deliveredAt }) => deliveredAt === null)
  return deliveries.map((delivery) => {
    const { seq, told, deliveredAt } = delivery
    const implied = delivery === current ? impliedBy(status, delivery) : []
    const isDone = (step: DeliveryStep) =>
      told.includes(step) || implied.includes(step) || (step === 'delivered' && deliveredAt !== null)
    return { seq, done: deliverySteps.filter(isDone) }
  })
}

/** Of the delivery that is under way. A completion by the clock says nothing of it: what was said before still holds. */
function impliedBy(status: RequestStatus, { state, told }: ToldDelivery): readonly DeliveryStep[] {
  // what drivers told by themselves implies nothing: a later delivery needs no sample of its own
  const said = told.some((step) => step === state) ? undefined : state
  const last = status === 'completed' ? said : impliedLast[status]
  return deliverySteps.slice(0, deliverySteps.findIndex((step) => step === last) + 1)
}

const impliedLast: Partial<Record<RequestStatus, DeliveryStep>> = {
  'sample-acquired': 'sample acquired',
  'cross-matching': 'cross matching',
  issued: 'issued',
}

type Carried = Parameters<typeof isStillOut>[0]

/** A driver is on the way with it, or should be. */
export const isUnderWay = (order: Carried): boolean => driven.includes(order.status) || isStillOut(order)

/** It is the driver's to see and to tell about: under way, or all of it just delivered. */
export const isOpenToDriver = (order: Carried): boolean =>
  order.status === 'delivery-completed' || isUnderWay(order)

/** Its turn; told after the provider's word, which it does not undo; too early; or kept aside. */
export type Fate = 'next' | 'late' | 'not-next' | KeptAside

/** What becomes of a report that was not heard before. */
export function fateOf(
  order: Pick<BloodRequest, 'status' | 'invoiceKind'> & { readonly deliveries: readonly ToldDelivery[] },
  { seq, step }: Pick<StepReport, 'seq' | 'step'>,
  isOwn: boolean,
): Fate {
  const about = order.deliveries.find((one) => one.seq === seq)
  if (!about) return 'not-next'
  if (!isOwn) return 'reassigned'
  if (!isOpenToDriver(order)) return 'closed'
  if (about.byBank?.includes(step)) return 'late'
  if (about.told.includes(step)) return 'repeated'
  const deliveries = soFar(order.status, order.deliveries)
  const done = deliveries.find((one) => one.seq === seq)?.done ?? []
  if (done.includes(step) || done.includes('delivered')) return 'late'
  const isItsTurn = currentDelivery(deliveries)?.seq === seq && nextSteps(deliveries).includes(step)
  return isItsTurn ? 'next' : 'not-next'
}

/** Of what happens at the bank: told once, of the delivery under way, and never back (ruling AMB-220). */
export function mayBankTell(
  order: Pick<BloodRequest, 'status' | 'invoiceKind'> & { readonly deliveries: readonly ToldDelivery[] },
  { seq, step }: Pick<StepReport, 'seq' | 'step'>,
): boolean {
  if (!isUnderWay(order)) return false
  const deliveries = soFar(order.status, order.deliveries)
  const current = currentDelivery(deliveries)
  const isBehind = deliverySteps.slice(deliverySteps.indexOf(step)).some((one) => current?.done.includes(one))
  return current?.seq === seq && !isBehind
}

/**
 * The hand-overs still to come of the delivery under way, the expected first. All of them: a driver without a signal
 * may be further than we know.
 */
export function handOversAhead(deliveries: readonly DeliverySoFar[]): { seq: number; step: DeliveryStep }[] {
  const current = currentDelivery(deliveries)
  if (!current) return []
  const [expected] = nextSteps(deliveries)
  const ahead: DeliveryStep[] =
    expected === 'sample acquired'
      ? ['sample acquired', 'delivered']
      : ['delivered', ...nextSteps(deliveries).filter((step) => step === 'sample acquired')]
  return ahead.map((step) => ({ seq: current.seq, step }))
}

/** Rulings AMB-64, 65: the delivery moves, and the request's status follows. It never goes back (AMB-211). */
export function takeStep<One extends Delivery>(
  request: BloodRequest,
  deliveries: readonly One[],
  { seq, step, temperature }: Pick<StepReport, 'seq' | 'step' | 'temperature'>,
  times: { readonly doneAt: Date; readonly now: Date },
): { request: BloodRequest; deliveries: One[] } {
  const moved = deliveries.map((delivery) =>
    delivery.seq === seq
      ? { ...delivery, state: step, deliveredAt: step === 'delivered' ? times.doneAt : delivery.deliveredAt }
      : delivery,
  )
  const isAllThere = moved.every(({ deliveredAt }) => deliveredAt !== null)
  const status = furthest(request.status, isAllThere ? 'delivery-completed' : statusOf[step])
  const isJustNoted = status === 'completed' && !isAllThere
  const after = {
    ...(isJustNoted ? { ...request, version: request.version + 1 } : move(request, status, times.doneAt)),
    deliveryStatus: step,
    deliveryTemperature: (measures(step) ? temperature : null) ?? request.deliveryTemperature,
    updatedAt: times.now,
  }
  return { request: after, deliveries: moved }
}

const statusOf: Record<DeliveryStep, RequestStatus> = {
  'sample acquired': 'sample-acquired',
  'cross matching': 'cross-matching',
  issued: 'issued',
  delivered: 'partially-completed',
}

const onward: readonly RequestStatus[] = [...driven, 'delivery-completed', 'completed']
const furthest = (now: RequestStatus, next: RequestStatus): RequestStatus =>
  onward.indexOf(next) > onward.indexOf(now) ? next : now

/** What came after the fact moves nothing; but how warm it was is still worth knowing if nobody measured later. */
export const takeNotice = (request: BloodRequest, temperature: number | null, now: Date): BloodRequest => ({
  ...request,
  deliveryTemperature: temperature ?? request.deliveryTemperature,
  updatedAt: now,
  version: request.version + 1,
})
