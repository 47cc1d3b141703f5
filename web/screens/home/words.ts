import type { FailedMessage, OrderSummary } from '#contract/orders.ts'
import type { RequestSummary } from '#contract/requests.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { minuteOfDay } from '#domain/basics/time.ts'
import type { Product } from '#domain/people/roles.ts'
import { pickupDue } from '#domain/requests/due.ts'

/** By the clock in India. */
export function greetingAt(now: Date): string {
  const hour = minuteOfDay(now) / 60
  if (hour < 12) return 'Good morning'
  return hour < 17 ? 'Good afternoon' : 'Good evening'
}

/** The line under the greeting, for those whose work is not counted yet. */
export const purposes: Record<Product, string> = {
  pilot: 'Raise requests and follow them to the bedside.',
  plus: 'Follow the requests of your hospital to the bedside.',
  bloodbank: 'Your stock, your camps and your donors.',
  admin: 'Orders, drivers and prices of every hospital.',
}

/** What waits, in one line. */
export function summingUp({ pending, onTheRoad }: RequestSummary, mayApprove: boolean, now: Date): string {
  const sentences: string[] = []
  if (pending.count > 0) {
    sentences.push(
      `${count(pending.count, 'request waits', 'requests wait')} for ${mayApprove ? 'your ' : ''}approval.`,
    )
  }
  if (onTheRoad.count > 0) {
    const next = onTheRoad.first[0]?.deadlineAt
    sentences.push(
      `${count(onTheRoad.count, 'order is', 'orders are')} on the road${next ? due(next, now) : ''}.`,
    )
  }
  return sentences.join(' ') || 'Nothing waits for you right now.'
}

/** The same for the provider: how many things wait for an act of theirs. */
export function thingsText({ stopped, late, toLink, toComplete, failed }: OrderSummary): string {
  const things = stopped.count + late.count + toLink.count + toComplete.count + failed.count
  return things === 0
    ? 'Nothing waits for you right now.'
    : `${failed.isAtLeast ? `${atLeast(things)} things wait` : count(things, 'thing waits', 'things wait')} for you.`
}

/** Not all were counted. */
export const atLeast = (n: number): string => `${n} or more`

/** What is in other hands: `4 orders are on the road`, `2 are pending at hospitals`. */
export function elsewhere({ onTheRoad, pending }: OrderSummary): [riding: string, pending: string] {
  const riding = onTheRoad.count > 0 ? `${count(onTheRoad.count, 'order is', 'orders are')} on the road` : ''
  const [one, many] = riding ? ['is', 'are'] : ['order is', 'orders are']
  return [riding, pending.count > 0 ? `${count(pending.count, one, many)} pending at hospitals` : '']
}

/** `no answer from the gateway, 3 tries`. */
export const failedText = ({ error, tries }: Pick<FailedMessage, 'error' | 'tries'>): string =>
  `${error ?? 'not sent'}, ${count(tries, 'try', 'tries')}`

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

const due = (at: Date, now: Date): string =>
  at < now ? `, one was due at ${showWhen(at, now)}` : `, the next is due at ${showWhen(at, now)}`

/** "pending, the next pickup 5:40 pm": the soonest comes first, as it may on the screen behind the card. */
export function pendingNoun({ first: [soonest] }: RequestSummary['pending'], now: Date): string {
  if (!soonest) return 'pending'
  const isPassed = pickupDue(soonest, now).urgency === 'late'
  return isPassed
    ? 'pending, a pickup has passed'
    : `pending, the next pickup ${showWhen(soonest.pickupAt, now)}`
}
