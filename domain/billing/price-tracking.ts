/** §9: what a page of Price Tracking has unless told; and the most it can have, however many there are. */
export const pageSizes = { usual: 10, most: 500 }

/** §2.4: at least 1 and at most the number of rows; one where there is none (ruling AMB-168). */
export function clampPageSize(typed: number | null, rows: number): number {
  if (typed === null || Number.isNaN(typed)) return Math.max(1, Math.min(pageSizes.usual, rows))
  return Math.max(1, Math.min(Math.trunc(typed), rows, pageSizes.most))
}

/** Where a page of rows stands among all that match: `11–20 of 393`. */
export function positionText(from: number, rows: number, total: number): string {
  if (total === 0) return 'No orders'
  const ends = rows > 1 ? `${count(from)}–${count(from + rows - 1)}` : count(from)
  return `${ends} of ${count(total)}`
}

const numbers = new Intl.NumberFormat('en-IN')
const count = (number: number): string => numbers.format(number)
