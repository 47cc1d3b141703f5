import { no } from '#domain/basics/refusal.ts'
import { isLocked, whyNotHandOver, whyNotKeepAside, whyNotReport } from '#domain/driving/refusals.ts'
import type { KeptAside } from '#domain/driving/reporting.ts'
import { fateOf, takeNotice, takeStep } from '#domain/driving/stepping.ts'
import { handsOver } from '#domain/driving/steps.ts'
import { whyNotGoOn, whyNotHear } from '#domain/driving/stopping.ts'
import { isDoubtful } from '#domain/driving/temperature.ts'
import { lockRequest, saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { notFound } from '../platform/http/refuse.ts'
import { tellHalted } from './halting.ts'
import { standsAt, toldOf } from './order.ts'
import {
  answered,
  bandOf,
  bankBefore,
  bankOf,
  earlierSteps,
  endedAt,
  type Report,
  rowOf,
  type Scene,
  type Stepped,
  toldIn,
  verdictOn,
} from './report.ts'
import { takeStop } from './stop-told.ts'
import { drivingStore, drivingWriter } from './store.ts'

/** One report of a driver. The order is held until it ends: nobody else moves it meanwhile. */
export async function stepBy(driverEmail: string, work: Work, report: Report): Promise<Stepped> {
  const store = drivingStore(work.db)
  const request = await lockRequest(work, report.id)
  if (!request) throw notFound()
  if (request.driverEmail !== driverEmail && !(await store.isDriverOf(request.id, driverEmail)))
    throw notFound()

  const steps = await store.stepsOf([request.id])
  const same = steps.find(({ id }) => id === report.stepId)
  if (same) return answered(work, driverEmail, same)
  const deliveries = await store.deliveriesOf([request.id])
  const order = { ...request, deliveries: toldOf(deliveries, steps) }
  const fate = fateOf(order, report, request.driverEmail === driverEmail)
  const isStop = report.isStop && deliveries.some(({ seq }) => seq === report.seq)
  if (fate === 'not-next' && !isStop) return { refusal: no('not-next') }
  const handOver = await drivingWriter(work).handOverNow({ ...report, requestId: request.id }, report.code)
  const scene = { work, driverEmail, report, request, deliveries, steps, handOver }
  if (isStop) return takeStop(scene, fate)
  if (fate === 'late') return takeLate(scene)
  if (fate !== 'next' && fate !== 'not-next') return keepAside(scene, fate)
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
  const told = { ...toldIn(row), ...(await whoseIf(isDoubtful(row.verdict), scene)) }
  const detail = { ...told, version: taken.request.version, before: foundBy(scene) }
  await saveRequest(work, request, taken.request, { kind: 'delivery-step-done', detail }, taken.deliveries)
  if (row.step === 'issued') await tellHalted(work, taken.request, row.seq)
  return answered(work, row.driverEmail, row)
}

/** The provider's word came before the driver's: it is kept as it was told, and moves nothing. */
async function takeLate(scene: Scene): Promise<Stepped> {
  const { work, request } = scene
  const row = await rowOf(scene, null)
  const isLast = earlierSteps(scene).every((one) => one.temperature === null || one.doneAt <= row.doneAt)
  const noticed = takeNotice(request, isLast ? row.temperature : null, work.now)
  await drivingWriter(work).addStep(row)
  const isOld = isDoubtful(row.verdict) && !(await isHeard(scene))
  const told = { ...toldIn(row), ...(await whoseIf(isDoubtful(row.verdict), scene)) }
  const old = isOld && { isOldNews: true as const }
  const detail = { ...told, version: noticed.version, before: foundBy(scene), ...old }
  await saveRequest(work, request, noticed, { kind: 'delivery-step-done', detail })
  if (row.step === 'issued') await tellHalted(work, noticed, row.seq)
  return answered(work, row.driverEmail, row)
}

/** How a step found things, so that it can be taken back. */
function foundBy({ request, deliveries, report }: Scene) {
  const { deliveryStatus, deliveryTemperature } = request
  const { state, deliveredAt } = deliveries.find(({ seq }) => seq === report.seq) ?? nowhere
  return { deliveryStatus, deliveryTemperature, state, deliveredAt }
}
const nowhere = { state: '-', deliveredAt: null }

async function keepAside(scene: Scene, why: KeptAside): Promise<Stepped> {
  const { work, request, driverEmail, steps } = scene
  const before = steps.filter((one) => one.keptAside !== null && one.driverEmail === driverEmail)
  const tooMany = whyNotKeepAside(before.length)
  if (tooMany) return { refusal: tooMany }
  const row = await rowOf(scene, why)
  await drivingWriter(work).addStep(row)
  const isWarmNews =
    isDoubtful(row.verdict) && !before.some(({ verdict }) => isDoubtful(verdict)) && (await isHeard(scene))
  const told = { ...(isWarmNews && { isWarmNews: true as const }), ...(await whoseIf(isWarmNews, scene)) }
  await work.record({
    kind: 'step-kept-aside',
    subjectId: request.id,
    detail: { ...toldIn(row), why, ...told },
    driverEmail,
  })
  return answered(work, driverEmail, row)
}

const isHeard = async (scene: Scene) => whyNotHear(await endedAt(scene), scene.work.now) === null

const whoseIf = async (isTold: boolean, scene: Scene) =>
  isTold ? bankBefore(scene, await bankOf(scene)) : {}

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
