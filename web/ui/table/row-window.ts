import type { Slot } from './held-rows.ts'

/** A row that is drawn, or the room of some that are not. */
export type Piece<T> = { kind: 'row'; at: number; slot: Slot<T> } | { kind: 'room'; key: string; px: number }

/** So few are all drawn. */
export const few = 60

/** The rows between two heights of the list. */
export function keysBetween(
  keys: readonly string[],
  heights: readonly number[],
  { top, bottom }: { top: number; bottom: number },
): string[] {
  let y = 0
  return keys.filter((_, at) => {
    const from = y
    y += heights[at] ?? 0
    return from < bottom && y > top
  })
}

/**
 * The next few on the way to all that is near, what is seen first; the same if nothing is to be done. Those that are
 * far away leave when nothing scrolls, or with those that come when they are too many: a frame of its own for each
 * would cost as much as a frame in which rows come.
 */
export function drawnNext(
  drawn: ReadonlySet<string>,
  { seen, near, most, isStill }: DrawnOptions,
): ReadonlySet<string> {
  const wanted = new Set([...seen, ...near])
  const missing = [...wanted].filter((key) => !drawn.has(key))
  const left = [...drawn].filter((key) => !wanted.has(key))
  const leaving = isStill && missing.length === 0 ? mostLeft : left.length > mostLeft ? most : 0
  if (missing.length === 0 && (left.length === 0 || leaving === 0)) return drawn
  const next = new Set(drawn)
  for (const key of left.slice(0, leaving)) next.delete(key)
  for (const key of missing.slice(0, most)) next.add(key)
  return next
}

type DrawnOptions = {
  seen: readonly string[]
  near: readonly string[]
  most: number
  /** Nothing scrolls. */
  isStill: boolean
}

const mostLeft = 8

/** How many rows come with the next frame, after one that took so long. */
export function paceAfter(rows: number, tookMs: number): number {
  if (tookMs > 34) return Math.max(1, Math.floor(rows / 2))
  return tookMs < 20 ? Math.min(rows + 1, 8) : rows
}

/** The rows of these places, with the room of the others between them. */
export function piecesOf<T>(
  slots: readonly Slot<T>[],
  heights: readonly number[],
  isDrawn: (key: string, at: number) => boolean,
): Piece<T>[] {
  const pieces: Piece<T>[] = []
  for (const [at, slot] of slots.entries()) {
    const last = pieces.at(-1)
    if (isDrawn(slot.key, at)) pieces.push({ kind: 'row', at, slot })
    else if (last?.kind === 'room') last.px += heights[at] ?? 0
    else pieces.push({ kind: 'room', key: `room ${pieces.length}`, px: heights[at] ?? 0 })
  }
  return pieces
}

/**
 * The first and the last, where the keyboard comes in, and those that somebody works with, with their neighbours, to
 * which it goes on.
 */
export function keptOf(
  slots: readonly Slot<unknown>[],
  worked: readonly (string | undefined)[],
): ReadonlySet<number> {
  const places = worked.map((key) => slots.findIndex((slot) => slot.key === key)).filter((at) => at !== -1)
  return new Set([0, slots.length - 1, ...places.flatMap((at) => [at - 1, at, at + 1])])
}
