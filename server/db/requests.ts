import { sql } from 'kysely'
import type { KindAbout } from '#domain/events/events.ts'
import { BloodRequest, type Delivery, type RequestStatus } from '#domain/requests/request.ts'
import type { Db } from './database.ts'
import { type Appending, appended, type Happened, type NewEvent } from './event-trail.ts'
import { columnsOf, part, statement, valuesOf } from './statement.ts'
import type { Work } from './work.ts'

/*
 * The row of a request. Approving, driving, pictures and billing all hold it while they act and save it with an event,
 * so this is no one capability's store.
 */

type RequestEvent = Happened<KindAbout<'request'>>

/** All that a request is, by name: a statement with `*` in it is planned anew each time (prepared.ts). */
export const requestColumns = Object.keys(BloodRequest.shape) as (keyof BloodRequest)[]

type One = { id: string; hospitalId: string | undefined }

const one = part<One>`select ${columnsOf(requestColumns)} from requests where id = ${({ id }) => id}`
const ofHospital = part<One>`${one} and hospital_id = ${({ hospitalId }) => hospitalId}`
const find = { any: statement<One, BloodRequest>(one), own: statement<One, BloodRequest>(ofHospital) }
const lock = {
  any: statement<One, BloodRequest>(part<One>`${one} for update`),
  own: statement<One, BloodRequest>(part<One>`${ofHospital} for update`),
}

/** With a hospital: what is not theirs is not there. */
export const findRequest = async (db: Db, id: string, hospitalId?: string) =>
  (await find[hospitalId === undefined ? 'any' : 'own'](db, { id, hospitalId }))[0]

/** Holds the row until the transaction ends, so two admins cannot both decide. */
export const lockRequest = async ({ db }: Work, id: string, hospitalId?: string) =>
  (await lock[hospitalId === undefined ? 'any' : 'own'](db, { id, hospitalId }))[0]

/** What an act may change of a request. */
const changing = [
  'status',
  'deliveryStatus',
  'bankId',
  'driverEmail',
  'linkedAt',
  'refusedBy',
  'note',
  'approvedAt',
  'approvedBy',
  'rejectedFor',
  'rejectionNote',
  'deliveredAt',
  'isLate',
  'deliveryTemperature',
  'firstCompletedAt',
  'expired',
  'invoiceKind',
  'hospitalInvoicePath',
  'bankInvoicePath',
  'updatedAt',
  'version',
] as const satisfies (keyof BloodRequest)[]

type Moved = Pick<Delivery, 'seq' | 'state' | 'deliveredAt'>
type Save = { after: BloodRequest; deliveries: readonly Moved[]; event: Appending }

const moved = part<Pick<Save, 'deliveries'> & { after: Pick<BloodRequest, 'id'> }>`
  update deliveries set state = moved.state, delivered_at = moved.delivered_at
  from unnest(
    ${({ deliveries }) => deliveries.map(({ seq }) => seq)}::int[],
    ${({ deliveries }) => deliveries.map(({ state }) => state)}::text[],
    ${({ deliveries }) => deliveries.map(({ deliveredAt }) => deliveredAt)}::timestamptz[]
  ) as moved (seq, state, delivered_at)
  where deliveries.request_id = ${({ after }) => after.id} and deliveries.seq = moved.seq`

const save = statement<Save, { id: number }>(part<Save>`
  with saved as (
    update requests set (${columnsOf(changing)})
      = row (${valuesOf(
        changing.map(
          (column) =>
            ({ after }: Save) =>
              after[column],
        ),
      )})
    where id = ${({ after }) => after.id}
    returning id
  ),
  moved as (${moved}),
  ${appended<Save>('saved', ({ event }) => event)}
  select id from appended`)

/** Saves the change with its event, and what became of its deliveries. */
export async function saveRequest(
  work: Work,
  before: BloodRequest,
  after: BloodRequest,
  happened: RequestEvent,
  deliveries: readonly Moved[] = [],
): Promise<BloodRequest> {
  const write = (event: Appending) => save(work.db, { after, deliveries, event })
  await work.record(eventOn(after, happened, before.status), write)
  return after
}

const saveMoved = statement(moved)

/** Of the deliveries alone. */
export const saveDeliveries = async ({ db }: Work, id: string, deliveries: readonly Moved[]) => {
  await saveMoved(db, { after: { id }, deliveries })
}

/** With whose the request is, so that they hear of it. */
export const recordOn = (work: Work, request: BloodRequest, happened: RequestEvent) =>
  work.record(eventOn(request, happened))

/** For what concerns bags of one bank: it hears of them, though the order is another's by now (ruling AMB-400). */
export const ofBank = (request: BloodRequest, { bankId }: { bankId: string }): BloodRequest => ({
  ...request,
  bankId,
})

export const eventOn = (
  request: BloodRequest,
  happened: RequestEvent,
  from: RequestStatus | null = request.status,
): NewEvent => ({
  ...happened,
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

/** Held until the transaction ends; undefined while another worker holds it. */
export const lockIfFree = (work: Work, id: string) =>
  work.db.selectFrom('requests').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
