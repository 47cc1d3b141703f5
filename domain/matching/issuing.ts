/** Bags leave the house for one delivery. Everything is asked once more, in this order. */
import { type Bag, bagName } from '../bags/bag.ts'
import { type DonationResults, testWords, whyNotUse } from '../bags/donation-tests.ts'
import { type FormStand, whyNotByForm } from '../bags/forms.ts'
import { hasRedCells, type ShelfGroup } from '../bags/kinds.ts'
import { whyNotMoveBag } from '../bags/moving.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { hours, later } from '../basics/time.ts'
import { unitsPerDelivery } from '../requests/delivering.ts'
import { type BenchOrder, nextToPack, patientOf, unitsToPack, whyNotAtBench } from './bench-order.ts'
import { type Crossmatch, isBarred, isMatched, matchWords } from './crossmatch.ts'
import { fitOf, fitText, neverFits } from './fit.ts'
import { missingNeeds } from './needs.ts'
import { groupInEmergency, type Sample, whyNotTrustSample } from './sample.ts'
import { isWholeNod } from './substituting.ts'

export type Emergency = { readonly doctor: string; readonly reason: string }

/** The hospital's nod to a group that needs care, for one order. `doctor`: who decided, where it is about Rh. */
export type Nod = { readonly bloodGroup: ShelfGroup; readonly doctor: string; readonly reason: string }

export type IssuedBag = {
  readonly bag: Bag
  readonly heldFor: string | null
  readonly results: DonationResults
  /** The donor form of its donation; of what left on paper none is asked: a deferral is no result. */
  readonly form: FormStand | null
  readonly isInspected: boolean
}

export type IssueFacts = {
  readonly seq: number
  readonly bags: readonly IssuedBag[]
  readonly sample: Sample | null
  /** All of this patient. */
  readonly matches: readonly Crossmatch[]
  readonly nods: readonly Nod[]
  readonly emergency: Emergency | null
  readonly issuedBy: string
  readonly checkedBy: string | null
  readonly needsChecker: boolean
  readonly hasKey: boolean
}

export const issueWords = {
  ...matchWords,
  ...testWords,
  'no-driver': { title: 'No Driver', text: 'This order has no driver yet.' },
  'not-next-delivery': {
    title: 'Another Delivery',
    text: 'Delivery {seq} is not the next to be packed.',
    conflict: true,
  },
  'no-bags': { title: 'No Bags', text: 'Please scan the bags that leave.' },
  'too-many-bags': { title: 'Too Many Bags', text: 'This delivery takes at most {most}.' },
  'bag-twice': { title: 'Scanned Twice', text: 'Bag {number} was scanned twice.' },
  'another-component': { title: 'Another Component', text: 'Bag {number} is not what was ordered.' },
  'needs-missing': {
    title: 'Needs Not Met',
    text: 'Bag {number} is not {missing}, as this patient needs it.',
  },
  'never-fits': neverFits,
  'no-nod': {
    title: 'Hospital Asked',
    text: 'Bag {number} is {group}: the hospital has not agreed to it yet.',
  },
  'no-nod-doctor': {
    title: 'Doctor Missing',
    text: 'Bag {number} is Rh positive for an Rh-negative patient: it needs a doctor’s name and reason.',
  },
  'not-matched': {
    title: 'Not Cross-Matched',
    text: 'Bag {number} has no compatible cross-match on this sample.',
  },
  'not-inspected': { title: 'Not Inspected', text: 'Please look at bag {number}: colour, clots, leaks.' },
  'no-checker': { title: 'Second Person', text: 'Please let a second person compare bags and request.' },
  'same-checker': { title: 'Second Person', text: 'The second person has to be another than who issues.' },
  'no-key': { title: 'No Key', text: 'The key that signs slips is retired. Please ask your provider.' },
  'emergency-component': {
    title: 'Red Cells Only',
    text: 'Only red cells are released without a cross-match.',
  },
  'no-doctor': { title: 'Doctor Missing', text: 'Please write the name of the doctor who asks for it.' },
  'no-emergency-reason': {
    title: 'Reason Missing',
    text: 'Please write why there is no time for a cross-match.',
  },
} satisfies Record<string, Wording>

export type IssueRefusal = Refusal<keyof typeof issueWords>

export const whyNotIssue = (
  order: BenchOrder,
  bankId: string,
  facts: IssueFacts,
  now: Date,
): IssueRefusal | null => reasonsNotToIssue(order, bankId, facts, now)[0] ?? null

/** All that is left to do, the first first: what the button says beside it. */
export function reasonsNotToIssue(
  order: BenchOrder,
  bankId: string,
  facts: IssueFacts,
  now: Date,
): IssueRefusal[] {
  const atBench = whyNotAtBench(order, bankId)
  // of an order that is not ours nothing else is said
  if (atBench) return [atBench]
  const all: (IssueRefusal | null)[] = [
    order.driverEmail === null ? no('no-driver') : null,
    ...whyNotSize(order, facts),
    ...whyNotEmergency(order, facts.emergency),
    facts.emergency ? null : whyNotTrustSample(facts.sample, order, now),
    ...facts.bags.map((one) => whyNotIssueBag(order, one, facts, now)),
    whyNotChecked(facts),
    facts.hasKey ? null : no('no-key'),
  ]
  return all.filter((one) => one !== null)
}

function whyNotSize(order: BenchOrder, { seq, bags }: IssueFacts): (IssueRefusal | null)[] {
  const next = nextToPack(order)
  const most = Math.min(unitsPerDelivery, next ? unitsToPack(next) : unitsPerDelivery)
  const twice = bags.find(({ bag }, at) => bags.findIndex((one) => one.bag.id === bag.id) !== at)
  return [
    next?.seq === seq ? null : no('not-next-delivery', 'seq', { seq }),
    bags.length === 0 ? no('no-bags', 'bags') : null,
    bags.length > most ? no('too-many-bags', 'bags', { most }) : null,
    twice ? no('bag-twice', 'bags', { number: bagName(twice.bag) }) : null,
  ]
}

export function whyNotEmergency(
  { component }: Pick<BenchOrder, 'component'>,
  emergency: Emergency | null,
): (IssueRefusal | null)[] {
  if (!emergency) return []
  return [
    hasRedCells(component) ? null : no('emergency-component'),
    isBlank(emergency.doctor) ? no('no-doctor', 'doctor') : null,
    isBlank(emergency.reason) ? no('no-emergency-reason', 'reason') : null,
  ]
}

/** `late`: from a paper, for which nobody could hold it; `reactive`: and its donation was found so. */
export function whyNotIssueBag(
  order: BenchOrder,
  { bag, heldFor, results, form, isInspected }: IssuedBag,
  facts: Pick<IssueFacts, 'sample' | 'matches' | 'nods' | 'emergency'>,
  now: Date,
  late: keyof typeof lateMoves | null = null,
): IssueRefusal | null {
  const number = bagName(bag)
  const isHeldHere = heldFor === order.id || (late !== null && heldFor === null)
  if (!isHeldHere) return no('not-held-here', 'bags', { number })
  const move = late ? lateMoves[late] : 'issue'
  const refusal =
    whyNotMoveBag(bag, move, 'bank', now) ?? (late === 'reactive' ? null : whyNotUse(bag, results))
  if (refusal) return refusal
  const byForm = whyNotByForm(bag, form)
  if (byForm) return { ...byForm, field: 'bags' }
  if (bag.component !== order.component) return no('another-component', 'bags', { number })
  const missing = missingNeeds(order.needs, bag)
  if (missing.length > 0 && !facts.emergency)
    return no('needs-missing', 'bags', { number, missing: missing.join(', ') })
  return (
    whyNotFit(order, bag, facts, now) ??
    whyNotMatched(bag, facts) ??
    (isInspected ? null : no('not-inspected', 'bags', { number }))
  )
}

export const lateMoves = { late: 'issue-late', reactive: 'issue-reactive' } as const

/** In an emergency what stands on the request counts for nothing: the group that was found, or none, or Oh. */
function whyNotFit(
  order: BenchOrder,
  bag: Bag,
  facts: Pick<IssueFacts, 'sample' | 'nods' | 'emergency'>,
  now: Date,
): IssueRefusal | null {
  const { bloodGroup } = bag
  const number = bagName(bag)
  const group = facts.emergency ? groupInEmergency(facts.sample, order, now) : order.bloodGroup
  const fit = fitOf(bag.component, { ...patientOf(order), group }, bag)
  if (fit.level === 'never') return no('never-fits', 'bags', { number, why: fitText(bag, fit) })
  // the doctor who asks for an emergency has decided
  if (fit.level !== 'care' || facts.emergency) return null
  const nod = facts.nods.find((one) => one.bloodGroup === bloodGroup)
  if (!nod) return no('no-nod', 'bags', { number, group: bloodGroup })
  return isWholeNod(order, nod) ? null : no('no-nod-doctor', 'bags', { number })
}

function whyNotMatched(
  bag: Bag,
  { emergency, sample, matches }: Pick<IssueFacts, 'emergency' | 'sample' | 'matches'>,
): IssueRefusal | null {
  const { id, component } = bag
  const number = bagName(bag)
  if (isBarred(id, matches)) return no('bag-barred', 'bags', { number })
  if (emergency || !hasRedCells(component)) return null
  return sample && isMatched(id, sample.id, matches) ? null : no('not-matched', 'bags', { number })
}

export function whyNotChecked({
  needsChecker,
  checkedBy,
  issuedBy,
}: Pick<IssueFacts, 'needsChecker' | 'checkedBy' | 'issuedBy'>): IssueRefusal | null {
  if (checkedBy === null) return needsChecker ? no('no-checker', 'checkedBy') : null
  return checkedBy === issuedBy ? no('same-checker', 'checkedBy') : null
}

/** The cross-match of an emergency is owed until then. */
export const resultOwedBy = (issuedAt: Date): Date => later(issuedAt, hours(24))

/** The bags of an emergency slip without a result, on whatever sample came after. */
export const resultsOwed = (
  bagIds: readonly string[],
  matches: readonly Pick<Crossmatch, 'bagId'>[],
): string[] => bagIds.filter((id) => !matches.some(({ bagId }) => bagId === id))
