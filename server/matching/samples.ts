import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { matching } from '#contract/matching.ts'
import { no, say } from '#domain/basics/refusal.ts'
import { currentDelivery } from '#domain/driving/steps.ts'
import { whyOnHold } from '#domain/matching/bench-list.ts'
import { type BenchOrder, benchWords, whyNotAtBench } from '#domain/matching/bench-order.ts'
import {
  countingTube,
  receivedAfter,
  type Sample,
  type SampleRefusal,
  sampleWords,
  validUntil,
  whyNotReceiveSample,
  whyNotThisTube,
  whyNotTrustSample,
} from '#domain/matching/sample.ts'
import { doerText } from '#domain/people/doer.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { recordOn } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { doneOf, tellByBank } from '../driving/bank-steps.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { lockOwing } from './locking.ts'
import { benchStore } from './store.ts'
import { benchWriter } from './writer-store.ts'

export type By = { bankId: string; person: string; displayName: string; accountId: string }

/** A tube as its label says. That of this patient moves the order; any other puts it on hold. */
export async function receiveSample(
  work: Work,
  by: By,
  { id, ...told }: z.output<typeof matching.receiveSample.input>,
) {
  const { request, order, isOwing } = await lockOwing(work, id, by.bankId)
  const over = whyNotAtBench(order, by.bankId)
  refuse(benchWords, isOwing ? null : over)
  refuse(sampleWords, whyNotReceiveSample(told, work.now))
  const { sampleHours } = await benchStore(work.db).settingsOf(by.bankId)
  const [before = null] = await benchStore(work.db).tubesOf(id)
  const receivedAt = receivedAfter(before, work.now)
  const sample = tubeOf({ now: receivedAt }, by, { ...told, requestId: id }, sampleHours)
  const refusal = whyNotTrustSample(sample, order, work.now)
  const onHold = whyOnHold(order, sample, work.now)
  await keepTube(work, sample, onHold === null)
  const answer = { sample, refusal: refusal && answered(refusal) }
  // for a result that is owed alone
  if (over) return answer
  const isTheirs = whyNotThisTube(sample, order, work.now) === null
  const moved = isTheirs ? await tellReceived(work, request, by, onHold) : request
  if (onHold) await tellWanted(work, moved, onHold)
  return answer
}

type Told = Omit<z.output<typeof matching.receiveSample.input>, 'id'> & { requestId: string }
type Tube = ReturnType<typeof tubeOf>

/** As it came, at the work's time. */
export const tubeOf = (
  { now }: Pick<Work, 'now'>,
  { bankId, person }: Pick<By, 'bankId' | 'person'>,
  told: Told,
  sampleHours: number,
) => ({
  ...told,
  ...{ id: randomUUID(), bankId, version: 1, receivedAt: now, receivedBy: person },
  validUntil: validUntil(told.takenAt, told.recent, sampleHours),
})

export async function keepTube(work: Work, tube: Tube, isRight: boolean): Promise<void> {
  const { id, requestId, bankId } = tube
  await benchWriter(work).addSample(tube)
  const detail = { requestId, isRight }
  await work.record({ kind: 'sample-received', subjectId: id, bankId, detail })
}

/** The first puts the order to cross-matching; a later one that nothing speaks against is a line in the timeline. */
async function tellReceived(
  work: Work,
  request: BloodRequest,
  by: By,
  onHold: SampleRefusal | null,
): Promise<BloodRequest> {
  const seq = currentDelivery(await doneOf(work, request))?.seq ?? 1
  const told = {
    ...{ seq, step: 'cross matching' as const, person: by.person },
    by: doerText({ person: by.person, place: by.displayName }),
  }
  const moved = await tellByBank(work, request, told)
  if (!moved && !onHold) await recordOn(work, request, { kind: 'sample-accepted' })
  return moved ?? request
}

/** What was found in the newest one; what was found before is written over, and counted by its version. */
export async function recordFindings(
  work: Work,
  by: By,
  { id, sampleId, version, ...found }: z.output<typeof matching.recordFindings.input>,
) {
  const { request, order, isOwing } = await lockOwing(work, id, by.bankId)
  const over = whyNotAtBench(order, by.bankId)
  refuse(benchWords, isOwing ? null : over)
  const store = benchStore(work.db)
  const tubes = await store.tubesOf(id)
  const before = tubes.find(({ bankId }) => bankId === by.bankId)
  if (before?.id !== sampleId) {
    refuse(findingsWords, before ? no('sample-replaced') : null)
    throw notFound()
  }
  refuse(findingsWords, before.version === version ? null : no('sample-changed'))
  const { sampleHours } = await store.settingsOf(by.bankId)
  const sample = {
    ...before,
    ...found,
    version: version + 1,
    validUntil: validUntil(before.takenAt, found.recent, sampleHours),
  }
  await benchWriter(work).saveFindings(sample)
  await work.record({
    ...{ kind: 'sample-tested', subjectId: sample.id, bankId: by.bankId },
    detail: { requestId: id },
  })
  const mended = tubes.map((tube) => (tube.id === sampleId ? sample : tube))
  const [first, counting] = [tubes, mended].map((all) => countingTube(all, by.bankId, order))
  const [was, is] = over ? [] : [first, counting].map((tube = null) => whyOnHold(order, tube, work.now))
  if (is && is.code !== was?.code) await tellWanted(work, request, is)
  if (was && !is) await recordOn(work, request, { kind: 'sample-accepted' })
  const refusal = whyNotTrustSample(over ? sample : (counting ?? null), order, work.now)
  return { sample, refusal: refusal && answered(refusal) }
}

const findingsWords = {
  'sample-replaced': {
    title: 'Newer Sample',
    text: 'A newer sample of this patient was received. Please look again.',
    conflict: true,
  },
  'sample-changed': {
    title: 'Changed Meanwhile',
    text: 'Somebody wrote down what was found in this sample after you looked.',
    conflict: true,
  },
} as const

/** The hospital is rung: nothing goes on until it has done something. */
export async function tellWanted(work: Work, request: BloodRequest, onHold: SampleRefusal): Promise<void> {
  await recordOn(work, request, { kind: 'sample-wanted', detail: { why: whyWanted(onHold) } })
}

function whyWanted({ code }: SampleRefusal): 'label' | 'unfit' | 'group' {
  if (code === 'label-differs') return 'label'
  return code === 'sample-unfit' ? 'unfit' : 'group'
}

function answered(refusal: SampleRefusal) {
  const { title, text } = say(sampleWords, refusal)
  return { code: refusal.code, title, text, ...(refusal.values && { values: refusal.values }) }
}

/** By which the order goes, held; of another bank where that speaks against it. */
export const countingSample = async (
  { db }: Pick<Work, 'db'>,
  order: BenchOrder,
  bankId: string,
  isEmergency = false,
): Promise<Sample | null> => countingTube(await benchStore(db).tubesOf(order.id), bankId, order, isEmergency)

/** The newest at that bank. */
export async function newestSample(
  work: Pick<Work, 'db'>,
  id: string,
  bankId: string,
): Promise<Sample | null> {
  const [newest] = await benchStore(work.db).samplesOf([id], bankId)
  return newest ?? null
}
