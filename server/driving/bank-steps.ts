import { randomUUID } from 'node:crypto'
import { drivingWords } from '#domain/driving/refusals.ts'
import { mayBankTell, soFar, takeStep } from '#domain/driving/stepping.ts'
import { type DeliverySoFar, type DeliveryStep, measures } from '#domain/driving/steps.ts'
import { whyNotGoOn } from '#domain/driving/stopping.ts'
import { judge } from '#domain/driving/temperature.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { refuse } from '../platform/http/refuse.ts'
import { tellHalted } from './halting.ts'
import { standsAt, toldOf } from './order.ts'
import { toldIn } from './report.ts'
import { drivingStore, drivingWriter } from './store.ts'

/** What was done of each delivery of an order that is held. */
export async function doneOf({ db }: Work, request: BloodRequest): Promise<DeliverySoFar[]> {
  const store = drivingStore(db)
  const deliveries = await store.deliveriesOf([request.id])
  return soFar(request.status, toldOf(deliveries, await store.stepsOf([request.id])))
}

/**
 * The bank's word for a step that happens at the bank (ruling AMB-220): it moves the order as a driver's does, and never
 * back. Null if it was done already. The order is held.
 */
export async function tellByBank(
  work: Work,
  request: BloodRequest,
  told: { seq: number; step: DeliveryStep; temperature?: number; person: string; by: string },
): Promise<BloodRequest | null> {
  const { seq, step, person } = told
  const store = drivingStore(work.db)
  const deliveries = await store.deliveriesOf([request.id])
  const steps = await store.stepsOf([request.id])
  if (!mayBankTell({ ...request, deliveries: toldOf(deliveries, steps) }, { seq, step })) return null
  const about = deliveries.find((one) => one.seq === seq)
  if (!about) return null
  const temperature = measures(step) ? (told.temperature ?? null) : null
  const band = (await store.bands()).find((one) => one.component === request.component)
  const measured = band && temperature !== null ? judge(temperature, band) : 'ask'
  const verdict = temperature === null ? null : measured
  const report = { step, ...(temperature !== null && { temperature }), allowedBy: person }
  // who would be asked is the bank itself
  refuse(drivingWords, whyNotGoOn(report, verdict, standsAt(deliveries, steps, seq), band))
  const row = {
    ...{ requestId: request.id, id: randomUUID(), seq, step, temperature, verdict },
    ...{ driverEmail: null, teller: 'bank' as const, toldBy: told.by },
    ...{ doneAt: work.now, arrivedAt: work.now, keptAside: null },
    ...{ receiver: null, handOver: null, reason: null },
    allowedBy: verdict === 'ask' ? person : null,
  }
  const taken = takeStep(
    request,
    deliveries,
    { seq, step, temperature: temperature ?? undefined },
    { doneAt: work.now, now: work.now },
  )
  await drivingWriter(work).addStep(row)
  const { deliveryStatus, deliveryTemperature } = request
  const before = { deliveryStatus, deliveryTemperature, state: about.state, deliveredAt: about.deliveredAt }
  const detail = { ...toldIn(row), version: taken.request.version, before }
  const event = { kind: 'delivery-step-done', detail } as const
  const saved = await saveRequest(work, request, taken.request, event, taken.deliveries)
  if (step === 'issued') await tellHalted(work, saved, seq)
  return saved
}
