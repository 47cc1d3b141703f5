/** A bag in one patient's name: for a time, and for nobody else. */
import { z } from 'zod'
import type { Bag } from '../bags/bag.ts'
import { isExpired } from '../bags/bag.ts'
import { type FormStand, formWords, whyNotByForm } from '../bags/forms.ts'
import { hasRedCells } from '../bags/kinds.ts'
import { type MovingRefusal, movingWords, whyNotMoveBag } from '../bags/moving.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { hours, later } from '../basics/time.ts'
import { grace } from '../requests/timing.ts'
import { type BenchOrder, benchWords, patientOf, unitsOwed, whyNotAtBench } from './bench-order.ts'
import { endsSoon } from './choosing.ts'
import { type Crossmatch, isBarred } from './crossmatch.ts'
import { fitOf, fitText, neverFits } from './fit.ts'
import { missingNeeds } from './needs.ts'
import { type Sample, sampleWords, whyNotThisTube } from './sample.ts'

const releaseReasons = [
  'issued',
  'time',
  'cancelled',
  'swapped',
  'expired',
  'not-needed',
  'discarded',
] as const
export const ReleaseReason = z.enum(releaseReasons)
export type ReleaseReason = z.infer<typeof ReleaseReason>

/** Open while `releasedAt` is null; a bag has one open hold at most. */
export type BagHold = {
  readonly bagId: string
  readonly requestId: string
  readonly heldAt: Date
  readonly heldBy: string
  readonly until: Date
  readonly releasedAt: Date | null
  readonly releaseReason: ReleaseReason | null
}

/** So many more than are owed: one may prove incompatible. */
const spares = 2
/** Whoever bleeds is on the way to the bag, or does not need it. */
const emergencyHours = 2

export const holdWords = {
  ...benchWords,
  ...movingWords,
  ...formWords,
  'of-another-shelf': { title: 'Not On Your Shelf', text: 'Bag {number} is not on your shelf.' },
  'held-already': {
    title: 'Held Meanwhile',
    text: 'Bag {number} is held for order {order}, by {by}.',
    conflict: true,
  },
  'another-component': {
    title: 'Another Component',
    text: 'Bag {number} is {component}; the order is for {asked}.',
  },
  'needs-missing': {
    title: 'Needs Not Met',
    text: 'Bag {number} is not {missing}, as this patient needs it.',
  },
  'never-fits': neverFits,
  'label-differs': sampleWords['label-differs'],
  'sample-unfit': sampleWords['sample-unfit'],
  'emergency-component': {
    title: 'Red Cells Only',
    text: 'Only red cells are released without a cross-match.',
  },
  'held-barred': { title: 'Incompatible', text: 'Bag {number} was incompatible with this patient.' },
  'no-early-reason': {
    title: 'Reason Missing',
    text: 'Bag {number} expires soon after the deadline. Please say why it is taken.',
  },
  'too-many-held': { title: 'Enough Held', text: '{owed} are owed and {held} held: at most {most} may be.' },
  'hold-over': {
    title: 'Too Late To Hold',
    text: 'A hold would be over already: sample or reservation have ended.',
  },
} satisfies Record<string, Wording>

export type HoldRefusal = Refusal<keyof typeof holdWords>

/** To the sample's end; a reservation not beyond its own, and what has no sample yet as long. */
export function holdUntil(
  { orderType, deadlineAt }: Pick<BenchOrder, 'orderType' | 'deadlineAt'>,
  sample: Pick<Sample, 'validUntil'> | null,
  isEmergency: boolean,
  now: Date,
): Date {
  if (isEmergency) return later(now, hours(emergencyHours))
  const end = later(deadlineAt, grace)
  if (!sample) return end
  return orderType === 'reservation' && end < sample.validUntil ? end : sample.validUntil
}

/** A compatible match holds a bag to the end of its sample, and never for a shorter time than before (ruling AMB-225). */
export function heldOnMatch(
  order: Pick<BenchOrder, 'orderType' | 'deadlineAt'>,
  sample: Pick<Sample, 'validUntil'>,
  { until }: Pick<BagHold, 'until'>,
  now: Date,
): Date {
  const end = holdUntil(order, sample, false, now)
  return end > until ? end : until
}

export type HoldFacts = {
  readonly bag: Bag
  /** Its open hold. */
  readonly hold: BagHold | null
  /** Open holds of the order. */
  readonly held: number
  readonly sample: Sample | null
  readonly matches: readonly Crossmatch[]
  /** The donor form of its donation. */
  readonly form: FormStand | null
  readonly spareHours: number
  /** Why a bag is taken that ends soon after the deadline. */
  readonly earlyReason: string
  /** Released without a cross-match, for a group found or unknown. */
  readonly emergency: { readonly group: Sample['groupFound'] } | null
}

export function whyNotHold(
  order: BenchOrder,
  bankId: string,
  facts: HoldFacts,
  now: Date,
): HoldRefusal | null {
  const { bag, hold, held, emergency } = facts
  const { number } = bag
  const refusal = whyNotAtBench(order, bankId)
  if (refusal) return refusal
  if (bag.bankId !== bankId) return no('of-another-shelf', 'bagId', { number })
  if (hold) return no('held-already', 'bagId', { number, order: hold.requestId, by: hold.heldBy })
  const unmoved: MovingRefusal | null = whyNotMoveBag(bag, 'hold', 'bank', now)
  if (unmoved) return unmoved
  const byForm = whyNotByForm(bag, facts.form)
  if (byForm) return { ...byForm, field: 'bagId' }
  if (bag.component !== order.component)
    return no('another-component', 'bagId', { number, component: bag.component, asked: order.component })
  if (emergency && !hasRedCells(bag.component)) return no('emergency-component', 'bagId')
  const wrong = emergency ? null : whyNotOnTube(facts.sample, order, now)
  if (wrong) return wrong
  const missing = missingNeeds(order.needs, bag)
  // a bleeding patient gets what there is
  if (missing.length > 0 && !emergency)
    return no('needs-missing', 'bagId', { number, missing: missing.join(', ') })
  const patient = emergency ? { ...patientOf(order), group: emergency.group } : patientOf(order)
  const fit = fitOf(bag.component, patient, bag)
  if (fit.level === 'never') return no('never-fits', 'bagId', { number, why: fitText(bag, fit) })
  if (isBarred(bag.id, facts.matches)) return no('held-barred', 'bagId', { number })
  const isEarly = endsSoon(bag, order.deadlineAt, facts.spareHours, now)
  if (isEarly && !emergency && isBlank(facts.earlyReason)) return no('no-early-reason', 'reason', { number })
  const owed = unitsOwed(order)
  if (held >= owed + spares) return no('too-many-held', undefined, { owed, held, most: owed + spares })
  return holdUntil(order, facts.sample, emergency !== null, now) <= now ? no('hold-over') : null
}

/** Before there is a sample a bag may be held; on a wrong one nothing is. How old it is, the end of the hold says. */
function whyNotOnTube(sample: Sample | null, order: BenchOrder, now: Date): HoldRefusal | null {
  const refusal = sample && whyNotThisTube(sample, order, now)
  const { code } = refusal ?? {}
  return refusal && (code === 'label-differs' || code === 'sample-unfit') ? { ...refusal, code } : null
}

/** What the minute, or a change of the order, does to an open hold: why it ends, if it does. */
export function holdEnds(
  hold: Pick<BagHold, 'until' | 'requestId'>,
  bag: Pick<Bag, 'expiresAt' | 'bankId'>,
  order: BenchOrder,
  now: Date,
): ReleaseReason | null {
  if (order.status === 'cancelled' || order.bankId !== bag.bankId) return 'cancelled'
  if (whyNotAtBench(order, bag.bankId)) return 'not-needed'
  if (isExpired(bag, now)) return 'expired'
  return now >= hold.until ? 'time' : null
}

export const release = (hold: BagHold, reason: ReleaseReason, now: Date): BagHold => ({
  ...hold,
  releasedAt: now,
  releaseReason: reason,
})
