import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { showDateTime } from '#domain/basics/time.ts'
import { fontFamily } from './fonts.ts'
import { searchable } from './searchable.ts'

/** A register as it is printed: its cells were written before. */
export type RegisterData = {
  title: string
  bank: string
  from: string
  to: string
  titles: readonly string[]
  rows: readonly (readonly string[])[]
  madeAt: Date
  madeBy: string
}

/** A4 across, its head on every page, and which of how many it is. */
export const registerPdf = async (data: RegisterData): Promise<Buffer> =>
  searchable(await renderToBuffer(register(data)))

function register(data: RegisterData): ReactElement<React.ComponentProps<typeof Document>> {
  const { title, titles, rows, madeAt } = data
  const widths = widthsOf(titles, rows)
  return h(
    Document,
    { title, author: 'Crossmatch', creationDate: madeAt, modificationDate: madeAt },
    ...inPages(rows, titles, widths).map((some, at) =>
      h(
        Page,
        { size: 'A4', orientation: 'landscape', style: tableStyles.page, key: at },
        head(data),
        tableLine(titles, widths, tableStyles.titles, true),
        ...some.map((row) => tableLine(row, widths, tableStyles.line)),
        rows.length === 0 ? h(Text, { style: tableStyles.none }, 'Nothing in these days.') : null,
        ...foot(data),
      ),
    ),
  )
}

const head = ({ title, bank, from, to }: RegisterData) =>
  h(
    View,
    { style: tableStyles.head, fixed: true },
    h(Text, { style: tableStyles.title }, `${title}, ${bank}`),
    h(Text, { style: tableStyles.dim }, from === to ? from : `${from} to ${to}`),
  )

const foot = ({ rows, madeAt, madeBy }: RegisterData) => [
  h(
    Text,
    { style: tableStyles.foot, fixed: true },
    `${rows.length} lines. Made ${showDateTime(madeAt)} by ${madeBy}. Times are India Standard Time.`,
  ),
  // counted when all is laid out: a page whose words took more room than was reckoned goes on in another
  h(Text, {
    style: tableStyles.count,
    fixed: true,
    render: ({ pageNumber, totalPages }) => `Page ${pageNumber} of ${totalPages}`,
  }),
]

/** In points: what is left of the height beside head and foot, of the width, and what a line and a letter take. */
const room = { height: 490, width: 786, line: 8.1, gap: 6.5, letter: 3.5 }

/** Each page is laid out by itself: of one long one every further line costs more than the one before. */
function inPages(
  rows: RegisterData['rows'],
  titles: readonly string[],
  widths: readonly number[],
): RegisterData['rows'][] {
  const letters = room.width / room.letter / widths.reduce((sum, width) => sum + width, 0)
  const heightOf = (cells: readonly string[]) =>
    room.gap +
    room.line * Math.max(...cells.map((cell, at) => linesOf(inShort(cell), letters * (widths[at] ?? 1) - 1)))
  const most = room.height - heightOf(titles)
  const pages: string[][][] = [[]]
  let left = most
  for (const row of rows) {
    const height = heightOf(row)
    if (height > left) {
      pages.push([])
      left = most
    }
    left -= height
    pages.at(-1)?.push([...row])
  }
  return pages
}

function linesOf(text: string, letters: number): number {
  let [lines, filled] = [1, 0]
  for (const { length } of text.split(' ')) {
    const isNew = filled > 0 && filled + 1 + length > letters
    if (isNew) lines++
    filled = isNew || filled === 0 ? length : filled + 1 + length
  }
  return lines
}

type Style = Parameters<typeof StyleSheet.create>[0][string]

export const tableLine = (cells: readonly string[], widths: readonly number[], style: Style, fixed = false) =>
  h(
    View,
    { style, wrap: false, fixed },
    ...cells.map((cell, at) =>
      h(Text, { style: [tableStyles.cell, { flex: widths[at] ?? 1 }] }, inShort(cell)),
    ),
  )

export const widthsOf = (titles: readonly string[], rows: readonly (readonly string[])[]): number[] =>
  titles.map((one, at) => Math.max(...[one, ...rows.map((row) => row[at] ?? '')].map(longestWord)))

/** Words are never cut, so one that no cell could hold is written in pieces. */
export const inCells = (text: string): string => text.replaceAll(/\S{30}(?=\S)/gu, '$& ')

/** An instant to the minute, which goes on in the next line. */
const inShort = (cell: string): string => cell.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):.*$/, '$1 $2')

/** Words are never cut, so each column is as wide as its longest needs it to be. */
const longestWord = (cell: string): number =>
  Math.max(
    4,
    ...inShort(cell)
      .split(' ')
      .map(({ length }) => length + 1),
  )

const grey = '#57534e'
export const tableStyles = StyleSheet.create({
  page: { padding: 28, paddingBottom: 44, fontFamily, fontSize: 6, color: '#1c1917' },
  head: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 10 },
  title: { fontSize: 12, fontWeight: 600, lineHeight: 1.3 },
  dim: { fontSize: 9, color: grey },
  titles: { flexDirection: 'row', paddingBottom: 3, borderBottomWidth: 0.75, fontWeight: 600 },
  line: { flexDirection: 'row', paddingVertical: 3, borderBottomWidth: 0.5, borderColor: '#e7e5e4' },
  // not of the page: a text that is written when pages are counted would be lost
  cell: { flexBasis: 0, paddingRight: 4, fontSize: 6, lineHeight: 1.35 },
  none: { marginTop: 12, color: grey },
  foot: { position: 'absolute', bottom: 22, left: 28, color: grey, fontSize: 7.5 },
  count: { position: 'absolute', bottom: 22, right: 28, color: grey, fontSize: 7.5 },
})
