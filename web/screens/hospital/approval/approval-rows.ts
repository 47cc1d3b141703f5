import type { OwnRequest } from '#contract/requests.ts'
import type { PendingSort } from '#domain/requests/listing.ts'
import { matchesPart, type Search } from '#domain/requests/searching.ts'

export type Decision = 'approve' | 'reject'

/** A row of the list: waiting, or decided here a moment ago and still in its place. */
export type ApprovalRow = {
  readonly request: OwnRequest
  readonly decision: Decision | null
}

/** Which of what is pending is in view: what was searched for, or the page that begins after this place. */
export type View = {
  readonly search: Search
  readonly after: string | undefined
  readonly sort: PendingSort
}

export type Decided = ApprovalRow & {
  readonly after: View['after']
  /** Until when it can be undone. */
  readonly until: Date
}

/** Where a decided row stands: where it was decided and where its id is looked for; beside every other page. */
function placeIn({ search, after }: View, decided: Decided): 'here' | 'elsewhere' | null {
  const { id } = decided.request
  if (search.kind === 'exact') return id === search.id ? 'here' : null
  if (search.kind === 'part' && !matchesPart(id, search.text)) return null
  return decided.after === after ? 'here' : 'elsewhere'
}

const order: Record<PendingSort, (a: OwnRequest, b: OwnRequest) => number> = {
  newest: (a, b) => b.raisedAt.getTime() - a.raisedAt.getTime() || (a.id < b.id ? 1 : -1),
  pickup: (a, b) => a.pickupAt.getTime() - b.pickupAt.getTime() || (a.id < b.id ? -1 : 1),
}

type ApprovalRows = {
  /** What is pending, and between it what was decided, each where it stood. */
  readonly here: readonly ApprovalRow[]
  /** What was decided on another page; it can be undone from this one too. */
  readonly elsewhere: readonly ApprovalRow[]
}

export function approvalRows(
  pending: readonly OwnRequest[],
  decided: readonly Decided[],
  view: View,
): ApprovalRows {
  const versions = new Map(pending.map(({ id, version }) => [id, version]))
  // pending again, by an undo elsewhere: that is newer than what was decided here
  const stays = decided.filter(({ request }) => (versions.get(request.id) ?? 0) <= request.version)
  const stay = new Set(stays.map(({ request }) => request.id))
  // a list that was read before the decision still has it
  const waiting = pending.filter(({ id }) => !stay.has(id)).map((request) => ({ request, decision: null }))
  const at = (place: 'here' | 'elsewhere') =>
    stays.filter((row) => (versions.has(row.request.id) ? 'here' : placeIn(view, row)) === place)
  const sorted = (rows: readonly ApprovalRow[]) =>
    rows.toSorted((a, b) => order[view.sort](a.request, b.request))
  return { here: sorted([...waiting, ...at('here')]), elsewhere: sorted(at('elsewhere')) }
}
