import { dueAt, type Moment } from '../requests/urgency.ts'
import { type DeliverySoFar, nextSteps } from './steps.ts'

type Driven = {
  readonly pickupAt: Date
  readonly deadlineAt: Date
  readonly deliveries: readonly DeliverySoFar[]
  readonly toMend: unknown
}

/** What a driver has to be in time for: the sample's pickup until he has it, then the deadline. Null: nothing is left. */
export function dueFor(
  { pickupAt, deadlineAt, deliveries }: Omit<Driven, 'toMend'>,
  now: Date,
): Moment | null {
  const [next] = nextSteps(deliveries)
  if (!next) return null
  return next === 'sample acquired' ? dueAt('sample', pickupAt, now) : dueAt('delivery', deadlineAt, now)
}

/** What has to be put right, then by what is due first; what is done comes last (ruling AMB-261). */
export function dueFirst<Order extends Driven>(orders: readonly Order[], now: Date): Order[] {
  const rank = (order: Order): number =>
    order.toMend ? Number.NEGATIVE_INFINITY : (dueFor(order, now)?.at.getTime() ?? Number.POSITIVE_INFINITY)
  return orders.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    return first === second ? 0 : first - second
  })
}
