/** What a hospital says of bags that were issued to it: how they came, and what became of each. */
import { z } from 'zod'
import type { BagState } from '../bags/bag.ts'
import { type BagMove, type DiscardReason, stateText, whyNotMoveBag } from '../bags/moving.ts'
import { foldedId } from '../basics/abha.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { showDateTime, wholeMinute } from '../basics/time.ts'
import { type AsideReason, asideText } from '../matching/setting-aside.ts'

const founds = ['as-issued', 'missing', 'damaged', 'warm'] as const
export const Found = z.enum(founds)
export type Found = z.infer<typeof Found>

const fates = ['transfused', 'returned', 'discarded', 'missing'] as const
export const Fate = z.enum(fates)
export type Fate = z.infer<typeof Fate>

export const foundText: Record<Found, string> = {
  'as-issued': 'as issued',
  missing: 'missing',
  damaged: 'damaged',
  warm: 'warm',
}

const fateText: Record<Fate, string> = {
  transfused: 'transfused',
  returned: 'sent back',
  discarded: 'discarded',
  missing: 'missing',
}

export const fateWords = {
  'not-on-slip': { title: 'Not On The Slip', text: 'The bag {bag} is not on this slip.' },
  'twice-told': { title: 'Named Twice', text: 'The bag {bag} is named twice.' },
  'received-before': {
    title: 'Received Before',
    text: 'The bag {bag} was received before: {found}.',
    conflict: true,
  },
  'receive-first': {
    title: 'Receive It First',
    text: 'Nobody has received this bag yet. Please say first how it came.',
    conflict: true,
  },
  'not-to-be-used': {
    title: 'Not To Be Used',
    text: 'This bag came {found}. It can be sent back or discarded, and not be transfused.',
    conflict: true,
  },
  'set-aside': {
    title: 'Not To Be Given',
    text: 'This bag was set aside at {at}: {why}. It is not to be given. If it was given before that, say at what time; if it was given all the same, write on whose word, or how it came to that.',
  },
  'fate-known': {
    title: 'Known Already',
    text: 'This bag was {fate} at {at}, as {by} said.',
    conflict: true,
  },
  'other-patient': {
    title: 'Another Patient',
    text: 'This bag was issued for a patient with another ID.',
  },
  'no-reason': { title: 'Reason Missing', text: 'Please say why the bag is discarded.' },
  'not-yet': { title: 'Time Not Possible', text: 'The time lies in the future.' },
  'too-early': { title: 'Time Not Possible', text: 'The bag was issued at {issued}, after that time.' },
  'before-receipt': {
    title: 'Time Not Possible',
    text: 'The bag was received at {received}, after that time.',
  },
  elsewhere: {
    title: 'Not Possible Now',
    text: 'This bag is {state}, so this cannot be said of it.',
    conflict: true,
  },
} satisfies Record<string, Wording>

type FateRefusal = Refusal<keyof typeof fateWords>

export type IssuedBag = {
  readonly id: string
  readonly number: string
  readonly state: BagState
  readonly expiresAt: Date
  readonly issuedAt: Date
  /** How it came, as far as it was said. */
  readonly found: Found | null
  readonly receivedAt: Date | null
  /** Why it does not go to the patient any more, and since when (rulings AMB-358, AMB-360). */
  readonly setAside: AsideReason | null
  readonly setAsideAt: Date | null
}

type Told = { readonly bagId: string; readonly found: Found }

/** Only what was found missing did not come. */
export const moveOfFound = (found: Found): BagMove => (found === 'missing' ? 'lose' : 'receive')

/** Each bag once; what was said before in the same words stands. */
export function whyNotReceive(
  bags: readonly IssuedBag[],
  told: readonly Told[],
  receivedAt: Date,
  now: Date,
): FateRefusal | null {
  for (const [at, one] of told.entries()) {
    const field = `bags.${at}`
    const bag = bags.find(({ id }) => id === one.bagId)
    if (!bag) return no('not-on-slip', field, { bag: one.bagId })
    if (told.findIndex(({ bagId }) => bagId === one.bagId) < at)
      return no('twice-told', field, { bag: bag.number })
    if (bag.found === one.found) continue
    if (bag.found) return no('received-before', field, { bag: bag.number, found: foundText[bag.found] })
    const refusal =
      whyNotAt(bag, receivedAt, now, 'receivedAt') ?? whyNotFrom(bag, moveOfFound(one.found), now, field)
    if (refusal) return refusal
  }
  return null
}

export type KnownFate = { readonly fate: Fate; readonly at: Date; readonly toldBy: string }

export type ToldFate = {
  readonly fate: Fate
  readonly at: Date
  readonly reason: DiscardReason | null
  readonly note: string
  /** As it stands on the wristband, where it was scanned. */
  readonly patientId: string | null
}

export const moveOfFate: Record<Fate, BagMove> = {
  transfused: 'transfuse',
  returned: 'return',
  discarded: 'destroy',
  missing: 'lose',
}

/** The same once more is no other fate. */
export const isSameFate = (known: KnownFate | null, { fate }: ToldFate): boolean => known?.fate === fate

/** What came damaged or warm is given to nobody. */
export const isToBeUsed = (found: Found | null): boolean => found !== 'damaged' && found !== 'warm'

/** Held against the wristband before all else: also of a bag that is known as transfused. */
export const whyNotThisPatient = (
  { fate, patientId: read }: ToldFate,
  patientId: string,
): FateRefusal | null =>
  fate === 'transfused' && read !== null && foldedId(read) !== foldedId(patientId)
    ? no('other-patient', 'patientId')
    : null

/** A bag has one fate. */
export function whyNotTellFate(
  bag: IssuedBag,
  known: KnownFate | null,
  told: ToldFate,
  patientId: string,
  now: Date,
): FateRefusal | null {
  const other = whyNotThisPatient(told, patientId)
  if (other) return other
  if (known)
    return no('fate-known', undefined, {
      ...{ fate: fateText[known.fate], at: showDateTime(known.at), by: known.toldBy },
    })
  if (told.fate === 'transfused') {
    if (!isToBeUsed(bag.found) && bag.found)
      return no('not-to-be-used', undefined, { found: foundText[bag.found] })
    const { setAside, setAsideAt } = bag
    // what has happened is kept; what was given against better knowledge with how it came to that
    if (setAside && setAsideAt && told.at >= setAsideAt && isBlank(told.note))
      return no('set-aside', 'note', { at: showDateTime(setAsideAt), why: asideText[setAside] })
    if (bag.state === 'issued') return no('receive-first')
  }
  if (told.fate === 'discarded' && (told.reason === null || (told.reason === 'other' && isBlank(told.note))))
    return no('no-reason', told.reason === null ? 'reason' : 'note')
  const { receivedAt } = bag
  return (
    whyNotAt(bag, told.at, now, 'at') ??
    (receivedAt && told.at < wholeMinute(receivedAt)
      ? no('before-receipt', 'at', { received: showDateTime(receivedAt) })
      : whyNotFrom(bag, moveOfFate[told.fate], now))
  )
}

function whyNotAt({ issuedAt }: IssuedBag, at: Date, now: Date, field: string): FateRefusal | null {
  if (at > now) return no('not-yet', field)
  return at < issuedAt ? no('too-early', field, { issued: showDateTime(issuedAt) }) : null
}

const whyNotFrom = (bag: IssuedBag, move: BagMove, now: Date, field?: string): FateRefusal | null =>
  whyNotMoveBag(bag, move, 'hospital', now) && no('elsewhere', field, { state: stateText(bag.state) })
