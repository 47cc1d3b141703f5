/** How high each row of a list was when it was drawn last, at one width. */
export type RowHeights = { width: number; byKey: Map<string, number> }

/** Kept while the page is open: who comes back to a list comes back to the same place in it. */
const known = new Map<string, RowHeights>()

export function rowHeightsOf(label: string): RowHeights {
  const heights = known.get(label) ?? { width: 0, byKey: new Map() }
  known.set(label, heights)
  return heights
}

/** All that are drawn, or those alone that were never drawn before. */
export function measureRows(body: HTMLElement | null, heights: RowHeights, which: 'all' | 'new'): void {
  if (!body) return
  const { offsetWidth: width } = body
  if (width !== heights.width) heights.byKey.clear()
  heights.width = width
  for (const row of body.querySelectorAll<HTMLElement>('[data-row]')) {
    const { row: key = '' } = row.dataset
    if (which === 'all' || !heights.byKey.has(key)) heights.byKey.set(key, row.getBoundingClientRect().height)
  }
}

const usual = 64

/** Those that were never drawn are taken to be as high as the others are. */
export function heightsOf(slots: readonly { key: string }[], { byKey }: RowHeights): number[] {
  let sum = 0
  for (const height of byKey.values()) sum += height
  const mean = byKey.size === 0 ? usual : sum / byKey.size
  return slots.map(({ key }) => byKey.get(key) ?? mean)
}
