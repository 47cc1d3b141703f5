import { ago, days, hoursAndMinutes, minutes } from '../basics/time.ts'
import { paperMark } from '../downtime/paper.ts'
import { events, type KindAbout } from '../events/events.ts'
import { sameHandsText } from './approving.ts'
import { beforeSample } from './listing.ts'
import type { BloodRequest, Delivery, RequestStatus } from './request.ts'
import { statusText } from './showing.ts'

export type RequestEventKind = KindAbout<'request'>

/** One thing that happened to a request: who, what, when. */
export type TimelineEntry = {
  readonly at: Date
  readonly by: string
  readonly kind: RequestEventKind
  readonly from: RequestStatus | null
  readonly to: RequestStatus | null
  readonly bankId: string | null
  /** To whom it was given. */
  readonly driver?: string | null
  /** Why, where a person had to say so; or the text that was written. */
  readonly reason: string | null
  /** Approved by whoever raised it. */
  readonly isBySameHands?: boolean
  /** What a driver reported of a delivery. */
  readonly step?: { readonly seq: number; readonly step: string; readonly doneAt: Date } | null
  /** It stood on paper, and was entered later (ruling AMB-343). */
  readonly paper?: { readonly number: string; readonly doneAt: Date } | null
}

/** When it was done counts, not when the phone found a signal or somebody came to enter it. */
const whenOf = ({ step, paper, at }: Pick<TimelineEntry, 'step' | 'paper' | 'at'>): Date =>
  step?.doneAt ?? paper?.doneAt ?? at

/** By when things were done, where some of them stood on paper; the trail has them as they were entered. */
export const inOrderOfPaper = <Entry extends Pick<TimelineEntry, 'step' | 'paper' | 'at'>>(
  timeline: readonly Entry[],
): Entry[] =>
  timeline.some(({ paper }) => paper)
    ? timeline.toSorted((one, other) => whenOf(one).getTime() - whenOf(other).getTime())
    : [...timeline]

const marksOf = ({ isBySameHands, paper, by }: TimelineEntry): string =>
  [isBySameHands ? sameHandsText : null, paper ? paperMark(paper.number, by) : null]
    .filter(Boolean)
    .join('; ')

/** One step of a request's life as it is drawn. */
export type LifeStep = {
  readonly kind: 'done' | 'now' | 'next'
  /** Whose sign it bears; null where no status was changed. */
  readonly status: RequestStatus | null
  readonly title: string
  readonly deed: string
  /** What was said or written with it, in that person's words. */
  readonly quote: string | null
  /** What is to be noticed about it. */
  readonly mark?: string
  readonly at: Date
  /** How long since the step before: `after 7 min`. */
  readonly after: string | null
}

type Life = Pick<BloodRequest, 'status' | 'pickupAt' | 'deadlineAt'> & {
  readonly timeline: readonly TimelineEntry[]
  readonly deliveries: readonly Delivery[]
}

/** What happened, where it stands, and what is due next as long as it is under way. */
export function lifeOf(request: Life): LifeStep[] {
  const { timeline } = request
  const isUnderWay = !ended.includes(request.status)
  const happened = timeline.map((entry, index): LifeStep => {
    const before = timeline[index - 1]
    const at = whenOf(entry)
    const mark = marksOf(entry)
    const hasMoved = entry.to !== null && entry.to !== entry.from
    return {
      kind: isUnderWay && index === timeline.length - 1 ? 'now' : 'done',
      status: hasMoved ? entry.to : null,
      title: titleOf(entry),
      deed: deedText(entry),
      quote: entry.reason || null,
      ...(mark && { mark }),
      at,
      after: before ? afterText(at.getTime() - whenOf(before).getTime()) : null,
    }
  })
  return [...happened, ...dueNext(request)]
}

/** Nothing more is expected to happen to these. */
const ended: readonly RequestStatus[] = [
  'hospital-admin-rejected',
  'bloodbank-rejected',
  'completed',
  'cancelled',
]

/** The status it led to; what led to none is told by its own name. */
function titleOf({ kind, from, to, bankId, step }: TimelineEntry): string {
  if (to !== null && to !== from) return statusText({ status: to, bankId })
  if (kind === 'delivery-step-done' && step) return step.step
  return events[kind].title ?? 'changed'
}

/** The deed in words; the status it led to is told beside it. */
export function deedText({
  kind,
  by,
  to,
  bankId,
  driver,
  step,
}: Pick<TimelineEntry, 'kind' | 'by' | 'to' | 'bankId' | 'driver' | 'step'>): string {
  if (step) return `Delivery ${step.seq} told by ${by}${kind === 'step-kept-aside' ? `: ${step.step}` : ''}`
  if (kind === 'request-linked' && bankId)
    return `${by} linked ${bankId}${driver ? `, driver ${driver}` : ''}`
  const deed = kind === 'request-moved' && to ? moves[to] : undefined
  return `${deed ?? events[kind].words} by ${by}`
}

/** Of a move only its end has a word of its own: the others are told by the status alone. */
const moves: Partial<Record<RequestStatus, string>> = {
  'hospital-admin-rejected': 'Rejected',
  'bloodbank-rejected': 'Refused',
  cancelled: 'Cancelled',
}

/** Null once it was delivered or came to another end. */
export const deadlineStillOpen = ({ status, deadlineAt }: Pick<BloodRequest, 'status' | 'deadlineAt'>) =>
  status === 'delivery-completed' || ended.includes(status) ? null : deadlineAt

const isBeforeSample = (status: RequestStatus): boolean => beforeSample.some((one) => one === status)

function dueNext(request: Life): LifeStep[] {
  const deadlineAt = deadlineStillOpen(request)
  if (!deadlineAt) return []
  const due = { kind: 'next', quote: null, after: null } as const
  const sample = { ...due, status: 'sample-acquired', title: 'sample-acquired' } as const
  const delivery = { ...due, status: 'delivery-completed', title: 'delivery-completed' } as const
  return [
    ...(isBeforeSample(request.status) ? [{ ...sample, deed: 'Sample pickup', at: request.pickupAt }] : []),
    { ...delivery, deed: stillToDeliver(request.deliveries), at: deadlineAt },
  ]
}

/** `Delivery of 2 units`, `Delivery 2 of 2, 2 units`, `2 of 3 deliveries, 4 units`. */
function stillToDeliver(deliveries: readonly Delivery[]): string {
  const left = deliveries.filter(({ deliveredAt }) => deliveredAt === null)
  const units = left.reduce((sum, delivery) => sum + delivery.units, 0)
  const [last] = left
  if (!last) return 'Delivery'
  if (deliveries.length === 1) return `Delivery of ${unitsText(units)}`
  if (left.length === 1) return `Delivery ${last.seq} of ${deliveries.length}, ${unitsText(units)}`
  return `${left.length} of ${deliveries.length} deliveries, ${unitsText(units)}`
}

export const unitsText = (units: number): string => (units === 1 ? '1 unit' : `${units} units`)

/** Ruling AMB-76, in its order. */
export const timestampsOf = (
  request: Pick<
    BloodRequest,
    'raisedAt' | 'approvedAt' | 'pickupAt' | 'deadlineAt' | 'deliveredAt' | 'updatedAt'
  >,
): { label: string; at: Date | null }[] => [
  { label: 'Request', at: request.raisedAt },
  { label: 'Approval', at: request.approvedAt },
  { label: 'Sample Pickup', at: request.pickupAt },
  { label: 'Delivery Deadline', at: request.deadlineAt },
  { label: 'Delivery', at: request.deliveredAt },
  { label: 'Last Updated', at: request.updatedAt },
]

const afterText = (ms: number): string => (ms < minutes(1) ? 'within a minute' : `after ${exactSpan(ms)}`)

/** `34 min ago`, `in 2 h 48 min`: what has gone by matters roughly, what is to come to the minute. */
export function fromNow(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  if (ms <= 0) return ago(at, now)
  return ms < minutes(1) ? 'in a moment' : `in ${exactSpan(ms)}`
}

/** To the minute, as long as minutes matter: `34 min`, `2 h 48 min`, `3 days`. */
export function exactSpan(ms: number): string {
  const [h, min] = hoursAndMinutes(ms)
  if (h === 0) return `${min} min`
  if (ms < days(2)) return min === 0 ? `${h} h` : `${h} h ${min} min`
  return `${Math.floor(ms / days(1))} days`
}
