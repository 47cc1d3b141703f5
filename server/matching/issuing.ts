import type { z } from 'zod'
import type { matching, Slip } from '#contract/matching.ts'
import { type Bag, bagName } from '#domain/bags/bag.ts'
import { moveBag } from '#domain/bags/moving.ts'
import { type BenchOrder, hasLeft } from '#domain/matching/bench-order.ts'
import { type Crossmatch, isMatched } from '#domain/matching/crossmatch.ts'
import { type Emergency, issueWords, whyNotIssue } from '#domain/matching/issuing.ts'
import { groupKnownElsewhere, groupOnSlip, rightTube, type Sample } from '#domain/matching/sample.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { lockBags, moveBags, namesOf, openHoldsOf } from '../db/bags.ts'
import { recordOn } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { hasSlipKey, signSlip } from '../slips/signing.ts'
import type { Checker } from './checking.ts'
import { lockAtBench } from './locking.ts'
import { type By, countingSample } from './samples.ts'
import { benchStore } from './store.ts'
import { benchWriter } from './writer-store.ts'

/**
 * Bags leave for one delivery: all is asked again while order and bags are held, and slip, bags and holds change
 * together. The order does not move by it (ruling AMB-220).
 */
export async function issueBags(
  work: Work,
  by: By,
  { id, seq, emergency, ...asked }: z.output<typeof matching.issue.input>,
  { checker, secret }: { checker: Checker | null; secret: string },
): Promise<Slip> {
  const { bankId } = by
  const { request, order } = await lockAtBench(work, id, bankId)
  const locked = await lockBags(
    work,
    asked.bags.map(({ bagId }) => bagId),
  )
  const bags = asked.bags.map(({ bagId }) => {
    const bag = locked.find((one) => one.id === bagId)
    if (bag?.bankId !== bankId) throw notFound()
    return bag
  })
  const store = benchStore(work.db)
  const holds = await openHoldsOf(work, locked)
  const numbers = locked.map(({ number }) => number)
  const results = await store.resultsOf(bankId, numbers)
  const forms = await store.formsOf(bankId, numbers)
  const sample = await countingSample(work, order, bankId, emergency !== null)
  const matches = await store.matchesOfPatient(request, locked)
  const facts = {
    seq,
    bags: bags.map((bag, at) => ({
      bag,
      heldFor: holds.get(bag.id)?.requestId ?? null,
      results: results.filter(({ number }) => number === bag.number),
      form: forms.get(bag.number) ?? null,
      isInspected: asked.bags[at]?.isInspected ?? false,
    })),
    ...{ sample, matches, emergency },
    nods: await store.nodsOf(id, bankId),
    issuedBy: by.accountId,
    checkedBy: checker?.accountId ?? null,
    needsChecker: (await store.settingsOf(bankId)).secondChecker,
    hasKey: await hasSlipKey(work.db, bankId),
  }
  refuse(issueWords, whyNotIssue(order, bankId, facts, work.now))
  const delivery = order.deliveries.find((one) => one.seq === seq)
  return sendOut(work, request, {
    ...{ bankId, seq, bags, sample, matches, emergency, secret, order, move: 'issue' },
    ...{ knownAt: work.now, issuedBy: by.person, checkedBy: checker?.person ?? null },
    isLater: delivery !== undefined && hasLeft(delivery),
  })
}

type Leaving = Pick<Slip, 'seq' | 'issuedBy' | 'checkedBy'> & {
  readonly bankId: string
  readonly bags: readonly Bag[]
  readonly sample: Sample | null
  readonly matches: readonly (Crossmatch & { id: string })[]
  readonly emergency: Emergency | null
  readonly secret: string
  /** As it was then. */
  readonly order: BenchOrder
  readonly move: 'issue' | 'issue-late'
  /** Its delivery has left: the driver has to come back for them. */
  readonly isLater: boolean
  readonly knownAt: Date
}

/** The slip itself, as of the work's time. The rule has been asked; order and bags are held. */
export async function sendOut(work: Work, request: BloodRequest, leaving: Leaving): Promise<Slip> {
  const { bankId, seq, bags, sample, matches, emergency, secret, order, move, isLater, knownAt, ...people } =
    leaving
  const { id, patientId, hospitalId } = request
  const isEmergency = emergency !== null
  const signed = await signSlip(work, secret, { bankId, requestId: id, patientId, seq, isEmergency, bags })
  const { slip } = signed
  const matchOf = (bagId: string) =>
    sample && isMatched(bagId, sample.id, matches)
      ? (matches.findLast((one) => one.bagId === bagId && one.sampleId === sample.id)?.id ?? null)
      : null
  const packed = bags.map((bag, position) => ({
    ...{ slip, bagId: bag.id, position, isInspected: true },
    crossmatchId: matchOf(bag.id),
  }))
  const tube = rightTube(sample, request, work.now)
  const isOwed = (bagId: string) => isEmergency && matchOf(bagId) === null
  const issue = {
    ...signed,
    ...{ bankId, requestId: id, seq, isEmergency },
    ...{ issuedAt: work.now, ...people },
    ...{ doctor: emergency?.doctor ?? '', reason: emergency?.reason ?? '' },
    resultsOwed: bags.filter((bag) => isOwed(bag.id)).length,
    // what the paper says of the patient, whatever is found or corrected later (ruling AMB-359)
    ...{ askedGroup: order.bloodGroup, foundGroup: groupOnSlip(sample, order, work.now) },
    knownGroup: isEmergency ? groupKnownElsewhere(sample, order, work.now) : null,
    ...{ sampleId: tube?.id ?? null, sampleUntil: tube?.validUntil ?? null },
    antibodyScreen: tube?.antibodyScreen ?? null,
  }
  await benchWriter(work).addIssue({ ...issue, knownAt }, hospitalId, packed)
  await moveBags(
    work,
    bags.map((bag) => ({
      from: bag,
      to: moveBag(bag, move),
      happened: { kind: 'bag-issued', detail: { ...namesOf(bag), requestId: id, slip } },
    })),
  )
  const detail = {
    ...{ slip, seq, bags: bags.map(bagName) },
    ...(isEmergency && { isEmergency: true as const }),
    ...(isLater && { isLater: true as const }),
  }
  await recordOn(work, request, { kind: 'bags-issued', detail })
  return { ...issue, bags: bags.map((bag) => ({ ...bag, isOwed: isOwed(bag.id), setAside: null })) }
}
