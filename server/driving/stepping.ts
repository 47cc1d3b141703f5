import type { z } from 'zod'
import type { driving, StepAnswer } from '#contract/driving.ts'
import { no } from '#domain/basics/refusal.ts'
import { isBlank } from '#domain/basics/text.ts'
import {
  type DrivingRefusal,
  type HandOverNow,
  isLocked,
  whyNotHandOver,
  whyNotKeepAside,
  whyNotReport,
} from '#domain/driving/refusals.ts'
import type { HandOverProof, KeptAside } from '#domain/driving/reporting.ts'
import { fateOf, takeNotice, takeStep } from '#domain/driving/stepping.ts'
import { deliverySteps, handsOver, measures } from '#domain/driving/steps.ts'
import { whyNotGoOn, whyNotStop } from '#domain/driving/stopping.ts'
import { judge } from '#domain/driving/temperature.ts'
import { actTime } from '#domain/driving/timing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { lockRequest, saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { notFound } from '../platform/http/refuse.ts'
import { orderFor, standsAt, stopsOf, toldOf } from './order.ts'
import { drivingStore, drivingWriter, type StepRow } from './store.ts'

type Report = z.output<typeof driving.step.input>

/** A refusal is an answer here and not an error: a wrong code that was counted must stay counted. */
export type Stepped = { answer: z.input<typeof StepAnswer> } | { refusal: DrivingRefusal }

/** A report and all that it meets. */
type Scene = {
  work: Work
  driverEmail: string
  report: Report
  request: BloodRequest
  deliveries: Awaited<ReturnType<ReturnType<typeof drivingStore>['deliveriesOf']>>
  steps: Awaited<ReturnType<ReturnType<typeof drivingStore>['stepsOf']>>
  handOver: HandOverNow
}

/** One report of a driver. The order is held until it ends: nobody else moves it meanwhile. */
export async function stepBy(driverEmail: string, work: Work, report: Report): Promise<Stepped> {
  const store = drivingStore(work.db)
  const request = await lockRequest(work, report.id)
  if (!request || !(await store.isDriverOf(request.id, driverEmail))) throw notFound()

  const steps = await store.stepsOf([request.id])
  const same = steps.find(({ id }) => id === report.stepId)
  if (same) return answered(work, driverEmail, same)
  const deliveries = await store.deliveriesOf([request.id])
  const order = { ...request, deliveries: toldOf(deliveries, steps) }
  const fate = fateOf(order, report, request.driverEmail === driverEmail)
  if (fate === 'not-next') return { refusal: no('not-next') }
  const handOver = await drivingWriter(work).handOverNow({ ...report, requestId: request.id }, report.code)
  const scene = { work, driverEmail, report, request, deliveries, steps, handOver }
  if (report.isStop && (fate === 'late' || fate === 'next')) return stop(scene)
  if (fate === 'late') return takeLate(scene)
  if (fate !== 'next') return keepAside(scene, fate)
  const missing =
    whyNotReport(report) ??
    whyNotGoOn(report, await verdictOn(scene), standsAt(deliveries, steps, report.seq), await bandOf(scene))
  if (missing) return { refusal: missing }
  const wrong = whyNotHandOver(report, handOver)
  await countWrongCode(scene)
  return wrong ? { refusal: wrong } : take(scene)
}

async function take(scene: Scene): Promise<Stepped> {
  const { work, request, deliveries, report } = scene
  const row = await rowOf(scene, null)
  const taken = takeStep(request, deliveries, report, { doneAt: row.doneAt, now: work.now })
  await drivingWriter(work).addStep(row)
  const { deliveryStatus, deliveryTemperature } = request
  const state = deliveries.find(({ seq }) => seq === report.seq)?.state ?? '-'
  const before = { deliveryStatus, deliveryTemperature, state }
  const detail = { ...toldIn(row), version: taken.request.version, before }
  await saveRequest(work, request, taken.request, { kind: 'delivery-step-done', detail }, taken.deliveries)
  return answered(work, row.driverEmail, row)
}

/** Nothing moves until the provider has decided; how warm it was is known at once. */
async function stop(scene: Scene): Promise<Stepped> {
  const { work, request, steps, report } = scene
  // of a delivery that is over too: it is told once
  const before = stopsOf(steps).findLast(({ seq }) => seq === report.seq)
  const refusal = whyNotStop(await verdictOn(scene), before ?? null)
  if (refusal) return { refusal }
  const row = await rowOf(scene, 'stopped')
  await drivingWriter(work).addStep(row)
  const noticed = takeNotice(request, row.temperature, work.now)
  await saveRequest(work, request, noticed, { kind: 'delivery-stopped', detail: toldIn(row) })
  return answered(work, row.driverEmail, row)
}

/** The provider's word came before the driver's: it is kept as it was told, and moves nothing. */
async function takeLate(scene: Scene): Promise<Stepped> {
  const { work, request } = scene
  const row = await rowOf(scene, null)
  const isLast = earlierSteps(scene).every((one) => one.temperature === null || one.doneAt <= row.doneAt)
  const noticed = takeNotice(request, isLast ? row.temperature : null, work.now)
  await drivingWriter(work).addStep(row)
  await saveRequest(work, request, noticed, { kind: 'delivery-step-done', detail: toldIn(row) })
  return answered(work, row.driverEmail, row)
}

async function keepAside(scene: Scene, why: KeptAside): Promise<Stepped> {
  const { work, request, driverEmail, steps } = scene
  const before = steps.filter((one) => one.keptAside !== null && one.driverEmail === driverEmail)
  const tooMany = whyNotKeepAside(before.length)
  if (tooMany) return { refusal: tooMany }
  const row = await rowOf(scene, why)
  await drivingWriter(work).addStep(row)
  await work.record({
    kind: 'step-kept-aside',
    subjectId: request.id,
    detail: { ...toldIn(row), why },
    driverEmail,
  })
  return answered(work, driverEmail, row)
}

/** Counted with the same hold on the order that it was compared under: no two tries pass for one. */
async function countWrongCode(scene: Scene): Promise<void> {
  const { work, request, report, handOver, driverEmail } = scene
  const { seq, step } = report
  if (!handsOver(step) || report.code === undefined || handOver.isRight || isLocked(handOver.tries)) return
  await drivingWriter(work).countWrong({ requestId: request.id, seq, step })
  const detail = { seq, step, isLocked: isLocked(handOver.tries + 1) }
  const owners = { hospitalId: request.hospitalId, driverEmail }
  await work.record({ kind: 'hand-over-code-wrong', subjectId: request.id, detail, ...owners })
}

/** The same for a report that is sent again. */
async function answered(
  { db }: Work,
  driverEmail: string,
  { requestId, keptAside }: Pick<StepRow, 'requestId' | 'keptAside'>,
): Promise<Stepped> {
  if (keptAside === 'reassigned' || keptAside === 'closed')
    return { answer: { outcome: keptAside, order: null } }
  return { answer: { outcome: 'done', order: await orderFor(db, driverEmail, requestId) } }
}

async function rowOf(scene: Scene, keptAside: KeptAside | null) {
  const { work, driverEmail, report, request } = scene
  const { id: requestId, stepId: id, seq, step, receiver = '', noCodeReason = '', allowedBy = '' } = report
  const temperature = measures(step) ? (report.temperature ?? null) : null
  const handOver = proofIn(scene)
  const verdict = await verdictOn(scene)
  return {
    ...{ requestId, id, seq, step, driverEmail },
    doneAt: actTime(report, work.now, keptAside ? request.raisedAt : notBefore(scene)),
    arrivedAt: work.now,
    temperature,
    verdict,
    receiver: isBlank(receiver) ? null : receiver,
    handOver,
    reason: handOver === 'code' || isBlank(noCodeReason) ? null : noCodeReason,
    keptAside,
    allowedBy: verdict === 'ask' && keptAside === null && !isBlank(allowedBy) ? allowedBy : null,
  } satisfies StepRow
}

/** What must have come first: the link, and every step before this one. */
function notBefore(scene: Scene): Date {
  const { linkedAt, raisedAt } = scene.request
  const rank = ({ seq, step }: Place) => seq * deliverySteps.length + deliverySteps.indexOf(step)
  const times = earlierSteps(scene)
    .filter((row) => rank(row) < rank(scene.report))
    .map(({ doneAt }) => doneAt.getTime())
  return new Date(Math.max((linkedAt ?? raisedAt).getTime(), ...times))
}

/** Those that counted. */
const earlierSteps = ({ steps }: Scene) => steps.filter(({ keptAside }) => keptAside === null)

type Place = Pick<StepRow, 'seq' | 'step'>

/** A component without a band is not judged to be fine. */
async function verdictOn(scene: Scene) {
  const { step, temperature } = scene.report
  if (!measures(step) || temperature === undefined) return null
  const band = await bandOf(scene)
  return band ? judge(temperature, band) : 'ask'
}

const bandOf = async ({ work: { db }, request: { component } }: Scene) =>
  (await drivingStore(db).bands()).find((one) => one.component === component)

function proofIn({ report: { step, code, noCodeReason = '' }, handOver }: Scene): HandOverProof | null {
  if (!handsOver(step)) return null
  if (code !== undefined && handOver.isRight && !isLocked(handOver.tries)) return 'code'
  return handOver.hasPicture && !isBlank(noCodeReason) ? 'picture' : null
}

/** For the timeline. The code is not among it. */
const toldIn = (row: Awaited<ReturnType<typeof rowOf>>) => ({
  seq: row.seq,
  step: row.step,
  doneAt: row.doneAt.toISOString(),
  temperature: row.temperature,
  verdict: row.verdict,
  receiver: row.receiver,
  handOver: row.handOver,
  reason: row.reason,
  allowedBy: row.allowedBy,
})
