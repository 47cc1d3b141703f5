/** The tube of a patient's blood, held against what was asked for. */
import { z } from 'zod'
import { type Bombay, bombayAmong, groupInLists, type ShelfGroup, shelfGroupName } from '../bags/kinds.ts'
import { foldedId } from '../basics/abha.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { folded, isBlank } from '../basics/text.ts'
import { hours, later, showDateTime } from '../basics/time.ts'
import type { BloodRequest } from '../requests/request.ts'

const recents = ['yes', 'no', 'unknown'] as const
/** Transfused or pregnant in the last three months. */
export const Recent = z.enum(recents)
export type Recent = z.infer<typeof Recent>

const screens = ['negative', 'positive', 'not-done'] as const
export const AntibodyScreen = z.enum(screens)
export type AntibodyScreen = z.infer<typeof AntibodyScreen>

export type Sample = {
  readonly id: string
  readonly requestId: string
  readonly takenAt: Date
  readonly receivedAt: Date
  readonly labelName: string
  readonly labelPatientId: string
  /** Null until it is tested. */
  readonly groupFound: ShelfGroup | null
  readonly antibodyScreen: AntibodyScreen
  readonly recent: Recent
  /** Why the tube cannot be used: clotted, too little. */
  readonly unfitReason: string | null
  readonly validUntil: Date
  /** Another bank has it, and it speaks against the one that is here. */
  readonly isElsewhere?: true
}

/** Beyond this a house may go only for whoever had no blood and no child lately. */
const usualHours = 72

export const validUntil = (takenAt: Date, recent: Recent, sampleHours: number): Date =>
  later(takenAt, hours(recent === 'no' ? sampleHours : Math.min(sampleHours, usualHours)))

export const sampleWords = {
  'no-label-name': { title: 'Label Missing', text: 'Please type the name that stands on the tube.' },
  'no-label-id': { title: 'Label Missing', text: 'Please type the patient ID that stands on the tube.' },
  'taken-later': { title: 'Invalid Time', text: 'The sample cannot be taken after now.' },
  'no-sample': { title: 'Sample Awaited', text: 'There is no sample of this patient yet.' },
  'sample-unfit': {
    title: 'Sample Cannot Be Used',
    text: 'The tube cannot be used: {reason}. The hospital is asked for a new sample.',
  },
  'label-differs': {
    title: 'On Hold: The Tube Is Not Labelled For This Patient',
    text: '{what} on the tube and on the request differ. Nothing is matched, held or issued on this sample. Keep the tube, marked “not for use”; do not relabel it.',
  },
  'sample-over': {
    title: 'Sample Too Old',
    text: 'The sample was good until {end}. Please ask for a new one.',
  },
  'group-not-tested': { title: 'Group Not Tested', text: 'Please record the group found in the sample.' },
  'sample-group-differs': {
    title: 'On Hold: Groups Differ',
    text: 'The sample is {found}, the request says {asked}. Nobody issues until a new sample agrees or the hospital corrects the request.',
  },
  'elsewhere-differs': {
    title: 'On Hold: Groups Differ',
    text: 'Another blood bank found {found} in a newer sample of this patient, the request says {asked}. Nobody issues until a new sample agrees or the hospital corrects the request.',
  },
  'nothing-to-correct': {
    title: 'Not Corrected',
    text: 'The group of an order is corrected only where the sample’s differs from it. A new sample decides otherwise.',
    conflict: true,
  },
  'correct-to-found': {
    title: 'Not Corrected',
    text: 'The sample was found to be {found}. Please correct to that, or send a new sample.',
  },
} satisfies Record<string, Wording>

export type SampleRefusal = Refusal<keyof typeof sampleWords>

export function whyNotReceiveSample(
  { takenAt, labelName, labelPatientId }: Pick<Sample, 'takenAt' | 'labelName' | 'labelPatientId'>,
  now: Date,
): SampleRefusal | null {
  if (isBlank(labelName)) return no('no-label-name', 'labelName')
  if (isBlank(labelPatientId)) return no('no-label-id', 'labelPatientId')
  return takenAt > now ? no('taken-later', 'takenAt') : null
}

/**
 * The newest tube counts, and the one that is written down last is the newest: whoever had to wait for the order, or whose
 * clock is behind, began before.
 */
export const receivedAfter = (before: Pick<Sample, 'receivedAt'> | null, now: Date): Date =>
  before && before.receivedAt >= now ? later(before.receivedAt, 1) : now

type Asked = Pick<BloodRequest, 'patientName' | 'patientId'> & { readonly bloodGroup: ShelfGroup }

/** What of the label differs; spaces around it, capitals, and how an ABHA number is written do not count. */
export function labelDifferences(
  label: Pick<Sample, 'labelName' | 'labelPatientId'>,
  asked: Pick<Asked, 'patientName' | 'patientId'>,
): ('name' | 'patient ID')[] {
  const isName = folded(label.labelName) === folded(asked.patientName)
  const isId = foldedId(label.labelPatientId) === foldedId(asked.patientId)
  return [...(isName ? [] : (['name'] as const)), ...(isId ? [] : (['patient ID'] as const))]
}

/** The places of the first text at which the second has something else, for marking. */
export function differingPlaces(text: string, other: string): number[] {
  const [one, two] = [[...text], [...other]]
  return one.flatMap((letter, at) => (letter.toLowerCase() === two[at]?.toLowerCase() ? [] : [at]))
}

/** Whether this is the patient's tube and still good: what a cross-match needs before there is a group. */
export function whyNotThisTube(sample: Sample | null, asked: Asked, now: Date): SampleRefusal | null {
  if (!sample) return no('no-sample')
  if (sample.unfitReason !== null) return no('sample-unfit', undefined, { reason: sample.unfitReason })
  const differences = labelDifferences(sample, asked)
  if (differences.length > 0) {
    const what = differences.join(' and ')
    return no('label-differs', undefined, { what: what[0]?.toUpperCase() + what.slice(1) })
  }
  return now >= sample.validUntil
    ? no('sample-over', undefined, { end: showDateTime(sample.validUntil) })
    : null
}

/** In this order: the tube, its label, its age, its group. The newest sample is the one that counts. */
export function whyNotTrustSample(sample: Sample | null, asked: Asked, now: Date): SampleRefusal | null {
  const refusal = whyNotThisTube(sample, asked, now)
  if (refusal || !sample) return refusal
  if (sample.groupFound === null) return no('group-not-tested')
  if (sample.groupFound === asked.bloodGroup) return null
  const code = sample.isElsewhere ? 'elsewhere-differs' : 'sample-group-differs'
  return no(code, undefined, groupsOf(sample.groupFound, asked))
}

const groupsOf = (found: ShelfGroup, { bloodGroup }: Pick<Asked, 'bloodGroup'>) => ({
  found: shelfGroupName(found),
  asked: shelfGroupName(bloodGroup),
})

/** Of the right tube alone; what stands on the request counts for nothing here. */
export const foundGroup = (sample: Sample | null, asked: Asked, now: Date): ShelfGroup | null =>
  rightTube(sample, asked, now)?.groupFound ?? null

/** By a tube however old. */
function bombayFound(sample: Sample | null, asked: Asked): ShelfGroup | null {
  const everFound = sample && foundGroup(sample, asked, sample.takenAt)
  return everFound && bombayAmong(everFound)
}

/**
 * That a patient is Oh: found in a tube of theirs, or said by the hospital, as of the tube that it goes by; null: said
 * to be wrong.
 */
export type BombaySign = { readonly group: Bombay | null; readonly at: Date }

/** The last one counts, and of two of one moment the one that says it (ruling AMB-405). */
export function everBombayOf(signs: readonly BombaySign[]): Bombay | null {
  const last = Math.max(...signs.map(({ at }) => at.getTime()))
  return signs.find(({ group, at }) => group !== null && at.getTime() === last)?.group ?? null
}

/** `everBombay`: what was ever found or said of this patient, in whichever order and at whichever bank. */
type Known = Asked & { readonly everBombay: Bombay | null }

/**
 * In an emergency what was found, or nothing; but whoever was once known as a Bombay patient, by a tube however old or by
 * the hospital's word, is one: O would kill them (rulings AMB-376, AMB-405).
 */
export function groupInEmergency(sample: Sample | null, asked: Known, now: Date): ShelfGroup | null {
  return (
    bombayFound(sample, asked) ??
    bombayAmong(asked.bloodGroup) ??
    asked.everBombay ??
    foundGroup(sample, asked, now)
  )
}

/** What a slip says was found: what its bags went by (ruling AMB-384). */
export const groupOnSlip = (sample: Sample | null, asked: Asked, now: Date): ShelfGroup | null =>
  foundGroup(sample, asked, now) ?? bombayFound(sample, asked)

/**
 * By what else the bags of an emergency went, that neither the request nor a tube of this order says: it was known from
 * elsewhere (ruling AMB-424).
 */
export function groupKnownElsewhere(sample: Sample | null, asked: Known, now: Date): ShelfGroup | null {
  const known = groupInEmergency(sample, asked, now)
  return known === groupOnSlip(sample, asked, now) || known === asked.bloodGroup ? null : known
}

/** The tube, where it is this patient's and still good. */
export const rightTube = (sample: Sample | null, asked: Asked, now: Date): Sample | null =>
  whyNotThisTube(sample, asked, now) === null ? sample : null

/**
 * By which an order goes at its bank: its newest there. But a newer one of another bank in which another group was found
 * than the request says holds it up as it did there: who links another bank has not asked the patient (ruling AMB-431). In
 * an emergency nobody knows the group then.
 */
export function countingTube<One extends Sample & { readonly bankId: string }>(
  newestFirst: readonly One[],
  bankId: string,
  asked: Asked,
  isEmergency = false,
): (One & { isElsewhere?: true }) | null {
  const own = newestFirst.find((tube) => tube.bankId === bankId)
  if (!own) return null
  const groupIn = (tube: One) => foundGroup(tube, asked, tube.takenAt)
  const newer = newestFirst.slice(0, newestFirst.indexOf(own)).find((tube) => groupIn(tube) !== null)
  const group = newer ? groupIn(newer) : null
  if (!newer || group === null) return own
  // the request counts for nothing then, so that the two tubes have to agree
  if (isEmergency) return group === asked.bloodGroup && group === (groupIn(own) ?? group) ? own : null
  return group === asked.bloodGroup ? own : { ...newer, isElsewhere: true }
}

/** The newest by which a group may be corrected, whichever bank has it. */
export const correctingTube = <One extends Sample>(
  newestFirst: readonly One[],
  asked: Asked,
  now: Date,
): One | null => newestFirst.find((tube) => foundGroup(tube, asked, now) !== null) ?? null

/** The hospital admin's word, where sample and request differ, or speak together against what was once known: else nowhere. */
export function whyNotCorrectGroup(
  sample: Sample | null,
  asked: Known,
  to: ShelfGroup,
  now: Date,
): SampleRefusal | null {
  const refusal = whyNotTrustSample(sample, asked, now)
  const isOtherwise = refusal === null && asked.everBombay !== bombayAmong(asked.bloodGroup)
  if (refusal?.code !== 'sample-group-differs' && !isOtherwise) return no('nothing-to-correct')
  const found = sample?.groupFound
  return !found || found === to
    ? null
    : no('correct-to-found', 'bloodGroup', { found: shelfGroupName(found) })
}

export const correctGroup = (request: BloodRequest, to: ShelfGroup, now: Date): BloodRequest => ({
  ...request,
  bloodGroup: groupInLists(to),
  updatedAt: now,
  version: request.version + 1,
})
