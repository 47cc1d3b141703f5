import type { Insertable } from 'kysely'
import { earlier, hours, later, minutes, wholeMinute } from '#domain/basics/time.ts'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import { move, moveDeliveries } from '#domain/requests/moving.ts'
import { refuseOrder } from '#domain/requests/refusing.ts'
import { type BloodRequest, noHands, type OrderType } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { hashOf } from '#server/db/event-trail.ts'
import type { Tables } from '#server/db/tables.ts'
import { hexOf } from './dice.ts'
import { drivers, nameOfPlace } from './people.ts'
import { linkedStatuses, type Step, stepsOf } from './request-life.ts'
import { accountRows, nextNumber } from './rows.ts'

export type RequestWish = Partial<BloodRequest> & {
  /** Kept in the timeline when it was rejected by the bank or cancelled. */
  whyEnded?: string
}

export type MadeRequest = {
  request: BloodRequest
  deliveries: Insertable<Tables['deliveries']>[]
  steps: readonly Step[]
}

/** No step lies after `now`; a request that was not told when it was raised was raised long enough ago. */
export function madeRequest(wish: RequestWish, now: Date): MadeRequest {
  const raised = asRaised(wish, now)
  const steps = stepsOf(raised, wish).map((step) => (step.at > now ? { ...step, at: now } : step))
  const last = steps.at(-1) as Step
  const deliveredAt = steps.find(({ to }) => to === 'delivery-completed' || to === 'completed')?.at ?? null
  const carried = carriedBy(raised, steps)
  const approval = steps.find(({ to }) => to === 'hospital-admin-approved')
  const request: BloodRequest = {
    ...raised,
    deliveryStatus: carried.deliveryStatus,
    updatedAt: last.at,
    approvedAt: approval?.at ?? null,
    raisedBy: steps[0]?.actorId ?? null,
    approvedBy: approval?.actorId ?? null,
    deliveredAt,
    linkedAt: steps.find(({ to }) => to === 'bloodbank-approved')?.at ?? null,
    firstCompletedAt: steps.find(({ to }) => to === 'completed')?.at ?? null,
    isLate: deliveredAt !== null && deliveredAt > raised.deadlineAt,
    version: steps.length,
    ...withoutNotes(wish),
  }
  return { request, steps, deliveries: carried.deliveries }
}

export function asRaised(wish: RequestWish, now: Date): BloodRequest {
  const status = wish.status ?? 'pending'
  const isLinked = linkedStatuses.includes(status)
  const begun = {
    id: wish.id ?? hexOf(`request ${nextNumber()}`, 8),
    hospitalId: 'firm',
    patientName: 'Karthik Subramanian',
    patientId: 'FH-118160',
    age: 47,
    sex: 'Male',
    bloodGroup: 'O+',
    component: 'PRBC',
    units: status === 'partially-completed' ? 5 : 2,
    orderType: status === 'reservation-approved' ? 'reservation' : 'immediate',
    reason: 'Upper GI bleed',
    deliveryStatus: '-',
    bankId: isLinked ? 'redbank' : null,
    driverEmail: isLinked ? (drivers[0]?.email ?? null) : null,
    note: '-',
    approvedAt: null,
    deliveredAt: null,
    deliveryTemperature: null,
    refusedBy: [],
    ...noHands,
    linkedAt: null,
    firstCompletedAt: null,
    expired: false,
    invoiceKind: 'NORMAL',
    hospitalInvoicePath: null,
    bankInvoicePath: null,
    regeneratingUntil: null,
    version: 1,
    ...withoutNotes(wish),
    isLate: wish.isLate ?? false,
    status,
  } satisfies Partial<BloodRequest>
  const raisedAt = wish.raisedAt ?? raisedInTime(begun, wish, now)
  return { ...begun, ...timesFrom(raisedAt, begun.orderType, wish), raisedAt, updatedAt: raisedAt }
}

/** So early that all that happened since lies before now, and ten minutes more. */
function raisedInTime(begun: Omit<BloodRequest, Times>, wish: RequestWish, now: Date): Date {
  if (wish.pickupAt) return earlier(wish.pickupAt, minutes(45))
  const trial = { ...begun, ...timesFrom(now, begun.orderType, wish), raisedAt: now, updatedAt: now }
  const last = stepsOf(trial, wish).at(-1) as Step
  return earlier(now, last.at.getTime() - now.getTime() + minutes(10))
}

type Times = 'pickupAt' | 'deadlineAt' | 'raisedAt' | 'updatedAt'

/** §5.1: the pickup at least half an hour ahead, the deadline three hours after it, or as long as it is reserved. */
function timesFrom(raisedAt: Date, orderType: OrderType, wish: RequestWish) {
  const pickupAt = wish.pickupAt ?? later(wholeMinute(raisedAt), minutes(45))
  return {
    pickupAt,
    deadlineAt: wish.deadlineAt ?? later(pickupAt, hours(orderType === 'reservation' ? 24 : 3)),
  }
}

function withoutNotes({ whyEnded: _, ...wish }: RequestWish): Partial<BloodRequest> {
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
}

/** What each status said of the deliveries as it was set (rulings AMB-65, 213). */
function carriedBy(raised: BloodRequest, steps: readonly Step[]) {
  let request = raised
  let deliveries = deliveriesFor(raised.units).map((units, index) => ({
    requestId: raised.id,
    seq: index + 1,
    units,
    state: '-',
    deliveredAt: null as Date | null,
  }))
  for (const { to, at } of steps) {
    request = move({ ...request, invoiceKind: raised.invoiceKind }, to, at)
    deliveries = moveDeliveries(deliveries, request, at)
  }
  return { deliveryStatus: request.deliveryStatus, deliveries }
}

const rowsAtOnce = 500

/** Writes them as their acts would have: the events in the order of time, each chained to the one before it. */
export async function writeRequests(db: Db, made: readonly MadeRequest[]): Promise<void> {
  const deliveries = made.flatMap((one) => one.deliveries)
  const events = chained(made)
  for (const some of inParts(made)) {
    await db
      .insertInto('requests')
      .values(some.map(({ request }) => request))
      .execute()
  }
  for (const some of inParts(deliveries)) await db.insertInto('deliveries').values(some).execute()
  const { requestDrivers, assignments } = driversOf(made)
  for (const some of inParts(requestDrivers)) await db.insertInto('requestDrivers').values(some).execute()
  for (const some of inParts(assignments)) await db.insertInto('driverAssignments').values(some).execute()
  for (const some of inParts(events)) await db.insertInto('events').values(some).execute()
}

/** Each was linked once, and has had its driver since, unless its bank refused it. */
function driversOf(made: readonly MadeRequest[]) {
  const driven = made.flatMap(({ request, steps }) => {
    const { id, raisedAt, status } = request
    const driverEmail =
      request.driverEmail ?? steps.find(({ kind }) => kind === 'request-linked')?.driverEmail
    if (!driverEmail) return []
    return [{ requestId: id, raisedAt, driverEmail, endStatus: request.driverEmail === null ? status : null }]
  })
  const startStatus = 'bloodbank-approved' as const
  return {
    requestDrivers: driven.map(({ endStatus: _, ...one }) => one),
    assignments: driven.map(({ raisedAt: _, ...one }) => ({ ...one, position: 1, startStatus })),
  }
}

/** Its bank refuses what it was just linked to (ruling AMB-212). */
export function refused({ request, steps, deliveries }: MadeRequest, reason: string, at: Date): MadeRequest {
  const bank = request.bankId ?? ''
  const after = refuseOrder(request, at)
  const event: Step = {
    subjectKind: 'request',
    subjectId: request.id,
    kind: 'request-refused',
    at,
    actorId: accountRows({ email: `${bank}_bloodbank` }, '').account.id,
    actorName: nameOfPlace(bank),
    person: null,
    fromStatus: request.status,
    toStatus: after.status,
    detail: JSON.stringify({ bank, reason }),
    hospitalId: request.hospitalId,
    bankId: null,
    driverEmail: null,
    to: after.status,
  }
  return { request: after, steps: [...steps, event], deliveries }
}

function chained(made: readonly MadeRequest[]): Insertable<Tables['events']>[] {
  const lastHash = new Map<string, string>()
  return made
    .flatMap(({ steps }) => steps)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ to: _, ...event }) => {
      const row = { ...event, previousHash: lastHash.get(event.subjectId) ?? '' }
      const hash = hashOf(row)
      lastHash.set(event.subjectId, hash)
      return { ...row, hash }
    })
}

function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) yield rows.slice(from, from + rowsAtOnce)
}
