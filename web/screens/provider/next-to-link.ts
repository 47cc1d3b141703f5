import type { OrderSummary } from '#contract/orders.ts'

/** What was linked on this page, by order: the version that it had then. */
export type LinkedHere = ReadonlyMap<string, number>

/**
 * Those that wait besides the one that is open. The summary may be a second old: one that was linked here waits again
 * only if it is newer there than its link.
 */
export function waitingBeside({ count, first }: OrderSummary['toLink'], open: string, linked: LinkedHere) {
  const isGone = ({ id, version }: (typeof first)[number]) => id === open || version <= (linked.get(id) ?? -1)
  const waiting = first.filter((order) => !isGone(order))
  return { waiting, count: count - (first.length - waiting.length) }
}
