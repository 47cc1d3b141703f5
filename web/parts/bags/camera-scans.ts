import { isRefused, readBag } from '#domain/bags/reading.ts'

type Point = { readonly x: number; readonly y: number }
/** A code in a picture of the camera: what it says, and where it lies. */
export type SeenCode = { readonly text: string; readonly corners: readonly Point[] }

/** In parts of the picture's height: what lies farther from its middle is not aimed at. */
const reach = 0.15
/** Two that lie as near as that cannot be told apart. */
const tie = 0.03

/**
 * A camera sees all labels of a table at once, a hand scanner the one it is held to. So the code in the middle counts,
 * and none while it is not clear which that is: the group of the next bag must not become that of this one.
 */
export function aimedAt(codes: readonly SeenCode[], size: { width: number; height: number }): string | null {
  const middle = { x: size.width / 2, y: size.height / 2 }
  const [first, second] = codes
    .map(({ text, corners }) => ({ text, far: distance(middle, corners) / size.height }))
    .sort((one, other) => one.far - other.far)
  if (!first || first.far > reach) return null
  return second && second.text !== first.text && second.far - first.far < tie ? null : first.text
}

/** From a point to the box around the corners; 0 inside of it. */
function distance({ x, y }: Point, corners: readonly Point[]): number {
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)]
  const beside = (at: number, all: number[]) => Math.max(Math.min(...all) - at, at - Math.max(...all), 0)
  return Math.hypot(beside(x, xs), beside(y, ys))
}

/** What the camera saw last, and what it has told of the bag in front of it. */
export type Watched = {
  readonly seen: string | null
  readonly told: readonly string[]
  readonly number: string
}
export const nothingWatched: Watched = { seen: null, told: [], number: '' }

/**
 * A code is told when two pictures agree on it, and once for each bag, however long it lies there. Another code of the
 * same bag is told where its labels are wanted.
 */
export function watch(
  before: Watched,
  text: string | null,
  wantsLabels: boolean,
): { watched: Watched; scan: string | null } {
  const unchanged = { watched: { ...before, seen: text }, scan: null }
  if (text === null || text !== before.seen || before.told.includes(text)) return unchanged
  const read = readBag(text)
  if (!isRefused(read) && read.number !== before.number)
    return { watched: { seen: text, told: [text], number: read.number }, scan: text }
  const tellsMore = isRefused(read) || (wantsLabels && read.labels.length > 1)
  return tellsMore ? { watched: { ...before, told: [...before.told, text] }, scan: text } : unchanged
}
