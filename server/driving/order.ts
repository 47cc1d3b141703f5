import type { DrivenOrder } from '#contract/driving.ts'
import { patientInitials } from '#domain/driving/patient.ts'
import { isLocked } from '#domain/driving/refusals.ts'
import { isOpenToDriver, soFar } from '#domain/driving/stepping.ts'
import type { DeliveryStep } from '#domain/driving/steps.ts'
import { isBarred, stopOf } from '#domain/driving/stopping.ts'
import { backUntil } from '#domain/driving/taking-back.ts'
import type { BloodRequest, Delivery } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import { findRequest } from '../db/requests.ts'
import { haltedOf } from './halting.ts'
import { drivingStore } from './store.ts'

/** What may be handed over changes with the clock too. */
type At = { readonly db: Db; readonly now: Date }

/** One order for the driver it belongs to now; null if it is not his, or over before all of it was there. */
export async function orderFor(at: At, driverEmail: string, id: string): Promise<DrivenOrder | null> {
  const { db } = at
  const request = await findRequest(db, id)
  if (request?.driverEmail !== driverEmail) return null
  const deliveries = await drivingStore(db).deliveriesOf([id])
  const isDone = request.status === 'completed' && deliveries.every(({ deliveredAt }) => deliveredAt !== null)
  if (!isDone && !isOpenToDriver({ ...request, deliveries })) return null
  const [order] = await ordersFrom(at, [request], deliveries)
  return order ?? null
}

const of = <Row extends { requestId: string }>(rows: readonly Row[], { id }: BloodRequest) =>
  rows.filter(({ requestId }) => requestId === id)

/** As drivers see them: of the patient initials and id, of the code that it is locked and no more. */
export async function ordersFrom(
  at: At,
  requests: readonly BloodRequest[],
  known?: readonly DeliveryRow[],
): Promise<DrivenOrder[]> {
  const { db } = at
  const store = drivingStore(db)
  const ids = requests.map(({ id }) => id)
  // one by one: inside a transaction there is one connection
  const deliveries = known ?? (await store.deliveriesOf(ids))
  const steps = await store.stepsOf(ids)
  const packed = deliveries.filter(({ bags, bagsLater }) => bags.length + bagsLater.length > 0)
  const halted = await haltedOf(
    at,
    requests.filter((request) => of(packed, request).length > 0),
  )
  const pictures = await store.picturesOf(ids)
  const places = await store.placesOf(
    requests.flatMap(({ hospitalId, bankId }) => [hospitalId, bankId ?? hospitalId]),
  )
  const place = (id: string | null) => {
    const { name = '-', address = '', phones = [] } = places.find((one) => one.id === id) ?? {}
    return { name, address, phones }
  }

  return requests.map((request) => ({
    id: request.id,
    orderType: request.orderType,
    status: request.status,
    component: request.component,
    bloodGroup: request.bloodGroup,
    // told with the deliveries, of which each order has some
    bombay: of(deliveries, request)[0]?.bombay ?? null,
    units: request.units,
    pickupAt: request.pickupAt,
    deadlineAt: request.deadlineAt,
    patientInitials: patientInitials(request.patientName),
    patientId: request.patientId,
    hospital: place(request.hospitalId),
    bank: place(request.bankId),
    deliveries: deliveriesFor(request, of(deliveries, request), of(steps, request), of(halted, request)),
    takeBack: lastToldOf(request, of(steps, request)),
    pictures: of(pictures, request).map(({ seq, state, name }) => ({ seq, state, name })),
  }))
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof drivingStore>['deliveriesOf']>>[number]
type StepRow = Awaited<ReturnType<ReturnType<typeof drivingStore>['stepsOf']>>[number]

function deliveriesFor(
  request: BloodRequest,
  deliveries: readonly DeliveryRow[],
  steps: readonly StepRow[],
  halted: Awaited<ReturnType<typeof haltedOf>>,
): DrivenOrder['deliveries'] {
  const told = toldOf(deliveries, steps)
  const progress = soFar(request.status, told)
  return deliveries.map((delivery) => {
    const { seq, units, bags, bagsLater, notToHandOver, deliveredAt, sampleTries, deliveryTries } = delivery
    const own = halted.filter((one) => one.seq === seq)
    const ended = own.flatMap((one) => one.ended)
    const stopped = [...ended, ...own.flatMap(({ inDoubt }) => inDoubt)]
    const goOn = (some: readonly string[]) => some.filter((number) => !stopped.includes(number))
    const done = progress.find((one) => one.seq === seq)?.done ?? []
    // what the provider said was done has no time of its own
    const doneAt = (step: DeliveryStep): Date =>
      countedOf(steps, seq).find((row) => row.step === step)?.doneAt ??
      (step === 'delivered' ? deliveredAt : null) ??
      request.updatedAt
    return {
      seq,
      units,
      bags: goOn(bags),
      bagsLater: goOn(bagsLater),
      notToHandOver: [...notToHandOver, ...stopped],
      ended,
      steps: done.map((step) => ({ step, doneAt: doneAt(step) })),
      stop: stopFor(deliveries, steps, seq),
      locked: [
        ...(isLocked(sampleTries) ? (['sample acquired'] as const) : []),
        ...(isLocked(deliveryTries) ? (['delivered'] as const) : []),
      ],
    }
  })
}

/** Where a delivery stands still, with what the provider has said to it. */
export function standsAt(
  deliveries: readonly Delivery[],
  steps: readonly StepRow[],
  seq: number,
): StepRow | null {
  const delivery = toldOf(deliveries, steps).find((one) => one.seq === seq)
  return delivery ? stopOf(stopsOf(steps), delivery) : null
}

/** Every delivery of an order under way that waits for the provider's word, or goes back to the bank. */
export async function barredStops(db: Db, request: BloodRequest): Promise<StepRow[]> {
  const { isOpen, stops } = await stopsStanding(db, request)
  return isOpen ? stops.filter(isBarred) : []
}

/** Where an order stands still or was told to go on, whether somebody drives it just now or not. */
export async function stopsStanding(
  db: Db,
  request: BloodRequest,
  known?: readonly Delivery[],
): Promise<{ isOpen: boolean; stops: StepRow[]; steps: StepRow[] }> {
  const deliveries = known ?? (await drivingStore(db).deliveriesOf([request.id]))
  const steps = await drivingStore(db).stepsOf([request.id])
  const stops = deliveries.flatMap(({ seq }) => standsAt(deliveries, steps, seq) ?? [])
  return { isOpen: isOpenToDriver({ ...request, deliveries }), stops, steps }
}

/** In the order in which they came: a phone's clock may be wrong. */
export const stopsOf = (steps: readonly StepRow[]): StepRow[] =>
  steps
    .filter(({ keptAside }) => keptAside === 'stopped')
    .toSorted((a, b) => a.arrivedAt.getTime() - b.arrivedAt.getTime())

function stopFor(deliveries: readonly DeliveryRow[], steps: readonly StepRow[], seq: number) {
  const stop = standsAt(deliveries, steps, seq)
  if (!stop) return null
  const { step, doneAt, temperature, decision, decisionReason: reason } = stop
  return { step, doneAt, temperature: temperature ?? 0, decision, reason }
}

/** The last thing that was told of an order, as long as it may be taken back. */
function lastToldOf(request: BloodRequest, steps: readonly StepRow[]): DrivenOrder['takeBack'] {
  const last = steps
    .filter(({ keptAside }) => keptAside === null)
    .toSorted((a, b) => a.arrivedAt.getTime() - b.arrivedAt.getTime())
    .at(-1)
  if (!last || last.driverEmail !== request.driverEmail) return null
  const until = backUntil(last, request)
  // what happened since has a later time
  const isLast = last.arrivedAt.getTime() === request.updatedAt.getTime()
  return until && isLast ? { stepId: last.id, seq: last.seq, step: last.step, until } : null
}

const countedOf = (steps: readonly StepRow[], seq: number) =>
  steps.filter((row) => row.seq === seq && row.keptAside === null)

/** What was told of each delivery that counted. */
export const toldOf = <One extends Pick<Delivery, 'seq' | 'state' | 'deliveredAt'>>(
  deliveries: readonly One[],
  steps: readonly StepRow[],
) =>
  deliveries.map((delivery) => {
    const counted = countedOf(steps, delivery.seq)
    const stepsBy = (teller: StepRow['teller']) =>
      counted.filter((one) => one.teller === teller).map(({ step }) => step)
    const byDriver = stepsBy('driver')
    return {
      ...delivery,
      told: counted.map(({ step }) => step),
      byBank: stepsBy('bank').filter((step) => !byDriver.includes(step)),
    }
  })
