/**
 * ISBT 128, as far as a label is read here. Which structure it is stands in its first two characters, never in the field
 * that the cursor was in: `=%6200` is a group, `=\6200…` a list of antigens.
 */
import { dayOf, instantOf } from '../basics/time.ts'
import type { ShelfGroup } from './kinds.ts'

/** A donation number: facility, year, serial; 13 characters. */
type DonationNumber = { readonly kind: 'number'; readonly number: string }
type GroupLabel = {
  readonly kind: 'group'
  readonly group: ShelfGroup
  /** Autologous, directed or else not for everybody: the code says so of itself. */
  readonly isForOne: boolean
}
type ProductLabel = { readonly kind: 'product'; readonly code: string; readonly division: string }
/** Of a day alone `hasTime` is false, and `at` is its last minute. */
type TimeLabel<Kind extends 'expiry' | 'collected'> = {
  readonly kind: Kind
  readonly at: Date
  readonly day: string
  readonly hasTime: boolean
}
/** A structure of the standard that says nothing a shelf asks for. */
type OtherLabel = { readonly kind: 'other'; readonly identifier: string }
export type Label =
  | DonationNumber
  | GroupLabel
  | ProductLabel
  | TimeLabel<'expiry'>
  | TimeLabel<'collected'>
  | OtherLabel

export type LabelFault =
  | 'not-isbt'
  | 'cut-short'
  | 'flags-wrong'
  | 'group-unknown'
  | 'day-unknown'
  | 'count-wrong'

export type LabelReading = { readonly labels: readonly Label[] } | { readonly fault: LabelFault }

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*'

/** ISO 7064 mod 37-2 over the 13 characters. */
function checkValue(number: string): number {
  let sum = 0
  for (const character of number) sum = ((sum + alphabet.indexOf(character)) * 2) % 37
  return (38 - sum) % 37
}

/** The boxed character beside the number, for whoever types it; it is in no barcode. */
export const checkCharacter = (number: string): string => alphabet.charAt(checkValue(number))

const donationNumber = /^[A-NP-Z1-9][0-9A-Z]{4}\d{8}$/
export const isDonationNumber = (text: string): boolean => donationNumber.test(text)

/** How it is printed: `A9999 26 014381` and its character in a box. */
export function numberParts(number: string): {
  facility: string
  year: string
  serial: string
  check: string
} {
  return {
    facility: number.slice(0, 5),
    year: number.slice(5, 7),
    serial: number.slice(7),
    check: checkCharacter(number),
  }
}

/**
 * All that one scan says: a single code, two that lie side by side, or a message in two dimensions, which counts its
 * structures. A scan of which a part cannot be read is not read at all.
 */
export function readLabels(scanned: string): LabelReading {
  const message = /^=\+(\d{2})\d{3}/.exec(scanned)
  const labels: Label[] = []
  let rest = message ? scanned.slice(message[0].length) : scanned
  do {
    const taken = takeLabel(rest)
    if (typeof taken === 'string') return { fault: taken }
    labels.push(taken.label)
    rest = rest.slice(taken.length)
  } while (rest !== '')
  return message && Number(message[1]) !== labels.length ? { fault: 'count-wrong' } : { labels }
}

type Taken = { readonly label: Label; readonly length: number } | LabelFault

/** Their lengths are fixed, identifier included. Any other goes on to where the next begins. */
const structures: Record<string, { length: number; read: (body: string) => Label | LabelFault }> = {
  '=%': { length: 6, read: readGroup },
  '=<': { length: 10, read: readProduct },
  '=>': { length: 8, read: (body) => readTime('expiry', body) },
  '&>': { length: 12, read: (body) => readTime('expiry', body) },
  '=*': { length: 8, read: (body) => readTime('collected', body) },
  '&*': { length: 12, read: (body) => readTime('collected', body) },
}

function takeLabel(text: string): Taken {
  if (!/^[=&][!-~]/.test(text)) return 'not-isbt'
  if (/^=[A-NP-Z1-9]/.test(text)) return takeWhole(text, 16, readNumber)
  const identifier = text.slice(0, 2)
  const known = structures[identifier]
  if (known) return takeWhole(text, known.length, (whole) => known.read(whole.slice(2)))
  const next = text.slice(2).search(/[=&]/)
  return { label: { kind: 'other', identifier }, length: next === -1 ? text.length : next + 2 }
}

function takeWhole(text: string, length: number, read: (whole: string) => Label | LabelFault): Taken {
  if (text.length < length) return 'cut-short'
  const label = read(text.slice(0, length))
  return typeof label === 'string' ? label : { label, length }
}

/** Flags of 60 to 96 carry the check value; others say on which copy of the label it stood. */
function readNumber(whole: string): DonationNumber | LabelFault {
  const [number, flags] = [whole.slice(1, 14), whole.slice(14)]
  if (!isDonationNumber(number)) return 'not-isbt'
  const flag = /^\d\d$/.test(flags) ? Number(flags) : 0
  if (flag >= 60 && flag <= 96 && flag - 60 !== checkValue(number)) return 'flags-wrong'
  return { kind: 'number', number }
}

/** Each group has eight codes around its plain one, from four before it to three after. */
export const plainCodes: readonly [code: number, group: ShelfGroup][] = [
  [6, 'A-'],
  [17, 'B-'],
  [28, 'AB-'],
  [51, 'O+'],
  [62, 'A+'],
  [73, 'B+'],
  [84, 'AB+'],
  [95, 'O-'],
]

function readGroup(body: string): GroupLabel | LabelFault {
  const code = body.slice(0, 2)
  if (code === 'G6') return { kind: 'group', group: 'Oh-', isForOne: false }
  if (code === 'H6') return { kind: 'group', group: 'Oh+', isForOne: false }
  if (!/^\d\d$/.test(code)) return 'group-unknown'
  const found = plainCodes.find(([plain]) => Number(code) >= plain - 4 && Number(code) <= plain + 3)
  if (!found) return 'group-unknown'
  const [plain, group] = found
  return { kind: 'group', group, isForOne: Number(code) !== plain }
}

/** What the five characters stand for is licensed: a bank says it once of each code that it meets. */
function readProduct(body: string): ProductLabel | LabelFault {
  if (!/^[A-Z][0-9A-Z]{4}[0-9A-Za-z]{3}$/.test(body)) return 'not-isbt'
  const division = body.slice(6)
  return { kind: 'product', code: body.slice(0, 5), division: division === '00' ? '' : division }
}

function readTime<Kind extends 'expiry' | 'collected'>(
  kind: Kind,
  body: string,
): TimeLabel<Kind> | LabelFault {
  const [, century = '', year = '', ordinal = '', hour, minute] =
    /^(\d)(\d\d)(\d{3})(?:([01]\d|2[0-3])([0-5]\d))?$/.exec(body) ?? []
  const day = dayOfYear(century, year, Number(ordinal))
  if (day === null) return 'day-unknown'
  const hasTime = hour !== undefined
  return { kind, day, hasTime, at: instantOf(day, hasTime ? `${hour}:${minute}` : '23:59') }
}

/** The century is the last digit of the hundreds: 9 is the last one, 0 ours. */
const centuries: Record<string, string> = { '9': '19', '0': '20', '1': '21' }

/** Day 366 is there in leap years alone. */
function dayOfYear(century: string, year: string, ordinal: number): string | null {
  const hundreds = centuries[century]
  if (hundreds === undefined || ordinal < 1) return null
  const first = instantOf(`${hundreds}${year}-01-01`, '12:00')
  const day = dayOf(new Date(first.getTime() + (ordinal - 1) * 86_400_000))
  return day.startsWith(`${hundreds}${year}`) ? day : null
}
