import { dayOf, instantOf } from '#domain/basics/time.ts'
import type { Place } from '../db/page-range.ts'
import { placeAfter, readPlace } from '../platform/http/paging.ts'

export type PageAsk = { place: Place | null; direction: 'older' | 'newer'; size: number }

type Months = readonly { month: string; requests: number }[]

/**
 * Between which instants a page lies, as far as the months tell: not in months without a match, and not beyond those
 * that fill it. Of the month it begins in, nobody knows how much is left.
 */
export function windowOf(
  months: Months,
  { place, direction, size }: PageAsk,
): { from: Date | null; to: Date | null } {
  const sign = direction === 'older' ? -1 : 1
  const begun = place === null ? null : monthOf(place.at)
  const ahead = months
    .filter(({ month }) => begun === null || sign * compare(month, begun) >= 0)
    .toSorted((a, b) => sign * compare(a.month, b.month))
  let sum = 0
  const last = ahead.find(({ month, requests }) => {
    if (month !== begun) sum += requests
    return sum > size
  })
  const [near, far] = [ahead[0]?.month, last?.month]
  return direction === 'older'
    ? { from: far === undefined ? null : startOf(far), to: near === undefined ? null : startOf(after(near)) }
    : { from: near === undefined ? null : startOf(near), to: far === undefined ? null : startOf(after(far)) }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const monthOf = (at: Date): string => `${dayOf(at).slice(0, 7)}-01`
const startOf = (month: string): Date => instantOf(month, '00:00')
function after(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

/**
 * A place and how many rows lie below it. New orders come on top, so this stays true where a count from the top would
 * not: the page is still numbered rightly when it is asked for again.
 */
export type Mark = { place: Place | null; below: number }

export function readMark(cursor: string | undefined): Mark | null {
  if (cursor === undefined) return null
  const [place, below] = cursor.split('.')
  // a cursor without its number is taken for one at the end: the page is right, its numbers are mended there
  return {
    place: readPlace(place),
    below: Number.isSafeInteger(Number(below)) ? Math.max(0, Number(below)) : 0,
  }
}

type Row = { id: string; raisedAt: Date }
type Page<R extends Row> = {
  items: R[]
  total: number
  from: number
  next: string | null
  previous: string | null
}

/** The page with its numbers and the cursors of its neighbours. `rows` are as found: outward from the mark. */
export function numbered<R extends Row>(
  { rows, total, hasMore }: { rows: readonly R[]; total: number; hasMore: boolean },
  { direction, mark }: { direction: PageAsk['direction']; mark: Mark | null },
): Page<R> {
  const items = direction === 'older' ? [...rows] : rows.toReversed()
  if (items.length === 0) return { items, total, from: 0, next: null, previous: null }
  const from = Math.max(1, firstNumber(items.length))
  const below = total - (from + items.length - 1)
  const hasNext = direction === 'older' ? hasMore : true
  const hasPrevious = direction === 'older' ? mark !== null : hasMore
  return {
    items,
    total,
    from,
    next: hasNext ? cursorOf(items.at(-1), below) : null,
    previous: hasPrevious ? cursorOf(items[0], below + items.length) : null,
  }

  function firstNumber(length: number): number {
    if (mark === null) return 1
    if (direction === 'older') return (hasMore ? total - mark.below : total - length) + 1
    return hasMore ? total - mark.below - length + 1 : 1
  }
}

const cursorOf = (row: Row | undefined, below: number): string | null =>
  row ? `${placeAfter(row, ({ raisedAt }) => raisedAt)}.${Math.max(0, below)}` : null
