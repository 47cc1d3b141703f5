import type { Insertable } from 'kysely'
import type { ComponentCode } from '#domain/basics/blood.ts'
import { days, earlier, later, minutes } from '#domain/basics/time.ts'
import { type DeliveryStep, handsOver, measures } from '#domain/driving/steps.ts'
import type { TemperatureVerdict } from '#domain/driving/temperature.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Tables } from '#server/db/tables.ts'
import { hexOf } from './makers/dice.ts'
import type { Step } from './makers/request-life.ts'
import type { MadeRequest } from './makers/requests.ts'

type StepRow = Insertable<Tables['deliverySteps']>

/** What drivers told of the orders of the last two days: the moves in them are by their phones. */
export function toldByDrivers(
  made: readonly MadeRequest[],
  now: Date,
): { requests: MadeRequest[]; steps: StepRow[] } {
  const since = earlier(now, days(2))
  const steps: StepRow[] = []
  const requests = made.map((one): MadeRequest => {
    const { driverEmail, raisedAt } = one.request
    if (driverEmail === null || raisedAt < since) return one
    const rows = one.steps.flatMap((event) => rowOf(one, event, driverEmail, now) ?? [])
    steps.push(...rows)
    const measured = rows.findLast(({ temperature }) => temperature !== null)
    return {
      ...one,
      request: { ...one.request, deliveryTemperature: measured?.temperature ?? null },
      steps: one.steps.map((event) => withReport(event, rows)),
    }
  })
  return { requests, steps }
}

const stepTo: Partial<Record<RequestStatus, DeliveryStep>> = {
  'sample-acquired': 'sample acquired',
  'cross-matching': 'cross matching',
  issued: 'issued',
  'partially-completed': 'delivered',
  'delivery-completed': 'delivered',
}

/** A basement now and then: what was done arrives some minutes later. */
function rowOf(
  { request, deliveries }: MadeRequest,
  { to, at }: Step,
  driverEmail: string,
  now: Date,
): StepRow | null {
  const step = stepTo[to]
  if (!step) return null
  const warmth = measures(step) ? warmths[request.component] : null
  const late = later(at, minutes(step === 'delivered' ? 6 : 0))
  return {
    requestId: request.id,
    id: hexOf(`step ${request.id} ${to}`, 32),
    seq: to === 'delivery-completed' ? deliveries.length : 1,
    step,
    driverEmail,
    doneAt: at,
    arrivedAt: late > now ? now : late,
    temperature: warmth?.[step === 'issued' ? 0 : 1] ?? null,
    verdict: warmth?.[2] ?? null,
    receiver: handsOver(step) ? nameFor(request.id, step) : null,
    handOver: handsOver(step) ? 'code' : null,
    reason: null,
    keptAside: null,
  }
}

/** At the bank, at the hospital, and the word for both. The plasma has thawed a little: the bank is asked. */
const warmths: Record<ComponentCode, readonly [number, number, TemperatureVerdict]> = {
  PRBC: [4.1, 5.6, 'within'],
  FFP: [-14.5, -11.2, 'ask'],
  RDP: [21.8, 22.4, 'within'],
  SDP: [22.1, 22.6, 'within'],
}

const names = ['Sister Mary Thomas', 'Ravi Shankar', 'Dr. Nandini Rao', 'Selvi Arumugam']
const nameFor = (id: string, step: DeliveryStep): string =>
  names[(Number.parseInt(id, 16) + step.length) % names.length] ?? ''

/** The event of a move tells what the report said. */
function withReport(event: Step, rows: readonly StepRow[]): Step {
  const step = stepTo[event.to]
  const row = rows.find((one) => one.step === step && one.doneAt === event.at)
  if (!row) return event
  const { seq, temperature, verdict, receiver, handOver, reason } = row
  const doneAt = event.at.toISOString()
  const detail = { seq, step, doneAt, temperature, verdict, receiver, handOver, reason }
  return { ...event, kind: 'delivery-step-done', detail: JSON.stringify(detail) }
}
