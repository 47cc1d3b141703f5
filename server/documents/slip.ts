import { Document, Page, renderToBuffer, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement, type ReactNode } from 'react'
import { type Bag, bagName } from '#domain/bags/bag.ts'
import { hasRedCells, type ShelfGroup, shelfGroupName } from '#domain/bags/kinds.ts'
import { numberCode } from '#domain/bags/label-codes.ts'
import { hours, instantOf, later, showDate, showDateTime } from '#domain/basics/time.ts'
import type { CrossmatchMethod, CrossmatchResult } from '#domain/matching/crossmatch.ts'
import type { AntibodyScreen } from '#domain/matching/sample.ts'
import { type AsideReason, asideText } from '#domain/matching/setting-aside.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { slipWordsEn } from '#domain/slips/words-en.ts'
import { slipWordsTa } from '#domain/slips/words-ta.ts'
import { bars, squareCode } from './codes.ts'
import { printedNumber } from './labels.ts'
import { searchable } from './searchable.ts'
import { type Style, styles } from './slip-styles.ts'

type SlipBag = Pick<
  Bag,
  | 'number'
  | 'numberKind'
  | 'component'
  | 'division'
  | 'bloodGroup'
  | 'segment'
  | 'volumeMl'
  | 'collectedOn'
  | 'expiresAt'
> & {
  isInspected: boolean
  /** Since the paper was first printed. */
  setAside: AsideReason | null
  method: CrossmatchMethod | null
  result: CrossmatchResult | null
  doneAt: Date | null
  doneBy: string | null
}

/** Everything a slip says. It is the one paper with the patient's name; the code on it holds none. */
export type SlipData = {
  slip: string
  kid: string
  seq: number
  deliveries: number
  issuedAt: Date
  issuedBy: string
  checkedBy: string | null
  isEmergency: boolean
  releasedBy: string
  reason: string
  bank: { name: string; address: string; phones: readonly string[] }
  hospital: { name: string; address: string }
  request: Pick<BloodRequest, 'id' | 'patientName' | 'patientId' | 'age' | 'sex'> & { bloodGroup: ShelfGroup }
  ward: string | null
  bed: string | null
  doctor: string | null
  diagnosis: string | null
  /** Of an Oh patient by an old tube too, in an emergency: then there is no sample. */
  foundGroup: ShelfGroup | null
  /** Of an emergency, where its bags went by what was known from another order or bank. */
  knownGroup: ShelfGroup | null
  sample: {
    takenAt: Date
    takenBy: string
    receivedAt: Date
    antibodyScreen: AntibodyScreen
    validUntil: Date
  } | null
  bags: readonly SlipBag[]
  /** The address in its QR. */
  code: string
}

export const slipPdf = async (data: SlipData): Promise<Buffer> => searchable(await renderToBuffer(slip(data)))

function slip(data: SlipData): ReactElement<React.ComponentProps<typeof Document>> {
  const { bank, issuedAt } = data
  return h(
    Document,
    { title: data.slip, author: 'Crossmatch', creationDate: issuedAt, modificationDate: issuedAt },
    h(
      Page,
      { size: 'A4', style: styles.page },
      data.isEmergency ? h(View, { style: styles.frame, fixed: true }) : null,
      text(bank.name, styles.bank),
      text([bank.address, bank.phones.join(', ')].filter(Boolean).join(' · '), styles.dim),
      h(View, { style: styles.thick }),
      data.isEmergency ? band(data) : null,
      head(data),
      patient(data),
      sample(data),
      bagTable(data),
      bedside(bank.name),
      signatures(data),
      h(
        View,
        { style: styles.foot, fixed: true },
        text('Crossmatch', styles.footPart),
        text(`Slip ${data.slip} · key ${data.kid}`, styles.footPart),
        text('The code holds no name and no patient ID.', styles.footPart),
      ),
    ),
  )
}

/** The result is owed for a day: domain/matching/issuing says so too. */
const owedBy = ({ issuedAt }: SlipData): Date => later(issuedAt, hours(24))

const band = (data: SlipData) =>
  row(
    styles.band,
    h(
      View,
      { style: styles.bandWords },
      text(slipWordsEn.emergency.title, styles.bandTitle),
      text(slipWordsTa.emergency.title, styles.bandTamil),
    ),
    text(
      `Given before the match is known. The result follows by ${showDateTime(owedBy(data))}.`,
      styles.bandNote,
    ),
  )

function head(data: SlipData) {
  const { hospital, request, bags } = data
  const count = `${bags.length} ${bags.length === 1 ? 'bag' : 'bags'}`
  return row(
    styles.head,
    h(
      View,
      { style: styles.fill },
      text(data.isEmergency ? 'Emergency release' : 'Issue slip and cross-match report', styles.title),
      text(`Slip ${data.slip}`, styles.number),
      text(
        `Delivery ${data.seq} of ${Math.max(data.deliveries, data.seq)}, ${count}. Order ${request.id} of ${hospital.name}.`,
        styles.plain,
      ),
      text(`Issued ${showDateTime(data.issuedAt)}`, styles.strong),
      data.isEmergency ? release(data) : null,
      ...(bags.some(({ setAside }) => setAside)
        ? [
            text(asideLine(bags), styles.strong),
            text(slipWordsTa.verdicts['set-aside'].title, styles.asideTamil),
          ]
        : []),
    ),
    h(
      View,
      { style: styles.code },
      squareCode('qrcode', data.code, 104),
      text('Point any phone at it: genuine or not, without a signal too.', styles.codeNote),
    ),
  )
}

const asideLine = (bags: readonly SlipBag[]) =>
  bags.every(({ setAside }) => setAside)
    ? 'SET ASIDE. Do not transfuse on this slip.'
    : 'Some bags are SET ASIDE. Do not transfuse those.'

function patient({ request, isEmergency, foundGroup, knownGroup, ward, bed, doctor, diagnosis }: SlipData) {
  const place = [ward, bed && `bed ${bed}`].filter(Boolean).join(', ')
  return section(
    'Patient',
    row(
      styles.facts,
      fact('Full name', request.patientName, styles.large),
      fact('Patient ID', request.patientId, styles.large),
      fact('Age, sex', `${request.age} years, ${request.sex.toLowerCase()}`),
      fact(
        isEmergency ? 'Blood group asked for' : 'Blood group',
        shelfGroupName(request.bloodGroup),
        styles.strong,
      ),
      // the bags go by what was found, and else are O: the reader has to see why
      isEmergency && (foundGroup || !knownGroup)
        ? fact('Group found', groupText(foundGroup, 'not known'), styles.strong)
        : null,
      knownGroup ? fact('Group known from elsewhere', shelfGroupName(knownGroup), styles.strong) : null,
      place ? fact('Ward, bed', place) : null,
      doctor ? fact('Doctor', doctor) : null,
      diagnosis ? fact('Diagnosis', diagnosis) : null,
    ),
  )
}

const groupText = (group: ShelfGroup | null, unknown: string) => (group ? shelfGroupName(group) : unknown)

function sample({ sample: tube, foundGroup }: SlipData) {
  if (!tube) return null
  const screen = tube.antibodyScreen === 'not-done' ? 'not done' : tube.antibodyScreen
  return section(
    'Sample',
    row(
      styles.facts,
      fact('Taken', [showDateTime(tube.takenAt), tube.takenBy].filter(Boolean).join(', ')),
      fact('Received', showDateTime(tube.receivedAt)),
      fact('Group found', `${groupText(foundGroup, 'not found')}, antibody screen ${screen}`),
      fact('Good until', showDateTime(tube.validUntil)),
    ),
  )
}

const release = ({ releasedBy, reason, hospital }: SlipData) =>
  h(
    View,
    { style: styles.release, wrap: false },
    text(`Released on the word of ${releasedBy}, ${hospital.name}`, styles.strong),
    text(reason, styles.plain),
  )

const bagTable = (data: SlipData) =>
  section(
    'Bags',
    row(
      styles.columns,
      text('Number', styles.cNumber),
      text('Group', styles.cGroup),
      text('Segment', styles.cSegment),
      text('Collected, expires', styles.cDays),
      text('Cross-match', styles.cMatch),
      text('Inspected', styles.cInspected),
    ),
    ...data.bags.map((bag) => bagRow(bag, data)),
  )

function bagRow(bag: SlipBag, data: SlipData) {
  const day = (at: string) => showDate(instantOf(at, '12:00'))
  return row(
    styles.bag,
    h(
      View,
      { style: styles.cNumber },
      bars(numberCode(bag), { width: 138, height: 22 }),
      text(bagName({ ...bag, number: printedNumber(bag) }), styles.printed),
      bag.setAside ? text(`SET ASIDE: ${asideText[bag.setAside]}`, styles.strong) : null,
    ),
    h(
      View,
      { style: styles.cGroup },
      text(shelfGroupName(bag.bloodGroup), styles.strong),
      text(
        [bag.component, bag.volumeMl ? `${bag.volumeMl} ml` : ''].filter(Boolean).join(', '),
        styles.plain,
      ),
    ),
    text(bag.segment ?? '–', styles.cSegment),
    h(
      View,
      { style: styles.cDays },
      text(day(bag.collectedOn), styles.plain),
      text(showDateTime(bag.expiresAt), styles.strong),
    ),
    match(bag, data),
    text(bag.isInspected ? 'yes' : 'NO', styles.cInspected),
  )
}

const methodNames: Record<CrossmatchMethod, string> = {
  saline: 'saline',
  'immediate-spin': 'immediate spin',
  'ahg-tube': 'AHG tube',
  gel: 'gel',
}

function match(bag: SlipBag, data: SlipData) {
  if (bag.result && bag.method && bag.doneAt)
    return h(
      View,
      { style: styles.cMatch },
      text(
        `${bag.result === 'compatible' ? 'Compatible' : 'INCOMPATIBLE'}, ${methodNames[bag.method]}`,
        styles.strong,
      ),
      text(`${showDateTime(bag.doneAt)}, ${bag.doneBy ?? ''}`, styles.plain),
    )
  // plasma and platelets are given by their group
  if (!hasRedCells(bag.component)) return text('by group, none needed', styles.cMatch)
  return h(
    View,
    { style: styles.cMatch },
    text('NOT DONE', styles.strong),
    text(`owed by ${showDate(owedBy(data))}`, styles.plain),
  )
}

const bedside = (bankName: string) =>
  section(
    'At the bedside',
    text(
      '1. Two people compare name and patient ID on wristband, request, bag label and this slip.',
      styles.plain,
    ),
    text(
      '2. Not used? Back within 30 minutes of leaving the cold box. Once started, finish within 4 hours.',
      styles.plain,
    ),
    text(
      `3. On any reaction: stop, keep the line open, ring the doctor and ${bankName}, send back bag and set.`,
      styles.plain,
    ),
  )

const signatures = (data: SlipData) =>
  row(
    styles.signatures,
    signature('Issued by', data.issuedBy),
    signature('Checked by', data.checkedBy ?? ''),
    signature('Taken by, driver', ''),
    signature(
      data.isEmergency ? 'Doctor, within 24 h' : 'Received at the ward',
      data.isEmergency ? data.releasedBy : '',
    ),
  )

const signature = (label: string, name: string) =>
  h(View, { style: styles.signature }, text(label, styles.dim), text(name, styles.signed))

const text = (words: string, style: Style) => h(Text, { style }, words)
const row = (style: Style, ...children: ReactNode[]) => h(View, { style, wrap: false }, ...children)
const section = (title: string, ...children: ReactNode[]) =>
  h(View, { style: styles.section }, text(title, styles.strong), ...children)
const fact = (label: string, value: string, style: Style = styles.plain) =>
  h(View, { style: styles.fact }, text(label, styles.dim), text(value, style))
