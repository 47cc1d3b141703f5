/** What a hand scanner, a camera or fingers put into the one field of a bag's number. */
import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { checkCharacter, isDonationNumber, type Label, type LabelFault, readLabels } from './isbt.ts'

const numberKinds = ['isbt', 'own'] as const
export const NumberKind = z.enum(numberKinds)
export type NumberKind = z.infer<typeof NumberKind>

/** In capitals, whoever gave it. */
export const BagNumber = z.string().regex(/^[0-9A-Z*./-]{4,30}$/)

export const readingWords = {
  'nothing-read': { title: 'Nothing Read', text: 'Please scan or type the number of the bag.' },
  'not-a-number': {
    title: 'Not A Bag Number',
    text: 'A bag number has 4 to 30 letters, digits, stars, dots, slashes or dashes.',
  },
  'another-label': { title: 'Not A Bag Number', text: 'This is not a bag number: it is {what}.' },
  'label-unreadable': {
    title: 'Please Scan Again',
    text: 'The label was not read whole. Please scan again.',
  },
  'group-unknown': {
    title: 'Unknown Group',
    text: 'The label has a group that is not known here. Please read it and choose the group.',
  },
  'check-wrong': {
    title: 'Check Character Wrong',
    text: 'Please scan again. Typed by hand? Expected {expected}, not {typed}.',
  },
  'for-one-patient': {
    title: 'For One Patient',
    text: 'The label says that this bag is kept for one patient. It does not go on the common shelf.',
  },
  'two-numbers': {
    title: 'Two Numbers',
    text: 'Two bag numbers came in one scan. Please scan one bag at a time.',
  },
} satisfies Record<string, Wording>

export type ReadingRefusal = Refusal<keyof typeof readingWords>

/** What is known of a bag by its label alone; the number is there in any case. */
export type ReadBag = {
  readonly number: string
  readonly numberKind: NumberKind
  readonly labels: readonly Label[]
}

/** What a scanner puts around a code: the name of its symbology, line ends. */
export const scannedText = (typed: string): string =>
  typed
    .trim()
    .replace(/^\][A-Za-z]\d/, '')
    .replace(/\p{Cc}/gu, '')

/** A code of the standard begins so, and no bag number of a bank's own does. */
export const isLabelText = (typed: string): boolean => /^[=&]/.test(scannedText(typed))

/**
 * The number of a bag, with all that its labels say. `asOwn`: whoever types says that it is the bank's own number, though
 * it looks like one of the standard.
 */
export function readBag(typed: string, asOwn = false): ReadBag | ReadingRefusal {
  const text = scannedText(typed)
  if (text === '') return no('nothing-read', 'number')
  if (isLabelText(text)) return readScanned(text)
  const number = text.replace(/\s+/g, '').toUpperCase()
  if (!BagNumber.safeParse(number).success) return no('not-a-number', 'number')
  return asOwn || !looksLikeIsbt(number) ? own(number) : readTyped(number)
}

/** One of a divided donation is told by its number and two characters; these are '' where nothing says which. */
export type ReadPart = { readonly number: string; readonly division: string }

/**
 * A number with the part that is meant: in the product code of the label, or typed after a blank. `asked`: the number of
 * which the part was asked for; then its product code alone is enough.
 */
export function readPart(typed: string, asked?: string): ReadPart | ReadingRefusal {
  const text = scannedText(typed)
  const [, before = text, part = ''] = typedPart.exec(text) ?? []
  const read = readBag(before)
  if (!isRefused(read)) return { number: read.number, division: part || divisionOf(read.labels) }
  const labels = asked === undefined ? read : labelsIn(text)
  if (asked === undefined || 'code' in labels) return read
  return labels.read.some(({ kind }) => kind === 'product')
    ? { number: asked, division: divisionOf(labels.read) }
    : read
}

/** In one piece, or as it is printed: `A9999 26 014381 A0`. */
const typedPart = /^(\S+|\S{5}\s+\d\d\s+\d{6})\s+([0-9A-Za-z]{2})$/

const divisionOf = (labels: readonly Label[]): string =>
  labels.find((label) => label.kind === 'product')?.division ?? ''

export const isRefused = (read: ReadBag | ReadingRefusal): read is ReadingRefusal => 'code' in read

const own = (number: string): ReadBag => ({ number, numberKind: 'own', labels: [] })
const isbt = (number: string, labels: readonly Label[]): ReadBag => ({ number, numberKind: 'isbt', labels })

/** Facilities are named by a letter first; thirteen digits are somebody's own. */
const looksLikeIsbt = (number: string): boolean =>
  /^[A-Z]/.test(number) && isDonationNumber(number.slice(0, 13)) && number.length <= 14

function readTyped(typed: string): ReadBag | ReadingRefusal {
  const [number, check] = [typed.slice(0, 13), typed.slice(13)]
  const expected = checkCharacter(number)
  if (check !== '' && check !== expected) return no('check-wrong', 'number', { expected, typed: check })
  return isbt(number, [])
}

function readScanned(text: string): ReadBag | ReadingRefusal {
  const labels = labelsIn(text)
  if ('code' in labels) return labels
  const [found, second] = labels.read.filter((label) => label.kind === 'number')
  if (!found) return no('another-label', 'number', { what: labelName(labels.read[0]) })
  return second ? no('two-numbers', 'number') : isbt(found.number, labels.read)
}

/** Labels of a scan in any field: nothing of one that cannot be read whole, or that is not for everybody. */
export function labelsIn(typed: string): { readonly read: readonly Label[] } | ReadingRefusal {
  const reading = readLabels(scannedText(typed))
  if ('fault' in reading) return no(faultCodes[reading.fault], 'number')
  const isForOne = reading.labels.some((label) => label.kind === 'group' && label.isForOne)
  return isForOne ? no('for-one-patient', 'number') : { read: reading.labels }
}

const faultCodes: Record<LabelFault, keyof typeof readingWords> = {
  'not-isbt': 'label-unreadable',
  'cut-short': 'label-unreadable',
  'flags-wrong': 'label-unreadable',
  'count-wrong': 'label-unreadable',
  'day-unknown': 'label-unreadable',
  'group-unknown': 'group-unknown',
}

/** For whoever scanned the wrong code of a label. */
export function labelName(label: Label | undefined): string {
  return label ? names[label.kind] : 'another code'
}

const names: Record<Label['kind'], string> = {
  number: 'a bag number',
  group: 'a blood group',
  product: 'a product code',
  expiry: 'an expiry date',
  collected: 'a collection date',
  other: 'another code of the label',
}
