import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { namedHospitals } from '#domain/people/roles.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { EventRow } from '#server/db/tables.ts'
import { drivers, nameOfPlace } from './people.ts'
import { accountRows, emailOf } from './rows.ts'

/** One event of a request's life, but for its place in the chain. */
export type Step = Omit<EventRow, 'id' | 'txid' | 'hash' | 'previousHash'> & { to: RequestStatus }

/** In these a bank and a driver are linked. */
export const linkedStatuses: readonly RequestStatus[] = [
  'bloodbank-approved',
  'bloodbank-rejected',
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
  'delivery-completed',
  'completed',
]

type Life = Pick<BloodRequest, 'status' | 'orderType' | 'units'>

/** The statuses on the way to the one it has. */
function pathTo({ status, orderType, units }: Life): RequestStatus[] {
  if (status === 'pending' || status === 'hospital-admin-rejected' || status === 'cancelled')
    return [...new Set<RequestStatus>(['pending', status])]
  const reserved: RequestStatus[] = orderType === 'reservation' ? ['reservation-approved'] : []
  const partly: RequestStatus[] = units > 3 ? ['partially-completed'] : []
  const whole: RequestStatus[] = [
    'pending',
    'hospital-admin-approved',
    'bloodbank-approved',
    ...(status === 'bloodbank-rejected' ? [status] : []),
    ...(status === 'reservation-approved' ? [status] : reserved),
    'sample-acquired',
    'cross-matching',
    'issued',
    ...(status === 'partially-completed' ? [status] : partly),
    'delivery-completed',
    'completed',
  ]
  return whole.slice(0, whole.indexOf(status) + 1)
}

/** What happened to it so far, each step at a believable time after the one before. */
export function stepsOf(
  request: BloodRequest,
  wish: { approvedAt?: Date | null; deliveredAt?: Date | null; updatedAt?: Date; whyEnded?: string },
): Step[] {
  const path = pathTo(request)
  const times = { ...timesOf(request), ...timesWished(wish, request.status) }
  return path.map((to, index) => {
    const isLinked = linkedStatuses.includes(to)
    return {
      subjectKind: 'request',
      subjectId: request.id,
      kind: kinds[to],
      at: times[to],
      ...doerOf(to, request),
      fromStatus: path[index - 1] ?? null,
      toStatus: to,
      detail: JSON.stringify(detailOf(to, request, wish.whyEnded)),
      hospitalId: request.hospitalId,
      bankId: isLinked ? request.bankId : null,
      driverEmail: isLinked ? request.driverEmail : null,
      to,
    }
  })
}

const kinds: Record<RequestStatus, string> = {
  pending: 'request-raised',
  'hospital-admin-approved': 'request-approved',
  'hospital-admin-rejected': 'request-rejected',
  'bloodbank-approved': 'request-linked',
  'bloodbank-rejected': 'request-moved',
  'reservation-approved': 'request-moved',
  'sample-acquired': 'request-moved',
  'cross-matching': 'request-moved',
  issued: 'request-moved',
  'partially-completed': 'request-moved',
  'delivery-completed': 'request-moved',
  completed: 'request-completed',
  cancelled: 'request-cancelled',
}

function timesOf({ raisedAt, pickupAt, deadlineAt, isLate }: BloodRequest): Record<RequestStatus, Date> {
  const after = (minute: number) => later(raisedAt, minutes(minute))
  const afterPickup = (minute: number) => later(pickupAt, minutes(minute))
  const delivered = isLate ? later(deadlineAt, minutes(35)) : afterPickup(156)
  // §4.2: not before 30 hours ahead of the pickup
  const reserved = new Date(Math.max(after(24).getTime(), earlier(pickupAt, hours(28)).getTime()))
  return {
    pending: raisedAt,
    'hospital-admin-approved': after(7),
    'hospital-admin-rejected': after(11),
    cancelled: after(26),
    'bloodbank-approved': after(16),
    'bloodbank-rejected': after(38),
    'reservation-approved': reserved,
    'sample-acquired': afterPickup(4),
    'cross-matching': afterPickup(35),
    issued: afterPickup(70),
    'partially-completed': afterPickup(116),
    'delivery-completed': delivered,
    completed: later(delivered, minutes(25)),
  }
}

function timesWished(
  wish: { approvedAt?: Date | null; deliveredAt?: Date | null; updatedAt?: Date },
  status: RequestStatus,
): Partial<Record<RequestStatus, Date>> {
  return {
    ...(wish.approvedAt ? { 'hospital-admin-approved': wish.approvedAt } : {}),
    ...(wish.deliveredAt
      ? { 'delivery-completed': wish.deliveredAt, completed: later(wish.deliveredAt, minutes(25)) }
      : {}),
    ...(wish.updatedAt ? { [status]: wish.updatedAt } : {}),
  }
}

/** Who did it, named as the server names them. */
function doerOf(to: RequestStatus, { hospitalId, bankId, driverEmail }: BloodRequest) {
  const by = (email: string, actorName: string) => ({
    actorId: accountRows({ email }, '').account.id,
    actorName,
    person: null,
  })
  if (to === 'pending') return by(`${hospitalId}_pilot`, nameOfPlace(hospitalId))
  if (['hospital-admin-approved', 'hospital-admin-rejected', 'cancelled'].includes(to))
    return by(
      namedHospitals.includes(hospitalId) ? hospitalId : `${hospitalId}_admin`,
      nameOfPlace(hospitalId),
    )
  if (to === 'bloodbank-rejected' && bankId) return by(`${bankId}_bloodbank`, nameOfPlace(bankId))
  const driver = drivers.find(({ email }) => email === driverEmail)
  if (driver && !['bloodbank-approved', 'reservation-approved', 'completed'].includes(to))
    return by(driver.email, driver.name)
  return by(emailOf('bloodsupport'), 'bloodsupport')
}

function detailOf(
  to: RequestStatus,
  request: BloodRequest,
  whyEnded: string | undefined,
): Record<string, unknown> {
  if (to === 'bloodbank-approved') return { bankId: request.bankId, driverEmail: request.driverEmail }
  if (to === 'bloodbank-rejected') return { text: whyEnded ?? 'No compatible units in stock' }
  return to === 'cancelled' ? { reason: whyEnded ?? 'Surgery postponed' } : {}
}
