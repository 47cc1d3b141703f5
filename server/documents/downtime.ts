import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { showDateTime } from '#domain/basics/time.ts'
import type { PaperForm } from '#domain/downtime/pack-words.ts'
import { fontFamily } from './fonts.ts'
import { inCells, tableLine, tableStyles, widthsOf } from './register.ts'
import { searchable } from './searchable.ts'

/** What somebody has in hand on the day nothing works: its cells were written before. */
export type DowntimeData = {
  name: string
  madeAt: Date
  until: Date
  titles: readonly string[]
  rows: readonly (readonly string[])[]
  /** Of all that are open, printed or not. */
  count: number
  phones: readonly { what: string; name: string; phones: string }[]
  /** One number for each sheet of forms. */
  papers: readonly string[]
  forms: readonly PaperForm[]
}

/** Open orders and phone numbers across, then the numbered blank forms upright, two halves on a page. */
export const downtimePdf = async (data: DowntimeData): Promise<Buffer> =>
  searchable(await renderToBuffer(pack(data)))

function pack(data: DowntimeData): ReactElement<React.ComponentProps<typeof Document>> {
  const { name, madeAt, papers, forms } = data
  const title = `Downtime pack, ${name}`
  const halves = papers.flatMap((paper) => forms.map((form) => ({ paper, form })))
  const sheets = halves.flatMap((_, at) => (at % 2 === 0 ? [halves.slice(at, at + 2)] : []))
  return h(
    Document,
    { title, author: 'Crossmatch', creationDate: madeAt, modificationDate: madeAt },
    ...listed(data).map((lines) =>
      h(
        Page,
        { size: 'A4', orientation: 'landscape', style: tableStyles.page },
        ...[head(title, data), ...lines, foot(data)],
      ),
    ),
    ...sheets.map((sheet) =>
      h(
        Page,
        { size: 'A4', style: styles.sheet, key: sheet[0]?.paper },
        ...sheet.map(({ paper, form }) => half(paper, form, data)),
      ),
    ),
  )
}

const head = (title: string, { madeAt, until }: DowntimeData) =>
  h(
    View,
    { style: tableStyles.head, fixed: true },
    h(Text, { style: tableStyles.title }, inCells(title)),
    h(
      Text,
      { style: tableStyles.dim },
      `Made ${showDateTime(madeAt)}, valid until the next of ${showDateTime(until)}`,
    ),
  )

const foot = ({ papers }: DowntimeData) =>
  h(
    Text,
    { style: tableStyles.foot, fixed: true },
    `Papers ${papers[0]} to ${papers.at(-1)}. Times are India Standard Time. Enter afterwards what stands on paper: Downtime, Enter from paper.`,
  )

const linesOnPage = 22

/** Each page is laid out by itself: of one long one every further line costs more than the one before. */
function listed(data: DowntimeData): ReactElement[][] {
  const { titles, rows, count } = data
  const printed = rows.map((row) => row.map(inCells))
  const widths = widthsOf(titles, printed)
  const left = count - rows.length
  const said = count === 0 ? 'No open orders.' : `${count} open ${count === 1 ? 'order' : 'orders'}`
  const titled = (some: ReactElement[]) => [tableLine(titles, widths, tableStyles.titles), ...some]
  const lines = printed.map((row) => tableLine(row, widths, tableStyles.line))
  const [first = [], ...others] = inPages(lines).map(titled)
  const orders = [
    [part(count > 1 ? `${said}, the soonest due first` : said), ...(lines.length > 0 ? first : [])],
    ...others,
  ]
  const cut = left > 0 ? [part(`${left} more are open and due later: they are not printed.`)] : []
  const ends = [...cut, part('Phone numbers')]
  const phones = data.phones.map(({ what, name, phones }) =>
    tableLine([what, inCells(name), phones || '____________________________'], [1, 3, 3], tableStyles.line),
  )
  // few of both stand on one page
  const last = orders.at(-1) ?? []
  return last.length + phones.length <= linesOnPage
    ? [...orders.slice(0, -1), [...last, ...ends, ...phones]]
    : [...orders, ...inPages([...ends, ...phones])]
}

const inPages = <Line>(lines: readonly Line[]): Line[][] =>
  lines.flatMap((_, at) => (at % linesOnPage === 0 ? [lines.slice(at, at + linesOnPage)] : []))

const part = (text: string) => h(Text, { style: styles.part }, text)

const half = (paper: string, { title, fields, foot }: PaperForm, { name, madeAt }: DowntimeData) =>
  h(
    View,
    { style: styles.half, wrap: false },
    h(
      View,
      { style: styles.top },
      h(Text, { style: styles.title }, title),
      h(Text, { style: styles.number }, paper),
    ),
    h(
      View,
      { style: styles.fields },
      ...fields.map((field, at) => h(Text, { style: styles.field, key: at }, field)),
    ),
    h(Text, { style: styles.foot }, inCells(`${name}, printed ${showDateTime(madeAt)}. ${foot}`)),
  )

const grey = '#57534e'
const styles = StyleSheet.create({
  part: { fontSize: 9, fontWeight: 600, marginTop: 12, marginBottom: 4 },
  sheet: { paddingHorizontal: 28, fontFamily, fontSize: 9, color: '#1c1917' },
  half: { height: 420.9, paddingTop: 26, paddingBottom: 18, borderBottomWidth: 0.5, borderColor: '#a8a29e' },
  top: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 8 },
  title: { fontSize: 14, fontWeight: 600 },
  number: { fontSize: 14, fontWeight: 600 },
  fields: { flexDirection: 'row', flexWrap: 'wrap', justifyContent: 'space-between' },
  field: {
    ...{ width: '48.5%', height: 33, paddingTop: 3, fontSize: 7.5, color: grey },
    ...{ borderBottomWidth: 0.75, borderColor: '#1c1917' },
  },
  foot: { marginTop: 'auto', fontSize: 7.5, color: grey },
})
