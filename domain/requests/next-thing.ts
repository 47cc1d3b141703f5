import type { BloodRequest } from './request.ts'

/** What waits for the provider, each list by urgency. */
export type ProviderWork<Order, Message> = {
  /** Stopped by their drivers, to be decided. */
  readonly stopped: readonly Order[]
  /** Approved by the hospital and without a bank; those that nobody took in time come last. */
  readonly toLink: readonly Order[]
  readonly late: readonly Order[]
  readonly toComplete: readonly Order[]
  readonly failed: readonly Message[]
}

export type ProviderThing<Order, Message> =
  | { readonly act: 'decide' | 'link' | 'see' | 'complete'; readonly order: Order }
  | { readonly act: 'resend'; readonly message: Message }

/**
 * Ruling AMB-265: a driver who holds bags and waits for a word goes first. Then linking, because nothing moves before it and it is done at once. A late order is already in
 * somebody's hands, so it must not hide for hours what can still be in time.
 */
export function nextForProvider<Order extends Pick<BloodRequest, 'expired'>, Message>(
  work: ProviderWork<Order, Message>,
): ProviderThing<Order, Message> | null {
  const [stopped] = work.stopped
  if (stopped) return { act: 'decide', order: stopped }
  const [first] = work.toLink
  if (first && !first.expired) return { act: 'link', order: first }
  const [late] = work.late
  if (late) return { act: 'see', order: late }
  const [delivered] = work.toComplete
  if (delivered) return { act: 'complete', order: delivered }
  const [message] = work.failed
  if (message) return { act: 'resend', message }
  return first ? { act: 'link', order: first } : null
}

export type HospitalThing<Request> =
  | { readonly act: 'approve' | 'follow'; readonly request: Request }
  | { readonly act: 'raise' }

/** What waits for a yes or no first, for whoever gives it; then a new request, where they may raise one. */
export function nextForHospital<Request>(
  { pending, onTheRoad }: { pending: readonly Request[]; onTheRoad: readonly Request[] },
  may: { approve: boolean; raise: boolean },
): HospitalThing<Request> | null {
  const [waiting] = pending
  if (may.approve && waiting) return { act: 'approve', request: waiting }
  if (may.raise) return { act: 'raise' }
  const [riding] = onTheRoad
  return riding ? { act: 'follow', request: riding } : null
}

export type BankThing<Request, Component> =
  | { readonly act: 'issue'; readonly request: Request }
  | { readonly act: 'consent'; readonly count: number }
  | { readonly act: 'count'; readonly component: Component }

/** An order first, then donors who sit there, then the shelves that nobody counted lately. */
export function nextForBank<Request, Component>(work: {
  toIssue: readonly Request[]
  forms: number
  toCount: readonly Component[]
}): BankThing<Request, Component> | null {
  const [request] = work.toIssue
  if (request) return { act: 'issue', request }
  if (work.forms > 0) return { act: 'consent', count: work.forms }
  const [component] = work.toCount
  return component === undefined ? null : { act: 'count', component }
}
