/** Bags come in, a line each: what is wrong with one is said there, and the others are taken. */
import { z } from 'zod'
import { Day, Moment } from '../basics/day.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { line } from '../basics/text.ts'
import { showDateTime } from '../basics/time.ts'
import { DonationId } from '../donors/consenting.ts'
import { type Bag, type BagState, bagKey, Place } from './bag.ts'
import { type DonationResults, standOf, testWords } from './donation-tests.ts'
import { type FormStand, formWords, isOver, whyNotByForm } from './forms.ts'
import { isDonationNumber, type Label } from './isbt.ts'
import { BagAttribute, ShelfComponent, ShelfGroup } from './kinds.ts'
import { type ComponentLife, expiryOf, expiryWords, whyNotExpiry } from './lives.ts'
import { stateText } from './moving.ts'
import { BagNumber, labelName, NumberKind, type ReadBag } from './reading.ts'

/** A hand scanner's morning; more come with the next call. */
export const mostLines = 100

const volumes = { least: 1, most: 2_000 }

/** What stands in one line. Null: nobody has said it yet. */
export const IntakeLine = z.strictObject({
  number: BagNumber,
  numberKind: NumberKind,
  component: ShelfComponent.nullable(),
  division: z.string().regex(/^[0-9A-Za-z]{0,2}$/),
  bloodGroup: ShelfGroup.nullable(),
  segment: line(30).nullable(),
  volumeMl: z.number().int().min(volumes.least).max(volumes.most).nullable(),
  anticoagulant: line(20).nullable(),
  attributes: z.array(BagAttribute).max(5),
  collectedOn: Day.nullable(),
  /** As the label says; null where the shelf life decides. */
  expiresAt: Moment.nullable(),
  donorFormId: line(20).nullable(),
  place: Place,
})
export type IntakeLine = z.infer<typeof IntakeLine>

/** What counts where a label says nothing. */
export type IntakeDefaults = Pick<IntakeLine, 'component' | 'anticoagulant' | 'collectedOn' | 'place'>

/** Which component a bank means by a product code: it says so once of each. */
export type ProductCodes = Readonly<Record<string, ShelfComponent>>

export const intakeWords = {
  ...expiryWords,
  'number-not-isbt': {
    title: 'Not A Bag Number',
    text: 'This is no donation number of ISBT 128. Please scan again, or take it as your own number.',
  },
  'product-unknown': {
    title: 'Unknown Product',
    text: 'Product code {code} is new here. Please say once which component it is.',
  },
  'component-missing': { title: 'Component Missing', text: 'Please choose the component.' },
  'group-missing': { title: 'Group Missing', text: 'Please scan or choose the blood group.' },
  'collected-missing': { title: 'Collection Day Missing', text: 'Please enter the day of the collection.' },
  'twin-in-list': { title: 'Twin', text: 'This bag is in the list already.' },
  twin: { title: 'Twin', text: 'With you since {since}: {place}, by {by}. It is {state}.', conflict: true },
  'of-another-bank': {
    title: 'Of Another Blood Bank',
    text: 'This bag is on the shelf of {bank}. It comes to you by a transfer from there.',
    conflict: true,
  },
  'volume-wrong': { title: 'Invalid Volume', text: 'Please enter {least} to {most} ml.' },
  ...formWords,
  'donor-form-unknown': { title: 'Donor Form', text: 'There is no such donor form at your blood bank.' },
  'donor-form-malformed': {
    title: 'Donor Form',
    text: 'The donation ID of a donor form has 8 characters: 0 to 9 and a to f.',
  },
  'donor-form-taken': { title: 'Donor Form', text: 'This donor form is that of donation {number}.' },
  'donor-form-other': { title: 'Donor Form', text: 'Bags of this donation have donor form {form}.' },
  'form-of-giver': {
    title: 'Donor Form',
    text: 'This bag came from another blood bank, which has the donor form.',
  },
  'donation-reactive': testWords['donation-reactive'],
  'label-differs': {
    title: 'Another Bag?',
    text: 'Bag {number} has {what} already, and this one differs. Please scan the number of the next bag first.',
  },
  'too-many-lines': { title: 'Too Many Lines', text: 'Please save at most {most} bags at once.' },
} satisfies Record<string, Wording>

export type IntakeRefusal = Refusal<keyof typeof intakeWords>

/** A line of what was scanned: the label first, then the defaults, then nothing. */
export function lineFrom(
  { number, numberKind, labels }: ReadBag,
  defaults: IntakeDefaults,
  products: ProductCodes,
): IntakeLine {
  const product = labels.find((label) => label.kind === 'product')
  const expiry = labels.find((label) => label.kind === 'expiry')
  const collected = labels.find((label) => label.kind === 'collected')
  return {
    number,
    numberKind,
    component: product ? (products[product.code] ?? null) : defaults.component,
    division: product?.division ?? '',
    bloodGroup: labels.find((label) => label.kind === 'group')?.group ?? null,
    segment: null,
    volumeMl: null,
    anticoagulant: defaults.anticoagulant,
    attributes: [],
    collectedOn: collected?.day ?? defaults.collectedOn,
    expiresAt: expiry?.at ?? null,
    donorFormId: null,
    place: defaults.place,
  }
}

/**
 * Further labels of the bag in the hand. One that says something else belongs to the next bag, whose number was not
 * scanned: nothing is written over.
 */
export function addLabels(read: ReadBag, more: readonly Label[]): ReadBag | IntakeRefusal {
  const differs = more.find((label) =>
    read.labels.some((known) => known.kind === label.kind && textOf(known) !== textOf(label)),
  )
  if (differs) return no('label-differs', 'number', { number: read.number, what: labelName(differs) })
  const added = more.filter((label) => !read.labels.some(({ kind }) => kind === label.kind))
  return { ...read, labels: [...read.labels, ...added] }
}

/** Labels that tell a shelf nothing may differ as they like. */
const textOf = (label: Label): string => (label.kind === 'other' ? '' : JSON.stringify(label))

/** Asked while the bag is still in the hand. */
export function unknownProduct({ labels }: ReadBag, products: ProductCodes): IntakeRefusal | null {
  const product = labels.find((label) => label.kind === 'product')
  if (!product || products[product.code]) return null
  return no('product-unknown', 'component', { code: product.code })
}

/** Whose donation a number is: one form, one number. */
type Linked = Pick<IntakeLine, 'number' | 'donorFormId'>

/**
 * A donation has one form, whichever of its bags named it (ruling AMB-394): a line that names none has that of the bags
 * which are here, and else of another line of its number.
 */
export function withForms(
  lines: readonly IntakeLine[],
  /** Of bags that the bank has of these numbers. */
  linked: readonly Linked[],
  isForm: (id: string) => boolean,
): IntakeLine[] {
  const named = [...linked, ...lines].filter(({ donorFormId }) => donorFormId !== null && isForm(donorFormId))
  const formOf = (number: string) => named.find((one) => one.number === number)?.donorFormId ?? null
  return lines.map((one) => ({ ...one, donorFormId: one.donorFormId ?? formOf(one.number) }))
}

/** What the house knows of a line, beside the line. */
export type IntakeKnown = {
  readonly lives: readonly ComponentLife[]
  /** The same number, component and division at this bank. */
  readonly twin: {
    readonly since: Date
    readonly by: string
    readonly place: string
    readonly state: BagState
  } | null
  /** The bank on whose shelf a bag of this number is, if it is not this one, or whose donation it is. */
  readonly otherBank: string | null
  /** The donor form that the line names, where it is known. */
  readonly form?: FormStand | null
  /** The line names a donor form that this bank does not have. */
  readonly isFormUnknown?: boolean
  /** Of bags that this bank has with the form of the line, or with its number. */
  readonly linked?: readonly Linked[]
  /** Bags of this donation that have no form yet, and get that of the line with it. */
  readonly formless?: readonly Pick<Bag, 'bloodGroup' | 'state'>[]
  /** What was found in the donation before this bag of it came. */
  readonly results?: DonationResults
}

export const whyNotLines = (lines: readonly unknown[]): IntakeRefusal | null =>
  lines.length > mostLines ? no('too-many-lines', undefined, { most: mostLines }) : null

/** `before`: the lines above it. */
export function whyNotTakeIn(
  one: IntakeLine,
  before: readonly IntakeLine[],
  known: IntakeKnown,
  now: Date,
): IntakeRefusal | null {
  if (one.numberKind === 'isbt' && !isDonationNumber(one.number)) return no('number-not-isbt', 'number')
  if (one.component === null) return no('component-missing', 'component')
  if (one.bloodGroup === null) return no('group-missing', 'bloodGroup')
  if (one.collectedOn === null) return no('collected-missing', 'collectedOn')
  const { component, collectedOn } = one
  if (before.some((above) => keyOf(above) === keyOf(one))) return no('twin-in-list', 'number')
  if (known.twin) return no('twin', 'number', twinValues(known.twin))
  if (known.otherBank !== null) return no('of-another-bank', 'number', { bank: known.otherBank })
  const stand = standOf(known.results ?? [])
  if (stand.kind === 'reactive') return no('donation-reactive', 'number', { tests: stand.tests.join(', ') })
  // of a line that is not sent yet
  if (one.volumeMl !== null && (one.volumeMl < volumes.least || one.volumeMl > volumes.most))
    return no('volume-wrong', 'volumeMl', volumes)
  return (
    whyNotNameForm(one, before, known) ??
    whyNotByForm({ bloodGroup: one.bloodGroup }, known.form ?? null) ??
    whyNotGiveForm(known.formless ?? [], known.form ?? null) ??
    whyNotExpiry(known.lives, { ...one, component, collectedOn }, one.expiresAt, now)
  )
}

/** A form that was named wrongly is changed or cleared for all bags of the donation (ruling AMB-365). */
export function whyNotMendForm(
  donation: readonly Pick<Bag, 'number' | 'bloodGroup' | 'fromBankId' | 'state'>[],
  donorFormId: string | null,
  known: Pick<IntakeKnown, 'form' | 'isFormUnknown' | 'linked'>,
): IntakeRefusal | null {
  for (const bag of donation) {
    const { number, fromBankId } = bag
    if (fromBankId !== null) return no('form-of-giver', 'donorFormId')
    const others = known.linked?.filter((other) => other.number !== number)
    const refusal =
      whyNotNameForm({ number, donorFormId }, [], { ...known, linked: others ?? [] }) ??
      whyNotGiveForm([bag], known.form ?? null)
    if (refusal) return refusal
  }
  return null
}

/** To bags that are here already: it is the form that is chosen, not the label. */
function whyNotGiveForm(
  bags: readonly Pick<Bag, 'bloodGroup' | 'state'>[],
  form: FormStand | null,
): IntakeRefusal | null {
  // of what is used no more it only says whose it was
  const against = bags.find((bag) => !isOver(bag) && whyNotByForm(bag, form))
  const refusal = against ? whyNotByForm(against, form) : null
  return refusal && { ...refusal, field: 'donorFormId' }
}

/** It leads from a bag to the donor: a wrong one would call the wrong person back (ruling AMB-352). */
function whyNotNameForm(
  { number, donorFormId: form }: Linked,
  before: readonly Linked[],
  { isFormUnknown, linked = [] }: Pick<IntakeKnown, 'isFormUnknown' | 'linked'>,
): IntakeRefusal | null {
  if (form === null) return null
  if (!DonationId.safeParse(form).success) return no('donor-form-malformed', 'donorFormId')
  if (isFormUnknown) return no('donor-form-unknown', 'donorFormId')
  const others = [...linked, ...before]
  const taken = others.find((other) => other.donorFormId === form && other.number !== number)
  if (taken) return no('donor-form-taken', 'donorFormId', { number: taken.number })
  const other = others.find((one) => one.number === number && one.donorFormId && one.donorFormId !== form)
  return other ? no('donor-form-other', 'donorFormId', { form: other.donorFormId ?? '' }) : null
}

const keyOf = ({ number, component, division }: IntakeLine): string =>
  component === null ? '' : bagKey({ number, component, division })

const twinValues = ({ since, by, place, state }: NonNullable<IntakeKnown['twin']>) => ({
  since: showDateTime(since),
  by,
  place: place === '' ? 'no place' : place,
  state: stateText(state),
})

/** In quarantine, until its donation is tested. Null where the rule was not asked. */
export function takeIn(
  one: IntakeLine,
  made: { readonly id: string; readonly bankId: string },
  lives: readonly ComponentLife[],
  now: Date,
): Bag | null {
  const { component, bloodGroup, collectedOn } = one
  if (component === null || bloodGroup === null || collectedOn === null) return null
  const expiresAt = expiryOf(lives, { ...one, component, collectedOn }, one.expiresAt, now)
  if (expiresAt === null) return null
  return {
    ...one,
    ...made,
    component,
    bloodGroup,
    collectedOn,
    expiresAt,
    segment: one.segment || null,
    fromBankId: null,
    state: 'quarantine',
    version: 1,
  }
}
