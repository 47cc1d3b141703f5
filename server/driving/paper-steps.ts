import { randomUUID } from 'node:crypto'
import { no } from '#domain/basics/refusal.ts'
import type { PaperStep } from '#domain/downtime/late.ts'
import { type DrivingRefusal, drivingWords, whyNotReport } from '#domain/driving/refusals.ts'
import { fateOf, takeStep } from '#domain/driving/stepping.ts'
import { handsOver, measures } from '#domain/driving/steps.ts'
import { whyNotGoOn } from '#domain/driving/stopping.ts'
import { judge } from '#domain/driving/temperature.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { refuse } from '../platform/http/refuse.ts'
import { standsAt, toldOf } from './order.ts'
import { toldIn } from './report.ts'
import { drivingStore, drivingWriter } from './store.ts'

/**
 * A driver's step as a paper tells it (ruling AMB-344): asked as if the driver told it, and the paper stands for the code
 * of the hand-over. The order is held.
 */
export async function takeFromPaper(
  work: Work,
  request: BloodRequest,
  { seq, step, doneAt, temperature: measured, receiver, allowedBy }: PaperStep,
  { paper, at }: { paper: string; at: number },
): Promise<BloodRequest> {
  const refuseStep = (refusal: DrivingRefusal | null) =>
    refuse(drivingWords, refusal && { ...refusal, field: `steps.${at}.${refusal.field ?? 'doneAt'}` })
  const store = drivingStore(work.db)
  const deliveries = await store.deliveriesOf([request.id])
  const steps = await store.stepsOf([request.id])
  const { driverEmail } = request
  const fate = fateOf({ ...request, deliveries: toldOf(deliveries, steps) }, { seq, step }, true)
  if (fate !== 'next' || driverEmail === null) refuseStep(no('not-next'))
  const reason = handsOver(step) ? `paper ${paper}` : undefined
  refuseStep(whyNotReport({ step, temperature: measured, receiver, code: undefined, noCodeReason: reason }))
  const temperature = measures(step) ? (measured ?? null) : null
  const band = (await store.bands()).find((one) => one.component === request.component)
  const judged = band && temperature !== null ? judge(temperature, band) : 'ask'
  const verdict = temperature === null ? null : judged
  const told = { step, temperature: temperature ?? undefined, allowedBy }
  refuseStep(whyNotGoOn(told, verdict, standsAt(deliveries, steps, seq), band))
  const row = {
    ...{ requestId: request.id, id: randomUUID(), seq, step, temperature, verdict, driverEmail },
    ...{ doneAt, arrivedAt: work.now, keptAside: null, handOver: null },
    ...{ receiver: receiver ?? null, reason: reason ?? null },
    allowedBy: verdict === 'ask' ? (allowedBy ?? null) : null,
  }
  const taken = takeStep(request, deliveries, told && { seq, ...told }, { doneAt, now: work.now })
  await drivingWriter(work).addStep(row)
  return saveRequest(
    work,
    request,
    taken.request,
    { kind: 'delivery-step-done', detail: { ...toldIn(row), version: taken.request.version } },
    taken.deliveries,
  )
}

/** When the last was done that is known of an order's way; null if nothing is. */
export async function lastDone({ db }: Work, { id, linkedAt }: BloodRequest): Promise<Date | null> {
  const steps = await drivingStore(db).stepsOf([id])
  const times = steps.filter(({ keptAside }) => keptAside === null).map(({ doneAt }) => doneAt.getTime())
  const all = [...times, ...(linkedAt ? [linkedAt.getTime()] : [])]
  return all.length === 0 ? null : new Date(Math.max(...all))
}
