import { z } from 'zod'
import type { AuditReader } from '../events/audit.ts'
import type { EventKind } from '../events/events.ts'

type Kind = {
  /** As it stands beside its tick. */
  readonly name: string
  readonly for: readonly AuditReader[]
}

const all: readonly AuditReader[] = ['hospital', 'bank', 'provider']
/** Nothing of these happens while an order is a bank's. */
const beforeBanks: readonly AuditReader[] = ['hospital', 'provider']

/** What a hook may be told of an order, in the order of its life. */
export const hookKinds = {
  'order.raised': { name: 'Raised', for: beforeBanks },
  'order.amended': { name: 'Amended', for: all },
  'order.approved': { name: 'Approved', for: all },
  'order.rejected': { name: 'Rejected', for: beforeBanks },
  'order.cancelled': { name: 'Cancelled', for: all },
  'order.linked': { name: 'Linked to a blood bank and a driver', for: all },
  'order.withdrawn': { name: 'Taken from its blood bank', for: ['bank', 'provider'] },
  'order.refused': { name: 'Refused by its blood bank', for: beforeBanks },
  'order.late': { name: 'Late, or nobody took it in time', for: all },
  'order.status': { name: 'Status changed or taken back', for: all },
  'order.completed': { name: 'Completed', for: all },
  'bench.answered': { name: 'Blood bank answered, sample received', for: all },
  'bench.asked': { name: 'Blood bank needs a sample or an answer', for: all },
  'bench.result': { name: 'Result after an emergency', for: all },
  'slip.issued': { name: 'Bags packed, slip issued', for: all },
  'delivery.step': { name: 'Step of a delivery told or taken back', for: all },
  'delivery.delivered': { name: 'Delivery or part of it delivered', for: all },
  'delivery.stopped': { name: 'Delivery stopped, or decided about', for: all },
  'bags.received': { name: 'Bags received, or how they came', for: all },
  'bag.fate': { name: 'Bag transfused, sent back, discarded or missing', for: ['bank', 'provider'] },
  'bags.set-aside': { name: 'Bags set aside, others come', for: all },
  'bag.recalled': { name: 'Bag called back, ended, or does not fit any more', for: all },
} as const satisfies Record<string, Kind>

export type HookKind = keyof typeof hookKinds
const isHookKind = (text: string): text is HookKind => Object.hasOwn(hookKinds, text)
export const hookKindIds = Object.keys(hookKinds).filter(isHookKind)
export const HookKind = z.enum(hookKindIds as [HookKind, ...HookKind[]])

export const kindsOfReader = (reader: AuditReader): HookKind[] =>
  hookKindIds.filter((kind) => hookKinds[kind].for.some((one) => one === reader))

/** What is tried by hand: of no order, and of no hook's choice. */
export const pingKind = 'test.ping'

/** By the event. What is not here is told to no hook. */
const byEvent: Partial<Record<EventKind, HookKind>> = {
  'request-raised': 'order.raised',
  'request-amended': 'order.amended',
  'group-corrected': 'order.amended',
  'request-approved': 'order.approved',
  'reservation-approved': 'order.approved',
  'request-rejected': 'order.rejected',
  'rejection-explained': 'order.rejected',
  'request-cancelled': 'order.cancelled',
  'request-linked': 'order.linked',
  'order-withdrawn': 'order.withdrawn',
  'request-refused': 'order.refused',
  'request-late': 'order.late',
  'request-untaken': 'order.late',
  'request-expired': 'order.late',
  'request-moved': 'order.status',
  'decision-undone': 'order.status',
  'status-undone': 'order.status',
  'delivery-status-written': 'order.status',
  'request-completed': 'order.completed',
  'bank-answered': 'bench.answered',
  'sample-accepted': 'bench.answered',
  'substitution-decided': 'bench.answered',
  'sample-wanted': 'bench.asked',
  'substitution-proposed': 'bench.asked',
  'owed-result-came': 'bench.result',
  'bags-issued': 'slip.issued',
  'delivery-step-done': 'delivery.step',
  'delivery-step-undone': 'delivery.step',
  'delivery-stopped': 'delivery.stopped',
  'stop-decided': 'delivery.stopped',
  'bags-received': 'bags.received',
  'bag-transfused': 'bag.fate',
  'bag-returned': 'bag.fate',
  'bag-lost': 'bag.fate',
  'bag-discarded': 'bag.fate',
  'bag-recalled': 'bag.recalled',
  'bags-set-aside': 'bags.set-aside',
  'bags-misfit': 'bag.recalled',
  'bags-halted': 'bag.recalled',
}

export const eventsHooked = Object.keys(byEvent) as EventKind[]

type Happened = {
  readonly kind: string
  readonly subjectId: string
  readonly bankId?: string | null
  readonly from?: string | null
  readonly detail?: unknown
}

type Hooked = {
  readonly kind: HookKind
  /** For whoever does not listen to the first: nobody is told of one event twice. */
  readonly otherwise?: HookKind
  readonly orderId: string
}

/** As what it is told, and of which order. Null: no hook is told of it. */
export function hookedAs(event: Happened): Hooked | null {
  const { kind, subjectId, bankId = null, from = null, detail } = event
  const found = byEvent[kind as EventKind] ?? null
  // its driver alone is another one
  if (found === null || (found === 'order.withdrawn' && bankId === null)) return null
  // what a bank discards on its own shelf is its own affair, though it was held for an order (ruling AMB-351)
  if (found === 'bag.fate' && from === 'held') return null
  const orderId = found === 'bag.fate' ? Object(detail).requestId : subjectId
  if (!orderId) return null
  // it does not fit any more (ruling AMB-411)
  if (kind === 'owed-result-came' && Object(detail).result === 'incompatible')
    return { kind: 'bag.recalled', otherwise: found, orderId }
  const isArrival = kind === 'delivery-step-done' && Object(detail).step === 'delivered'
  return { kind: isArrival ? 'delivery.delivered' : found, orderId }
}
