import { z } from 'zod'
import { later } from './time.ts'

export const SheetForm = z.enum(['csv', 'xlsx'])
export type SheetForm = z.infer<typeof SheetForm>

/** What stands in one cell of a table that leaves the house. An instant is told by the clock of India, with its offset. */
export type SheetCell = string | number | Date | null
export type SheetRow = readonly SheetCell[]
/** Rows as they are read, some at a time: so many are in memory, whatever the table has. */
export type Sheet = {
  readonly name: string
  readonly titles: readonly string[]
  readonly rows: AsyncIterable<readonly SheetRow[]>
}

/** One column of a table: its title as the screen has it, and what of a row stands in it. */
export type Column<Row> = { readonly title: string; readonly of: (row: Row) => SheetCell }

export const column = <Row>(title: string, of: (row: Row) => SheetCell): Column<Row> => ({ title, of })

/** So many rows one file has; what is longer says so in its last line (ruling AMB-335). */
export const mostRows = 100_000

export const cutLine = (most: number): string =>
  `CUT: only the first ${most.toLocaleString('en-IN')} rows are here. Please narrow the filter for the rest.`

/** What a person chose, by its name alone: what somebody typed may be a patient's, and stays out of the trail. */
const typed: Readonly<Record<string, string>> = { part: 'part of an ID', phone: 'a phone number' }
const plainWord = /^[\w.@+-]{1,100}$/

/** The filter of a table as the trail tells it (ruling AMB-338). */
export const filterInWords = (filter: Readonly<Record<string, unknown>>): string =>
  Object.entries(filter)
    .flatMap(([key, value]) => {
      const values = [value].flat().filter((one) => one !== undefined)
      if (values.length === 0) return []
      if (typed[key]) return [typed[key]]
      return [`${key} ${values.map((one) => (plainWord.test(String(one)) ? one : '(typed)')).join(' ')}`]
    })
    .join(', ') || 'everything'

const offsetMs = 330 * 60_000

export const cellText = (cell: Exclude<SheetCell, number>): string =>
  cell instanceof Date ? `${later(cell, offsetMs).toISOString().slice(0, 19)}+05:30` : (cell ?? '')
