import type { OwnRequest } from '#contract/requests.ts'
import type { PendingSort } from '#domain/requests/listing.ts'

export type Decision = 'approve' | 'reject'

/** A row of the list: waiting, or decided here a moment ago and still in its place. */
export type ApprovalRow = {
  readonly request: OwnRequest
  readonly decision: Decision | null
}

const order: Record<PendingSort, (a: OwnRequest, b: OwnRequest) => number> = {
  newest: (a, b) => b.raisedAt.getTime() - a.raisedAt.getTime() || (a.id < b.id ? 1 : -1),
  pickup: (a, b) => a.pickupAt.getTime() - b.pickupAt.getTime() || (a.id < b.id ? -1 : 1),
}

/** What is pending, and between it what was decided, each where it stood. */
export function approvalRows(
  pending: readonly OwnRequest[],
  decided: readonly ApprovalRow[],
  sort: PendingSort,
): ApprovalRow[] {
  const stays = new Set(decided.map(({ request }) => request.id))
  // a list that was read before the decision still has it
  const waiting = pending.filter(({ id }) => !stays.has(id)).map((request) => ({ request, decision: null }))
  return [...waiting, ...decided].toSorted((a, b) => order[sort](a.request, b.request))
}
