import { later } from './time.ts'

/** What stands in one cell of a table that leaves the house. An instant is told by the clock of India, with its offset. */
export type SheetCell = string | number | Date | null

const offsetMs = 330 * 60_000

export const cellText = (cell: Exclude<SheetCell, number>): string =>
  cell instanceof Date ? `${later(cell, offsetMs).toISOString().slice(0, 19)}+05:30` : (cell ?? '')
