/** A place in a list: its row, or nothing where a row has left while the list was held. */
export type Slot<T> = { key: string; row: T | null }

export type HeldRows<T> = {
  slots: readonly Slot<T>[]
  /** Rows that wait above or between those shown. */
  added: number
  /** Whether the rows shown stand in another order by now. */
  reordered: boolean
}

export const slotsOf = <T>(rows: readonly T[], keyOf: (row: T) => string): Slot<T>[] =>
  rows.map((row) => ({ key: keyOf(row), row }))

/**
 * What may be shown of the fresh rows without moving a row that someone is about to press:
 * changes in place, empty places for rows that left, and rows added below the last one.
 */
export function hold<T>(
  shown: readonly Slot<T>[],
  fresh: readonly T[],
  keyOf: (row: T) => string,
): HeldRows<T> {
  const freshSlots = slotsOf(fresh, keyOf)
  const freshByKey = new Map(freshSlots.map((slot) => [slot.key, slot]))
  const kept = shown.map(({ key }) => freshByKey.get(key) ?? { key, row: null })
  while (kept.length > 0 && kept.at(-1)?.row === null) kept.pop()
  // nothing is left to press by mistake
  if (kept.length === 0) return { slots: freshSlots, added: 0, reordered: false }

  const keptKeys = new Set(kept.map(({ key }) => key))
  const lastKept = freshSlots.findLastIndex(({ key }) => keptKeys.has(key))
  const below = freshSlots.slice(lastKept + 1)
  const above = freshSlots.slice(0, lastKept + 1)
  return {
    slots: [...kept, ...below],
    added: above.filter(({ key }) => !keptKeys.has(key)).length,
    reordered: !isSameOrder(
      kept.filter(({ row }) => row !== null),
      above.filter(({ key }) => keptKeys.has(key)),
    ),
  }
}

/** "2 new", or that the order has changed; nothing when no update is held back. */
export function waitingWords({
  added,
  reordered,
}: Pick<HeldRows<unknown>, 'added' | 'reordered'>): string | null {
  if (added > 0) return `${added} new`
  return reordered ? 'New order' : null
}

const isSameOrder = (one: readonly Slot<unknown>[], other: readonly Slot<unknown>[]): boolean =>
  one.length === other.length && one.every(({ key }, at) => key === other[at]?.key)
