import { later } from './time.ts'

/** What stands in one cell of a table that leaves the house. An instant is told by the clock of India, with its offset. */
export type SheetCell = string | number | Date | null
export type SheetRow = readonly SheetCell[]
/** Rows as they are read, some at a time: so many are in memory, whatever the table has. */
export type Sheet = {
  readonly name: string
  readonly titles: readonly string[]
  readonly rows: AsyncIterable<readonly SheetRow[]>
}

const offsetMs = 330 * 60_000

export const cellText = (cell: Exclude<SheetCell, number>): string =>
  cell instanceof Date ? `${later(cell, offsetMs).toISOString().slice(0, 19)}+05:30` : (cell ?? '')
