import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { later, minutes } from '../basics/time.ts'
import { BloodRequest, Delivery, type RequestStatus } from './request.ts'
import { statusText } from './showing.ts'

export const undoWords = {
  'not-undoable': {
    title: 'Cannot Be Undone',
    text: 'What was done last to this request cannot be undone here: it is {status}.',
    conflict: true,
  },
  'not-yours': {
    title: 'Cannot Be Undone',
    text: 'Somebody else did this: it is {status}. Only that person can undo it.',
    conflict: true,
  },
  'changed-since': {
    title: 'Cannot Be Undone',
    text: 'Something happened to this request since then: it is {status} now.',
    conflict: true,
  },
  'too-late': {
    title: 'Cannot Be Undone',
    text: 'The time to undo this has passed: it is {status}.',
    conflict: true,
  },
  'too-often': {
    title: 'Cannot Be Undone',
    text: 'Decisions on this request were undone {times} times already: it stays {status}.',
    conflict: true,
  },
} satisfies Record<string, Wording>

/** How a status that was set leaves things for one that takes it back. */
export const Before = z.strictObject({
  ...BloodRequest.pick({ deliveryStatus: true, note: true, invoiceKind: true }).shape,
  deliveries: z.array(Delivery.pick({ seq: true, state: true, deliveredAt: true })),
})
export type Before = z.infer<typeof Before>

/** What was done last to a request, by whom, and the version of the row that it made. */
export type LastAct = {
  readonly kind: string
  readonly by: string | null
  readonly at: Date
  readonly from: RequestStatus | null
  readonly version: number | null
  /** How often a decision on the request was undone before. */
  readonly undone: number
}

/** Ruling AMB-275: each tells the provider and the hospital twice. */
export const mostUndone = 5

/** A decision of the hospital stays on its screen for as long, a status of the provider less. */
export const undoWindow = { decision: minutes(10), status: minutes(2) }

const windows = {
  'request-approved': undoWindow.decision,
  'request-rejected': undoWindow.decision,
  // said of a rejection, and undone with it: its time is that of the rejection
  'rejection-explained': undoWindow.decision,
  'request-moved': undoWindow.status,
} as const
type UndoableAct = keyof typeof windows
const isUndoable = (kind: string): kind is UndoableAct => Object.hasOwn(windows, kind)
/** What a driver told of an order that was not his any more; it leaves the row as it is. */
const toldAside = 'step-kept-aside'
const undoings = ['decision-undone', 'status-undone'] as const
const isUndoing = (kind: string): boolean => undoings.some((one) => one === kind)
/** The last of these says whether there is something to undo. */
export const actsThatCount = [...Object.keys(windows).filter(isUndoable), toldAside, ...undoings] as const

/** These draw an invoice's number or stamp the delivery. */
const final: readonly RequestStatus[] = ['delivery-completed', 'completed']

/** Until when what was just done can be taken back; null if it cannot be. */
export function undoableUntil(act: Pick<LastAct, 'kind' | 'at'>, status: RequestStatus): Date | null {
  return isUndoable(act.kind) && !final.includes(status) ? later(act.at, windows[act.kind]) : null
}

/** Sent again because its answer was lost: what this person saw is undone already, and nothing has happened since. */
export const isUndoneAlready = (
  { version }: Pick<BloodRequest, 'version'>,
  act: LastAct | undefined,
  { accountId, seen }: { accountId: string; seen: number },
): boolean =>
  act !== undefined &&
  isUndoing(act.kind) &&
  act.by === accountId &&
  act.version === version &&
  seen === version - 1

/** By the one who did it, in time, and only while nothing else has happened to the request. */
export function whyNotUndo(
  request: Pick<BloodRequest, 'status' | 'bankId' | 'version'>,
  act: LastAct | undefined,
  { accountId, now, seen }: { accountId: string; now: Date; seen: number },
): Refusal<keyof typeof undoWords> | null {
  const refuse = (why: keyof typeof undoWords, values = {}) =>
    no(why, undefined, { status: statusText(request), ...values })
  if (request.version !== seen || act?.kind === toldAside) return refuse('changed-since')
  const until = act && undoableUntil(act, request.status)
  if (!act || !until || act.from === null || act.version === null) return refuse('not-undoable')
  if (act.version !== request.version) return refuse('changed-since')
  if (act.by !== accountId) return refuse('not-yours')
  if (now > until) return refuse('too-late')
  const isDecision = act.kind !== 'request-moved'
  return isDecision && act.undone >= mostUndone ? refuse('too-often', { times: act.undone }) : null
}

/** As if nobody had decided: a rejection stamps nothing, so what an earlier approval stamped stays. */
export const undoDecision = (request: BloodRequest, now: Date): BloodRequest => ({
  ...request,
  status: 'pending',
  rejectedFor: null,
  rejectionNote: null,
  ...(request.status === 'hospital-admin-rejected' ? {} : { approvedAt: null, approvedBy: null }),
  updatedAt: now,
  version: request.version + 1,
})

export const undoStatus = (
  request: BloodRequest,
  status: RequestStatus,
  { deliveryStatus, note, invoiceKind }: Before,
  now: Date,
): BloodRequest => ({
  ...request,
  status,
  deliveryStatus,
  note,
  invoiceKind,
  updatedAt: now,
  version: request.version + 1,
})
