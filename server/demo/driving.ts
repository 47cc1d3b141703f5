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
    const reports = reportsOf(one)
    const told = reports.map((report) => rowOf(one, report, driverEmail, now))
    const rows = told.filter((row) => row !== null)
    steps.push(...rows)
    const measured = rows.findLast(({ temperature }) => temperature !== null)
    return {
      request: {
        ...one.request,
        deliveryStatus: rows.at(-1)?.step ?? one.request.deliveryStatus,
        deliveryTemperature: measured?.temperature ?? null,
        version: reports.length,
      },
      deliveries: one.deliveries.map((delivery) => ({
        ...delivery,
        deliveredAt:
          rows.find(({ seq, step }) => seq === delivery.seq && step === 'delivered')?.doneAt ??
          delivery.deliveredAt,
      })),
      steps: reports.map(({ event }, at) => withReport(event, told[at])),
    }
  })
  return { requests, steps }
}

type Report = { event: Step; seq: number; step: DeliveryStep | undefined }

/** Its events with what a driver told by each; of several deliveries each is fetched and brought. */
function reportsOf({ steps, deliveries }: MadeRequest): Report[] {
  const partly = steps.find(({ to }) => to === 'partially-completed')
  return steps.flatMap((event) => {
    const isLast = event.to === 'delivery-completed'
    const report = { event, seq: isLast ? deliveries.length : 1, step: stepTo[event.to] }
    return isLast && partly ? [...between(partly, event, deliveries.length), report] : [report]
  })
}

/** What lies between the first arrival and the last: every further delivery issued, and each but the last there. */
function between(first: Step, last: Step, count: number): Report[] {
  const pace = (last.at.getTime() - first.at.getTime()) / (2 * count - 2)
  return Array.from({ length: 2 * count - 3 }, (_, index) => ({
    event: { ...first, at: later(first.at, Math.round(pace * (index + 1))), fromStatus: first.to },
    seq: 2 + Math.floor(index / 2),
    step: index % 2 === 0 ? 'issued' : 'delivered',
  }))
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
  { request }: MadeRequest,
  { event: { at }, seq, step }: Report,
  driverEmail: string,
  now: Date,
): (StepRow & { doneAt: Date }) | null {
  if (!step) return null
  const warmth = measures(step) ? warmths[request.component] : null
  const late = later(at, minutes(step === 'delivered' ? 6 : 0))
  return {
    requestId: request.id,
    id: hexOf(`step ${request.id} ${seq} ${step}`, 32),
    seq,
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
function withReport(event: Step, row: StepRow | null | undefined): Step {
  if (!row) return event
  const { seq, step, temperature, verdict, receiver, handOver, reason } = row
  const doneAt = event.at.toISOString()
  const detail = { seq, step, doneAt, temperature, verdict, receiver, handOver, reason }
  return { ...event, kind: 'delivery-step-done', detail: JSON.stringify(detail) }
}
