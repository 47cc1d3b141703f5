import { sql } from 'kysely'
import type { KindAbout } from '#domain/events/events.ts'
import type { BloodRequest, Delivery, RequestStatus } from '#domain/requests/request.ts'
import type { Db } from './database.ts'
import type { Happened } from './event-trail.ts'
import type { Work } from './work.ts'

/*
 * The row of a request. Approving, driving, pictures and billing all hold it while they act and save it with an event,
 * so this is no one capability's store.
 */

type RequestEvent = Happened<KindAbout<'request'>>

/** With a hospital: what is not theirs is not there. */
export const findRequest = (db: Db, id: string, hospitalId?: string) =>
  oneOf(db, id, hospitalId).executeTakeFirst()

/** Holds the row until the transaction ends, so two admins cannot both decide. */
export const lockRequest = ({ db }: Work, id: string, hospitalId?: string) =>
  oneOf(db, id, hospitalId).forUpdate().executeTakeFirst()

function oneOf(db: Db, id: string, hospitalId?: string) {
  const one = db.selectFrom('requests').selectAll().where('id', '=', id)
  return hospitalId === undefined ? one : one.where('hospitalId', '=', hospitalId)
}

/** Saves the change with its event. */
export async function saveRequest(
  work: Work,
  before: BloodRequest,
  after: BloodRequest,
  event: RequestEvent,
): Promise<BloodRequest> {
  await work.db
    .updateTable('requests')
    .set({
      status: after.status,
      deliveryStatus: after.deliveryStatus,
      bankId: after.bankId,
      driverEmail: after.driverEmail,
      linkedAt: after.linkedAt,
      refusedBy: after.refusedBy,
      note: after.note,
      approvedAt: after.approvedAt,
      deliveredAt: after.deliveredAt,
      isLate: after.isLate,
      deliveryTemperature: after.deliveryTemperature,
      firstCompletedAt: after.firstCompletedAt,
      expired: after.expired,
      invoiceKind: after.invoiceKind,
      hospitalInvoicePath: after.hospitalInvoicePath,
      bankInvoicePath: after.bankInvoicePath,
      updatedAt: after.updatedAt,
      version: after.version,
    })
    .where('id', '=', after.id)
    .execute()
  await recordOn(work, after, event, before.status)
  return after
}

export async function saveDeliveries(
  { db }: Work,
  requestId: string,
  deliveries: readonly Pick<Delivery, 'seq' | 'state' | 'deliveredAt'>[],
): Promise<void> {
  for (const { seq, state, deliveredAt } of deliveries) {
    await db
      .updateTable('deliveries')
      .set({ state, deliveredAt })
      .where('requestId', '=', requestId)
      .where('seq', '=', seq)
      .execute()
  }
}

/** With whose the request is, so that they hear of it. */
export const recordOn = (
  work: Work,
  request: BloodRequest,
  event: RequestEvent,
  from: RequestStatus | null = request.status,
) =>
  work.record({
    ...event,
    subjectId: request.id,
    from,
    to: request.status,
    hospitalId: request.hospitalId,
    bankId: request.bankId,
    driverEmail: request.driverEmail,
  })

/** Written into the query as it stands: an index over part of the table is used only where its condition is read. */
export const literal = <Status extends RequestStatus>(statuses: readonly Status[]) =>
  sql<Status>`(${sql.join(statuses.map((status) => sql.lit(status)))})`
