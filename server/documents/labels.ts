import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import type { Bag } from '#domain/bags/bag.ts'
import { numberParts } from '#domain/bags/isbt.ts'
import { shelfComponentName, shelfGroupName } from '#domain/bags/kinds.ts'
import { labelCode, numberCode } from '#domain/bags/label-codes.ts'
import { instantOf, showDate, showDateTime } from '#domain/basics/time.ts'
import { bars, squareCode } from './codes.ts'
import { fontFamily } from './fonts.ts'

export type LabelData = Pick<
  Bag,
  | 'number'
  | 'numberKind'
  | 'component'
  | 'division'
  | 'bloodGroup'
  | 'volumeMl'
  | 'collectedOn'
  | 'expiresAt'
  | 'place'
> & { bankName: string }

const mm = 72 / 25.4
/** Sheets of 14 labels, 99.1 by 38.1 mm, as every stationer has them. */
const onSheet = 14

export const labelsPdf = (labels: readonly LabelData[]): Promise<Buffer> => renderToBuffer(sheets(labels))

function sheets(labels: readonly LabelData[]): ReactElement<React.ComponentProps<typeof Document>> {
  const count = Math.ceil(labels.length / onSheet)
  const pages = Array.from({ length: count }, (_, page) =>
    h(
      Page,
      { key: page, size: 'A4', style: styles.page },
      ...labels.slice(page * onSheet, (page + 1) * onSheet).map(label),
    ),
  )
  return h(Document, { title: 'Bag labels', author: 'Crossmatch' }, ...pages)
}

const text = (words: string, style: Style) => h(Text, { style }, words)

function label(bag: LabelData, key: number) {
  const component = shelfComponentName(bag.component)
  return h(
    View,
    { key, style: styles.label, wrap: false },
    h(
      View,
      { style: styles.left },
      bars(numberCode(bag), { width: 57 * mm, height: 9 * mm }),
      text(printedNumber(bag), styles.number),
      text(
        [component, bag.division, bag.volumeMl ? `${bag.volumeMl} ml` : ''].filter(Boolean).join(', '),
        styles.line,
      ),
      text(`Collected ${showDate(instantOf(bag.collectedOn, '12:00'))}`, styles.line),
      text(`Expires ${showDateTime(bag.expiresAt)}`, styles.strong),
      text([bag.bankName, bag.place].filter(Boolean).join(' · '), styles.small),
    ),
    h(
      View,
      { style: styles.right },
      text(shelfGroupName(bag.bloodGroup), styles.group),
      squareCode('datamatrix', labelCode(bag), 17 * mm),
    ),
  )
}

/** `A9999 26 014381 [4]`, with the character for whoever types it. */
export function printedNumber({ number, numberKind }: Pick<Bag, 'number' | 'numberKind'>): string {
  if (numberKind === 'own') return number
  const { facility, year, serial, check } = numberParts(number)
  return `${facility} ${year} ${serial} [${check}]`
}

type Style = Parameters<typeof StyleSheet.create>[0][string]

const styles = StyleSheet.create({
  page: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignContent: 'flex-start',
    columnGap: 2.5 * mm,
    paddingTop: 15.1 * mm,
    paddingHorizontal: 4.6 * mm,
    color: '#000000',
    fontFamily,
    fontSize: 8,
    lineHeight: 1.3,
  },
  label: { flexDirection: 'row', width: 99.1 * mm, height: 38.1 * mm, padding: 3 * mm, overflow: 'hidden' },
  left: { width: 66 * mm, paddingLeft: 3 * mm },
  right: { width: 27 * mm, alignItems: 'center', gap: 4 },
  number: { marginTop: 3, marginBottom: 2, fontSize: 10, fontWeight: 600, lineHeight: 1.4 },
  line: {},
  strong: { fontWeight: 600 },
  small: { fontSize: 6.5 },
  group: { fontSize: 13, fontWeight: 600, lineHeight: 1.2, textAlign: 'center' },
})
