/** What a bank cross-matched and issued on paper while nothing worked, entered afterwards (ruling AMB-374). */
import { z } from 'zod'
import { Bag, bagName } from '../bags/bag.ts'
import { type DonationResults, standOf } from '../bags/donation-tests.ts'
import { hasRedCells, ShelfGroup } from '../bags/kinds.ts'
import { stateText, whyNotMoveBag } from '../bags/moving.ts'
import { BagNumber } from '../bags/reading.ts'
import { Moment } from '../basics/day.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { folded, isBlank, line } from '../basics/text.ts'
import { dayOf, instantOf, showDate, showDateTime } from '../basics/time.ts'
import { isUnderWay } from '../driving/stepping.ts'
import type { BenchOrder } from '../matching/bench-order.ts'
import { type Crossmatch, CrossmatchMethod, CrossmatchResult, isBarred } from '../matching/crossmatch.ts'
import {
  type IssuedBag,
  type IssueFacts,
  issueWords,
  lateMoves,
  whyNotChecked,
  whyNotEmergency,
  whyNotIssueBag,
} from '../matching/issuing.ts'
import {
  AntibodyScreen,
  Recent,
  type Sample,
  whyNotReceiveSample,
  whyNotThisTube,
  whyNotTrustSample,
} from '../matching/sample.ts'
import { unitsPerDelivery } from '../requests/delivering.ts'
import type { BloodRequest } from '../requests/request.ts'
import { lateWords, whyNotTimes } from './late.ts'

/** Null: not cross-matched. What was incompatible is written down, and did not leave. */
const PaperBag = z.strictObject({
  number: BagNumber,
  division: Bag.shape.division.default(''),
  match: z.strictObject({ method: CrossmatchMethod, result: CrossmatchResult }).nullable(),
  isInspected: z.boolean(),
  /** It left, though its donation is reactive (ruling AMB-378). */
  isSure: z.boolean().default(false),
})

/** Both halves of a bank's sheet. */
export const Sheet = z.strictObject({
  seq: z.number().int().min(1).max(1_000),
  /** As the tube's label says; null: the tube that the bench has. */
  sample: z
    .strictObject({
      labelName: line(120),
      labelPatientId: line(60),
      takenAt: Moment,
      takenBy: line(80).default(''),
      receivedAt: Moment,
      groupFound: ShelfGroup.nullable().default(null),
      antibodyScreen: AntibodyScreen.default('not-done'),
      recent: Recent.default('unknown'),
    })
    .nullable(),
  bags: z.array(PaperBag).max(10),
  matchedAt: Moment.nullable(),
  /** By the names on the paper. */
  matchedBy: line(80).default(''),
  issuedAt: Moment,
  issuedBy: line(80),
  checkedBy: line(80).default(''),
  emergency: z.strictObject({ doctor: line(80), reason: line(200) }).nullable(),
})
export type Sheet = z.infer<typeof Sheet>

export const sheetWords = {
  ...issueWords,
  ...lateWords,
  // the same of one that is another bank's and of one that is not there
  'not-your-order': {
    title: 'Not Your Order',
    text: 'There is no such order at your blood bank. If it was linked on paper, the provider enters the link first.',
  },
  'no-such-delivery': { title: 'No Such Delivery', text: 'This order has no delivery {seq}.' },
  'nothing-to-enter': {
    title: 'Nothing Left To Enter',
    text: 'Every unit of delivery {seq} has its slip already.',
    conflict: true,
  },
  'after-arrival': {
    title: 'Issued After It Arrived',
    text: '{time} is after delivery {seq} arrived, {arrived}. Please look at the paper again.',
  },
  'no-match-time': {
    title: 'Time Missing',
    text: 'Please enter when the cross-match was done.',
  },
  'no-issuer': { title: 'Name Missing', text: 'Please enter who issued the bags, as the paper says.' },
  'bag-unknown': { title: 'Unknown Bag', text: 'No bag {number} is on your shelf.' },
  'before-collected': {
    title: 'Issued Before It Was Given',
    text: 'Bag {number} was collected on {day}, after it was issued. Please look at the paper again.',
  },
  'reactive-left': {
    title: 'Reactive Donation',
    text: 'The donation of {number} is reactive ({tests}). If this bag left, tick so: the hospital is told at once to stop it.',
  },
  'bag-parts': {
    title: 'Several Parts',
    text: 'There are several parts of {number}. Please add the part, such as {number} {part}.',
  },
} satisfies Record<string, Wording>

export type SheetRefusal = Refusal<keyof typeof sheetWords>

export const hasLeftOnPaper = ({ match }: Sheet['bags'][number]): boolean => match?.result !== 'incompatible'

export const isReactive = (results: DonationResults): boolean => standOf(results).kind === 'reactive'

/** A cross-match showed it after the time on the paper: its bag left all the same, and is set aside at once (ruling AMB-422). */
export const isIncompatibleSince = (
  { result, doneAt }: Pick<Crossmatch, 'result' | 'doneAt'>,
  { issuedAt }: Pick<Sheet, 'issuedAt'>,
): boolean => result === 'incompatible' && doneAt > issuedAt

/** The newest that had come by then. */
export const tubeAt = <One extends Pick<Sample, 'receivedAt'>>(
  newestFirst: readonly One[],
  { matchedAt, issuedAt }: Pick<Sheet, 'matchedAt' | 'issuedAt'>,
): One | null => newestFirst.find(({ receivedAt }) => receivedAt <= (matchedAt ?? issuedAt)) ?? null

/** What the sheet says by itself. */
export function whyNotSheet(sheet: Sheet, now: Date): SheetRefusal | null {
  const { sample, bags, matchedAt, issuedAt, issuedBy, checkedBy, emergency } = sheet
  const label = sample && whyNotReceiveSample(sample, now)
  if (label && label.code !== 'taken-later') return label
  if (!bags.some(hasLeftOnPaper)) return no('no-bags', 'bags')
  const named = bags.map(({ number, division }) => `${number} ${division}`)
  const twice = named.findIndex((one, at) => named.indexOf(one) !== at)
  if (twice >= 0) return no('bag-twice', `bags.${twice}.number`, { number: bags[twice]?.number ?? '' })
  if (matchedAt === null && bags.some(({ match }) => match)) return no('no-match-time', 'matchedAt')
  const times = [
    ...(sample ? [{ field: 'takenAt', at: sample.takenAt }] : []),
    ...(sample ? [{ field: 'receivedAt', at: sample.receivedAt }] : []),
    ...(matchedAt ? [{ field: 'matchedAt', at: matchedAt }] : []),
    { field: 'issuedAt', at: issuedAt },
  ]
  const untimely = whyNotTimes(times, now)
  if (untimely) return untimely
  if (isBlank(issuedBy)) return no('no-issuer', 'issuedBy')
  // of which component it is the order says
  const [unsaid] = whyNotEmergency({ component: 'PRBC' }, emergency).filter((one) => one !== null)
  const people = { issuedBy: folded(issuedBy), checkedBy: isBlank(checkedBy) ? null : folded(checkedBy) }
  return unsaid ?? whyNotChecked({ ...people, needsChecker: false })
}

export type SheetFacts = Pick<IssueFacts, 'matches' | 'nods' | 'needsChecker' | 'hasKey' | 'sample'> & {
  /** As the sheet has them. Whether each was looked at stands on the sheet. */
  readonly bags: readonly (Omit<IssuedBag, 'isInspected' | 'form'> & {
    /** It left with another slip before, and came back or was destroyed since. */
    readonly isOnSlip: boolean
  })[]
}

/** All that the bench asks, as of the time on the paper; the order may have arrived since (ruling AMB-374). */
export function whyNotIssueLate(
  order: BenchOrder & Pick<BloodRequest, 'raisedAt'>,
  bankId: string,
  sheet: Sheet,
  facts: SheetFacts,
  now: Date,
): SheetRefusal | null {
  if (order.bankId !== bankId) return no('not-your-order', 'id')
  const { emergency, checkedBy } = sheet
  if (!isUnderWay(order) && !arrived.includes(order.status)) return no('order-over', 'id')
  const [wrongKind] = whyNotEmergency(order, emergency).filter((one) => one !== null)
  return (
    whyNotSheet(sheet, now) ??
    whyNotThen(order, sheet) ??
    (order.driverEmail === null ? no('no-driver', 'id') : null) ??
    wrongKind ??
    whyNotTube(order, sheet, facts) ??
    firstOf(facts.bags.map((_, at) => whyNotPaperBag(order, sheet, facts, at))) ??
    (facts.needsChecker && isBlank(checkedBy) ? no('no-checker', 'checkedBy') : null) ??
    (facts.hasKey ? null : no('no-key'))
  )
}

const arrived: readonly BloodRequest['status'][] = ['delivery-completed', 'completed']

const firstOf = <One>(all: readonly (One | null)[]): One | null => all.find((one) => one !== null) ?? null

/** Its delivery: units that no slip has, and that had not arrived yet. */
function whyNotThen(
  { deliveries, raisedAt }: BenchOrder & Pick<BloodRequest, 'raisedAt'>,
  { seq, bags, issuedAt }: Sheet,
): SheetRefusal | null {
  const time = showDateTime(issuedAt)
  if (issuedAt < raisedAt) return no('before-raise', 'issuedAt', { time, raised: showDateTime(raisedAt) })
  const delivery = deliveries.find((one) => one.seq === seq)
  if (!delivery) return no('no-such-delivery', 'seq', { seq })
  const { units, packed, deliveredAt } = delivery
  const most = Math.min(unitsPerDelivery, units - (packed ?? 0))
  if (most <= 0) return no('nothing-to-enter', 'seq', { seq })
  if (bags.filter(hasLeftOnPaper).length > most) return no('too-many-bags', 'bags', { most })
  if (deliveredAt === null || issuedAt <= deliveredAt) return null
  return no('after-arrival', 'issuedAt', { time, seq, arrived: showDateTime(deliveredAt) })
}

/** In an emergency none is needed; one that is told is the patient's all the same. */
function whyNotTube(order: BenchOrder, sheet: Sheet, { sample }: SheetFacts): SheetRefusal | null {
  const isNeeded = sheet.sample !== null || sheet.bags.some(({ match }) => match)
  const { emergency, issuedAt } = sheet
  if (emergency && !isNeeded) return null
  const refusal = (emergency ? whyNotThisTube : whyNotTrustSample)(sample, order, issuedAt)
  return refusal && { ...refusal, field: tubeFields[refusal.code] ?? 'takenAt' }
}

const tubeFields: Record<string, string> = {
  'no-sample': 'hasTube',
  'label-differs': 'labelName',
  'group-not-tested': 'groupFound',
  'sample-group-differs': 'groupFound',
}

function whyNotPaperBag(
  order: BenchOrder,
  { bags: told, issuedAt, emergency }: Sheet,
  { bags, sample, matches, nods }: SheetFacts,
  at: number,
): SheetRefusal | null {
  const [said, found] = [told[at], bags[at]]
  if (!said || !found) return null
  const { bag, heldFor, results, isOnSlip } = found
  const late = isReactive(results) ? 'reactive' : 'late'
  const number = { number: bagName(bag) }
  const refusal = (): SheetRefusal | null => {
    if (isOnSlip) return no('bag-elsewhere', undefined, { state: stateText(bag.state) })
    if (said.match && !hasRedCells(bag.component)) return no('no-match-needed')
    if (dayOf(issuedAt) < bag.collectedOn)
      return no('before-collected', undefined, {
        ...number,
        day: showDate(instantOf(bag.collectedOn, '00:00')),
      })
    const known = matches.filter(({ doneAt }) => doneAt <= issuedAt)
    if (hasLeftOnPaper(said)) {
      const all = [...known, ...matchesOn(order.id, told, bags, sample, issuedAt)]
      const asked = { sample, matches: all, nods, emergency }
      return whyNotIssueBag(
        order,
        { ...found, form: null, isInspected: said.isInspected },
        asked,
        issuedAt,
        late,
      )
    }
    if (isBarred(bag.id, known)) return no('bag-barred', undefined, number)
    if (heldFor !== null && heldFor !== order.id) return no('not-held-here', undefined, number)
    return whyNotMoveBag(bag, lateMoves[late], 'bank', issuedAt)
  }
  const why = refusal()
  if (why) return { ...why, field: `bags.${at}.number` }
  if (late === 'late' || said.isSure || !hasLeftOnPaper(said)) return null
  const tests = results.flatMap(({ test, result }) => (result === 'reactive' ? [test] : [])).join(', ')
  return no('reactive-left', `bags.${at}.isSure`, { ...number, tests })
}

const matchesOn = (
  requestId: string,
  told: Sheet['bags'],
  bags: SheetFacts['bags'],
  sample: Sample | null,
  doneAt: Date,
): Crossmatch[] =>
  told.flatMap(({ match }, at) => {
    const bagId = bags[at]?.bag.id
    return match && bagId && sample
      ? [{ ...match, requestId, sampleId: sample.id, bagId, doneAt, doneBy: '' }]
      : []
  })
