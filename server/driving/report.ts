import type { z } from 'zod'
import type { driving, StepAnswer } from '#contract/driving.ts'
import { isBlank } from '#domain/basics/text.ts'
import { type DrivingRefusal, type HandOverNow, isLocked } from '#domain/driving/refusals.ts'
import type { HandOverProof, KeptAside } from '#domain/driving/reporting.ts'
import { isUnderWay } from '#domain/driving/stepping.ts'
import { deliverySteps, handsOver, measures } from '#domain/driving/steps.ts'
import { bankOfBags } from '#domain/driving/stopping.ts'
import { isDoubtful, judge } from '#domain/driving/temperature.ts'
import { actTime } from '#domain/driving/timing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { findRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { orderFor } from './order.ts'
import { drivingStore, type StepRow } from './store.ts'

export type Report = z.output<typeof driving.step.input>

/** A refusal is an answer here and not an error: a wrong code that was counted must stay counted. */
export type Stepped = { answer: z.input<typeof StepAnswer> } | { refusal: DrivingRefusal }

/** A report and all that it meets. */
export type Scene = {
  work: Work
  driverEmail: string
  report: Report
  request: BloodRequest
  deliveries: Awaited<ReturnType<ReturnType<typeof drivingStore>['deliveriesOf']>>
  steps: Awaited<ReturnType<ReturnType<typeof drivingStore>['stepsOf']>>
  handOver: HandOverNow
}

/** The same for a report that is sent again. */
export async function answered(
  work: Work,
  driverEmail: string,
  row: Pick<StepRow, 'requestId' | 'keptAside' | 'verdict'>,
): Promise<Stepped> {
  const { requestId, keptAside } = row
  if (keptAside === 'reassigned' || keptAside === 'closed')
    return { answer: { outcome: keptAside, order: null } }
  const order = await orderFor(work, driverEmail, requestId)
  if (!isStopRow(row) || (order && order.status !== 'completed'))
    return { answer: { outcome: 'done', order } }
  // whoever stopped reads that the bags are not used, and not that all is delivered
  const isOwn = (await findRequest(work.db, requestId))?.driverEmail === driverEmail
  return { answer: { outcome: isOwn ? 'closed' : 'reassigned', order: null } }
}

/** When the order, or this delivery of it, left the driver's hands; null while it is out. */
export async function endedAt({
  work,
  request,
  deliveries,
  report,
  driverEmail,
}: Scene): Promise<Date | null> {
  const store = drivingStore(work.db)
  if (request.driverEmail !== driverEmail)
    return (await store.withdrawnFrom(request.id, driverEmail))?.at ?? request.raisedAt
  if (isUnderWay({ ...request, deliveries })) return null
  const arrivedAt = deliveries.find(({ seq }) => seq === report.seq)?.deliveredAt
  return arrivedAt ?? (await store.lastMoved(request.id))?.at ?? request.updatedAt
}

/** The driver did not go on, whether or not it is still of the bags that are carried. */
export const isStopRow = ({ keptAside, verdict }: Pick<StepRow, 'keptAside' | 'verdict'>): boolean =>
  keptAside === 'stopped' || (keptAside === 'replaced' && isDoubtful(verdict ?? null))

/** Of the bags that its driver fetched; of a driver who has it no more, of his own. */
export async function bankOf(scene: Scene): Promise<string | null> {
  const { work, request, report, driverEmail } = scene
  const isOwn = request.driverEmail === driverEmail
  const doneAt = actTime(report, work.now, request.raisedAt)
  const fetched =
    report.step === 'delivered'
      ? issuedOf(
          scene,
          (one) =>
            one.doneAt <= doneAt &&
            (isOwn ? one.keptAside === null : one.driverEmail === driverEmail && countedOnce(one)),
        )
      : undefined
  return bankOfBags(await drivingStore(work.db).linksOf(request.id), {
    fetchedAt: fetched?.doneAt ?? doneAt,
    fetchedBy: fetched?.driverEmail ?? driverEmail,
  })
}

const countedOnce = ({ keptAside }: Pick<StepRow, 'keptAside'>) =>
  keptAside === null || keptAside === 'replaced'

export const issuedOf = ({ steps, report }: Scene, is: (one: Scene['steps'][number]) => boolean) =>
  steps.findLast((one) => one.seq === report.seq && one.step === 'issued' && is(one))

/** Who is told of bags that are too warm: the bank they are of, though the order has another one now. */
export const bankBefore = ({ request }: Scene, bankOfThem: string | null) =>
  bankOfThem !== null && bankOfThem !== request.bankId ? { bankBefore: bankOfThem } : {}

export async function rowOf(scene: Scene, keptAside: KeptAside | null) {
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
export const earlierSteps = ({ steps }: Scene) => steps.filter(({ keptAside }) => keptAside === null)

type Place = Pick<StepRow, 'seq' | 'step'>

/** A component without a band is not judged to be fine. */
export async function verdictOn(scene: Scene) {
  const { step, temperature } = scene.report
  if (!measures(step) || temperature === undefined) return null
  const band = await bandOf(scene)
  return band ? judge(temperature, band) : 'ask'
}

export const bandOf = async ({ work: { db }, request: { component } }: Scene) =>
  (await drivingStore(db).bands()).find((one) => one.component === component)

function proofIn({ report: { step, code, noCodeReason = '' }, handOver }: Scene): HandOverProof | null {
  if (!handsOver(step)) return null
  if (code !== undefined && handOver.isRight && !isLocked(handOver.tries)) return 'code'
  return handOver.hasPicture && !isBlank(noCodeReason) ? 'picture' : null
}

/** For the timeline. The code is not among it. */
export const toldIn = (row: Omit<Awaited<ReturnType<typeof rowOf>>, 'driverEmail'>) => ({
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
