import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement, type ReactNode } from 'react'
import { componentName, groupName } from '#domain/basics/blood.ts'
import { showDate, showDateTime } from '#domain/basics/time.ts'
import { inWords } from '#domain/billing/in-words.ts'
import type { InvoiceParty } from '#domain/billing/invoicing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { fontFamily } from './fonts.ts'
import { searchable } from './searchable.ts'

type Place = { name: string; address: string; phones: readonly string[] }

export type InvoiceLine = { what: string; count: number; eachPaise: number; paise: number }

/** Everything an invoice says. The amounts were calculated before; here they are only written. */
export type InvoiceData = {
  party: InvoiceParty
  invoiceId: string
  issuedAt: Date
  request: Pick<
    BloodRequest,
    'id' | 'patientId' | 'bloodGroup' | 'component' | 'units' | 'orderType' | 'deliveredAt'
  >
  hospital: Place
  bank: Place
  isDeclined: boolean
  lines: readonly InvoiceLine[]
  totalPaise: number
}

const rupees = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 })
const show = (paise: number): string => `₹ ${rupees.format(paise / 100)}`

/** One A4 page, black on white, as it is printed and filed. */
export const invoicePdf = async (data: InvoiceData): Promise<Buffer> =>
  searchable(await renderToBuffer(invoice(data)))

function invoice(data: InvoiceData): ReactElement<React.ComponentProps<typeof Document>> {
  const { party, invoiceId, issuedAt, request, hospital, bank } = data
  const isHospital = party === 'hospital'
  return h(
    Document,
    { title: invoiceId, author: 'Crossmatch', creationDate: issuedAt, modificationDate: issuedAt },
    h(
      Page,
      { size: 'A4', style: styles.page },
      row(
        styles.head,
        h(View, null, text('Crossmatch', styles.brand), text('Blood supply service', styles.dim)),
        h(
          View,
          { style: styles.right },
          text(isHospital ? 'Invoice' : 'Blood bank invoice', styles.title),
          text(invoiceId, styles.strong),
          text(showDate(issuedAt), styles.dim),
        ),
      ),
      row(
        styles.parties,
        place(isHospital ? 'Billed to' : 'Hospital', isHospital ? hospital : { ...hospital, phones: [] }),
        place('Blood bank', bank),
      ),
      row(
        styles.facts,
        fact('Request ID', request.id),
        // the bank's invoice does not say whose blood it was (ruling AMB-97)
        isHospital ? fact('Patient ID', request.patientId) : null,
        fact('Order type', request.orderType),
        fact('Blood group', groupName(request.bloodGroup)),
        fact('Component', componentName(request.component)),
        fact('Units', String(request.units)),
        request.deliveredAt && !data.isDeclined ? fact('Delivered', showDateTime(request.deliveredAt)) : null,
      ),
      row(
        [styles.line, styles.lineHead],
        cell('Description', styles.what),
        cell('Count', styles.count),
        cell('Each', styles.money),
        cell('Amount', styles.money),
      ),
      ...data.lines.map(({ what, count, eachPaise, paise }) =>
        row(
          styles.line,
          cell(what, styles.what),
          cell(String(count), styles.count),
          cell(show(eachPaise), styles.money),
          cell(show(paise), styles.money),
        ),
      ),
      row([styles.line, styles.total], cell('Total', styles.what), cell(show(data.totalPaise), styles.money)),
      text(inWords(data.totalPaise), styles.words),
      data.isDeclined
        ? text('The reservation was not taken: only the convenience fee is charged.', styles.note)
        : null,
      text(
        'Made by the service itself; valid without a signature. Times are India Standard Time.',
        styles.foot,
      ),
    ),
  )
}

type Style = Parameters<typeof StyleSheet.create>[0][string]

const text = (words: string, style: Style) => h(Text, { style }, words)
const cell = text
const row = (style: Style | Style[], ...children: ReactNode[]) => h(View, { style, wrap: false }, ...children)

const fact = (label: string, value: string) =>
  h(View, { style: styles.fact }, text(label, styles.dim), text(value, styles.strong))

const place = (label: string, { name, address, phones }: Place) =>
  h(
    View,
    { style: styles.place },
    text(label, styles.dim),
    text(name, styles.strong),
    address ? text(address, styles.address) : null,
    phones.length > 0 ? text(phones.join(', '), styles.address) : null,
  )

const grey = '#57534e'
const styles = StyleSheet.create({
  page: { padding: 48, fontFamily, fontSize: 10, lineHeight: 1.45, color: '#1c1917' },
  head: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 28 },
  brand: { fontSize: 15, fontWeight: 600, lineHeight: 1.3, marginBottom: 3 },
  title: { fontSize: 15, fontWeight: 600, lineHeight: 1.3, marginBottom: 3 },
  right: { alignItems: 'flex-end' },
  strong: { fontWeight: 600 },
  dim: { color: grey, fontSize: 9 },
  parties: { flexDirection: 'row', gap: 32, marginBottom: 22 },
  place: { flex: 1 },
  address: { color: grey },
  facts: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    rowGap: 10,
    paddingVertical: 12,
    marginBottom: 22,
    borderTopWidth: 0.75,
    borderBottomWidth: 0.75,
    borderColor: '#d6d3d1',
  },
  fact: { width: '33.3%' },
  line: { flexDirection: 'row', paddingVertical: 6, borderBottomWidth: 0.5, borderColor: '#e7e5e4' },
  lineHead: { color: grey, fontSize: 9, borderColor: '#1c1917' },
  what: { flex: 1 },
  count: { width: 60, textAlign: 'right' },
  money: { width: 110, textAlign: 'right' },
  total: { fontWeight: 600, fontSize: 11.5, borderBottomWidth: 0 },
  words: { marginTop: 4 },
  note: { marginTop: 14, color: grey },
  foot: { position: 'absolute', bottom: 36, left: 48, right: 48, color: grey, fontSize: 8.5 },
})
