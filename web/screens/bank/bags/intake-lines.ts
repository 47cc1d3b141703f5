import type { RefusalAnswer } from '#contract/answers.ts'
import type { ShelfBag } from '#contract/bags.ts'
import {
  addLabels,
  type IntakeDefaults,
  type IntakeLine,
  type IntakeRefusal,
  intakeWords,
  lineFrom,
  type ProductCodes,
  unknownProduct,
  whyNotTakeIn,
} from '#domain/bags/intake.ts'
import { type ShelfGroup, typedGroup } from '#domain/bags/kinds.ts'
import { type ComponentLife, expiryOf } from '#domain/bags/lives.ts'
import {
  isLabelText,
  isRefused,
  labelsIn,
  type ReadBag,
  type ReadingRefusal,
  readBag,
  readingWords,
  scannedText,
} from '#domain/bags/reading.ts'
import { no, say, type Wording } from '#domain/basics/refusal.ts'

/** What is seldom asked for, and stands on no label that is read. */
type More = 'segment' | 'volumeMl' | 'donorFormId' | 'expiresAt'
export type Said = Partial<Pick<IntakeLine, 'component' | 'bloodGroup' | More>>

/** One scanned bag, not saved yet. */
export type Entry = {
  readonly id: number
  /** Null: a number was typed whose check character is wrong. */
  readonly read: ReadBag | null
  /** As it came in. */
  readonly typed: string
  readonly fault: ReadingRefusal | null
  /** Of the moment in which it was scanned: what is chosen for the next bags does not change this one. */
  readonly defaults: IntakeDefaults
  /** Said by hand, in place of a label. */
  readonly said: Said
  /** Bags of the same number that the bank has already. */
  readonly known: readonly ShelfBag[]
  /** Why the server did not take it. */
  readonly refused: RefusalAnswer | null
}

/** The newest first; `active` is the bag in the hand, which further labels are about. */
export type Intake = {
  readonly entries: readonly Entry[]
  readonly active: number | null
  readonly last: number
}
export const emptyIntake: Intake = { entries: [], active: null, last: 0 }

const words = { ...intakeWords, ...readingWords }
type ScanRefusal = IntakeRefusal | ReadingRefusal

/** What one scan, or one typed line, makes of it; or what is wrong with the scan. */
export function takeScan(intake: Intake, typed: string, defaults: IntakeDefaults): Intake | ScanRefusal {
  const group = typedGroup(scannedText(typed))
  if (group) return sayGroup(intake, group)
  if (isLabelText(typed)) {
    const labels = labelsIn(typed)
    if ('code' in labels) return labels
    const active = activeOf(intake)
    const number = labels.read.find((label) => label.kind === 'number')?.number
    const told = labels.read.filter(({ kind }) => kind !== 'number')
    const tells = told.some(({ kind }) => kind !== 'other')
    // the square of a bag whose bars were read says more of the same bag
    if (tells && active?.read && (number === undefined || number === active.read.number)) {
      const read = addLabels(active.read, told)
      return 'code' in read ? read : change(intake, active.id, { read })
    }
  }
  const read = readBag(typed)
  if (!isRefused(read)) return begin(intake, { read, typed, fault: null }, defaults)
  if (read.code !== 'check-wrong') return read
  return begin(intake, { read: null, typed, fault: read }, defaults)
}

function sayGroup(intake: Intake, group: ShelfGroup): Intake | ScanRefusal {
  const active = activeOf(intake)
  if (!active?.read) return no('another-label', 'number', { what: 'a blood group' })
  return change(intake, active.id, { said: { ...active.said, bloodGroup: group } })
}

const activeOf = ({ entries, active }: Intake): Entry | undefined => entries.find(({ id }) => id === active)

type Begun = Pick<Entry, 'read' | 'typed' | 'fault'>

/** A number that was mistyped before, and is right now, is not left standing. */
function begin({ entries, last }: Intake, begun: Begun, defaults: IntakeDefaults): Intake {
  const id = last + 1
  const rest = entries.filter(({ fault, typed }) => !fault || !sameNumber(typed, begun.typed))
  return {
    entries: [{ id, ...begun, defaults, said: {}, known: [], refused: null }, ...rest],
    active: id,
    last: id,
  }
}

/** All but the check character, which is the fourteenth. */
const sameNumber = (one: string, other: string): boolean => thirteen(one) === thirteen(other)
const thirteen = (typed: string): string =>
  scannedText(typed).replace(/^=/, '').replace(/\s+/g, '').toUpperCase().slice(0, 13)

/** What is changed in a line may be right now: the server is asked again. */
export const change = (intake: Intake, id: number, part: Partial<Entry>): Intake => ({
  ...intake,
  entries: intake.entries.map((entry) => (entry.id === id ? { ...entry, refused: null, ...part } : entry)),
})

export const remove = (intake: Intake, id: number): Intake => ({
  ...intake,
  entries: intake.entries.filter((entry) => entry.id !== id),
  active: intake.active === id ? null : intake.active,
})

export const activate = (intake: Intake, id: number): Intake => ({ ...intake, active: id })

/** What the house has said of shelf lives and product codes. */
export type IntakeRules = { readonly lives: readonly ComponentLife[]; readonly products: ProductCodes }

/** A line as it is shown: what would be sent, and what is wrong with it. */
export type ShownLine = {
  readonly entry: Entry
  readonly line: IntakeLine | null
  readonly expiresAt: Date | null
  readonly wrong: (Wording & { readonly code: string }) | null
  /** A product code that nobody has named yet. */
  readonly productCode: string | null
}

/** By the rules that the server asks again; in the order of the entries. */
export function shownLines(
  { entries }: Intake,
  now: { readonly defaults: IntakeDefaults; readonly rules: IntakeRules; readonly at: Date },
): ShownLine[] {
  const shown: ShownLine[] = []
  const before: IntakeLine[] = []
  for (const entry of entries.toReversed()) {
    const line = lineOf(entry, now)
    shown.unshift(shownLine(entry, line, before, now))
    if (line) before.push(line)
  }
  return shown
}

type Now = Parameters<typeof shownLines>[1]

/** What was not chosen when it was scanned counts as soon as it is. */
function lineOf({ read, defaults, said }: Entry, { defaults: latest, rules }: Now): IntakeLine | null {
  if (!read) return null
  const filled: IntakeDefaults = {
    ...defaults,
    component: defaults.component ?? latest.component,
    collectedOn: defaults.collectedOn ?? latest.collectedOn,
  }
  const told = lineFrom(read, filled, rules.products)
  // an end that is scanned counts more than one that was typed
  return { ...told, ...said, expiresAt: told.expiresAt ?? said.expiresAt ?? null }
}

function shownLine(
  entry: Entry,
  line: IntakeLine | null,
  before: readonly IntakeLine[],
  { rules, at }: Now,
): ShownLine {
  if (!line || !entry.read) return { ...nothing, entry, wrong: entry.fault && inWords(entry.fault) }
  const { component, collectedOn } = line
  const expiresAt =
    component && collectedOn
      ? expiryOf(rules.lives, { ...line, component, collectedOn }, line.expiresAt, at)
      : line.expiresAt
  const unknown = entry.said.component ? null : unknownProduct(entry.read, rules.products)
  const known = { lives: rules.lives, twin: twinOf(entry, line), otherBank: null }
  const refusal = unknown ?? whyNotTakeIn(line, before, known, at)
  return {
    entry,
    line,
    expiresAt,
    wrong: refusal ? inWords(refusal) : entry.refused,
    productCode: unknown ? String(unknown.values?.code) : null,
  }
}

/** `280 ml, segment M6 41`: what was typed, while its fields are closed. */
export const moreText = ({ volumeMl, segment, donorFormId }: IntakeLine): string =>
  [
    volumeMl !== null && `${volumeMl} ml`,
    segment && `segment ${segment}`,
    donorFormId && `donor form ${donorFormId}`,
  ]
    .filter(Boolean)
    .join(', ')

/** Its end was scanned: nobody types another. */
export const hasEnd = ({ read }: Entry): boolean =>
  read?.labels.some(({ kind }) => kind === 'expiry') ?? false

const nothing = { line: null, expiresAt: null, productCode: null } as const

export const inWords = (refusal: ScanRefusal): Wording & { code: string } => ({
  code: refusal.code,
  ...say(words, refusal),
})

function twinOf({ known }: Entry, { component, division }: IntakeLine) {
  const twin = known.find((bag) => bag.component === component && bag.division === division)
  return twin && twin.state !== 'transferred'
    ? { since: twin.takenAt, by: twin.takenBy, place: twin.place, state: twin.state }
    : null
}

/** After a saving: what was taken in goes, what was not stays with its reason. */
export function settle(
  intake: Intake,
  sent: readonly Entry[],
  outcomes: readonly { bag: unknown; refusal: RefusalAnswer | null }[],
): Intake {
  const refusals = new Map(sent.map(({ id }, at) => [id, outcomes[at]]))
  const entries = intake.entries.flatMap((entry) => {
    const outcome = refusals.get(entry.id)
    if (!outcome) return [entry]
    return outcome.bag ? [] : [{ ...entry, refused: outcome.refusal }]
  })
  return { ...intake, entries, active: entries.some(({ id }) => id === intake.active) ? intake.active : null }
}
