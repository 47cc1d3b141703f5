import { type SelectQueryBuilder, sql } from 'kysely'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import { liveStatuses, withoutDelivery } from '#domain/requests/listing.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { Db, Tx } from '../db/database.ts'
import { readStretch, type Stretch } from '../db/stretch.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

type Order = 'raisedAt' | 'updatedAt'

/** Reading. Every look is scoped to one hospital: what is not theirs is not there. */
export function requestStore(db: Db) {
  const of = (hospitalId: string) =>
    db.selectFrom('requests').selectAll().where('hospitalId', '=', hospitalId)

  return {
    find: (id: string) => db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst(),

    findOwn: (hospitalId: string, id: string) => of(hospitalId).where('id', '=', id).executeTakeFirst(),

    list(hospitalId: string, ask: Stretch & { id?: string | undefined; statuses: readonly RequestStatus[] }) {
      const { id, statuses } = ask
      if (id) {
        const one = of(hospitalId).where('id', '=', id)
        return (statuses.length === 0 ? one : one.where('status', 'in', [...statuses])).execute()
      }
      return stretchOf(ask, 'raisedAt', (part) => {
        const page = (query: Page) => partOf(query.where('hospitalId', '=', hospitalId), 'raisedAt', part)
        if (statuses.length === 0) return page(db.selectFrom('requests').selectAll()).execute()
        // one short walk of the index per status, then the newest of these: never a sort of all that match
        const wanted = sql<{ status: RequestStatus }>`unnest(${[...statuses]}::text[])`
        return db
          .selectFrom(wanted.as<'wanted'>(sql`wanted(status)`))
          .innerJoinLateral(
            (from) =>
              page(
                from.selectFrom('requests').selectAll().whereRef('requests.status', '=', 'wanted.status'),
              ).as('r'),
            (join) => join.onTrue(),
          )
          .selectAll('r')
          .orderBy('r.raisedAt', 'desc')
          .orderBy('r.id', 'desc')
          .limit(part.limit)
          .execute()
      })
    },

    /** Past the approval: there is something to deliver, or was. */
    delivering: (hospitalId: string, ask: Stretch & { id?: string | undefined }) =>
      changedLast(of(hospitalId).where('status', 'not in', literal(withoutDelivery)), ask),

    live: (hospitalId: string, ask: Stretch & { id?: string | undefined }) =>
      changedLast(of(hospitalId).where('status', 'in', literal(liveStatuses)), ask),

    deliveriesOf(ids: readonly string[]) {
      return db
        .selectFrom('deliveries')
        .selectAll()
        .where('requestId', 'in', [...ids])
        .orderBy('requestId')
        .orderBy('seq')
        .execute()
    },

    /** What happened to it, in order. */
    eventsOf(id: string) {
      return db
        .selectFrom('events')
        .select(['at', 'actorName', 'kind', 'fromStatus', 'toStatus', 'detail', 'bankId'])
        .where('subjectKind', '=', 'request')
        .where('subjectId', '=', id)
        .orderBy('id')
        .execute()
    },

    driverName: async (email: string) =>
      (await db.selectFrom('drivers').select('name').where('email', '=', email).executeTakeFirst())?.name,

    /** The first few of what waits: the longest waiting, or the soonest due. */
    firstFew(
      hospitalId: string,
      statuses: readonly RequestStatus[],
      by: 'raisedAt' | 'deadlineAt',
      limit: number,
    ) {
      return db
        .selectFrom('requests')
        .selectAll()
        .where('hospitalId', '=', hospitalId)
        .where('status', 'in', [...statuses])
        .orderBy(by)
        .orderBy('id')
        .limit(limit)
        .execute()
    },

    pending(hospitalId: string, ask: { id: string | undefined; limit: number }) {
      const pending = of(hospitalId).where('status', '=', 'pending')
      const asked = ask.id ? pending.where('id', '=', ask.id) : pending
      return partOf(asked, 'raisedAt', { after: null, through: null, limit: ask.limit }).execute()
    },

    async count(hospitalId: string, statuses: readonly RequestStatus[]): Promise<number> {
      const row = await db
        .selectFrom('requests')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('hospitalId', '=', hospitalId)
        .where('status', 'in', [...statuses])
        .executeTakeFirst()
      return row?.count ?? 0
    },

    countByStatus(hospitalId: string, since: Date) {
      return db
        .selectFrom('requests')
        .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
        .where('hospitalId', '=', hospitalId)
        .where('raisedAt', '>=', since)
        .groupBy('status')
        .execute()
    },

    async organisation(id: string) {
      return db
        .selectFrom('organisations')
        .select(['id', 'name', 'phones', 'accountStatus'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    },
  }
}

type Page = SelectQueryBuilder<Tables, 'requests', BloodRequest>

function changedLast(query: Page, ask: Stretch & { id?: string | undefined }): Promise<BloodRequest[]> {
  if (ask.id) return query.where('id', '=', ask.id).execute()
  return stretchOf(ask, 'updatedAt', (part) => partOf(query, 'updatedAt', part).execute())
}

const stretchOf = (ask: Stretch, by: Order, read: (part: Stretch) => Promise<BloodRequest[]>) =>
  readStretch(ask, read, (row) => ({ at: row[by], id: row.id }))

/** Newest first, from a place on: the index is walked for one page, however long the list is. */
function partOf(query: Page, by: Order, { after, through, limit }: Stretch): Page {
  const at = sql.ref(by)
  const rest = after ? query.where(sql<boolean>`(${at}, id) < (${after.at}, ${after.id})`) : query
  const part = through ? rest.where(sql<boolean>`(${at}, id) >= (${through.at}, ${through.id})`) : rest
  return part.orderBy(by, 'desc').orderBy('id', 'desc').limit(limit)
}

/** Written into the query as it stands: an index over part of the table is used only where its condition is read. */
const literal = <Status extends RequestStatus>(statuses: readonly Status[]) =>
  sql<Status>`(${sql.join(statuses.map((status) => sql.lit(status)))})`

/** Writing, inside the transaction of one act. */
export function requestWriter(work: Work) {
  return {
    /** Holds the row until the transaction ends, so two admins cannot both decide. */
    lock(id: string, hospitalId?: string) {
      const one = work.db.selectFrom('requests').selectAll().where('id', '=', id).forUpdate()
      return (hospitalId === undefined ? one : one.where('hospitalId', '=', hospitalId)).executeTakeFirst()
    },

    /** False if the id is taken: draw another (§9). */
    async insert(request: BloodRequest): Promise<boolean> {
      const inserted = await work.db
        .insertInto('requests')
        .values(request)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!inserted) return false
      await insertDeliveries(work.db, request)
      await record(work, request, 'request-raised', null)
      return true
    },

    /** Saves the change with its event. */
    async save(
      before: BloodRequest,
      after: BloodRequest,
      kind: string,
      detail?: Record<string, unknown>,
    ): Promise<BloodRequest> {
      await work.db
        .updateTable('requests')
        .set({
          status: after.status,
          deliveryStatus: after.deliveryStatus,
          approvedAt: after.approvedAt,
          updatedAt: after.updatedAt,
          version: after.version,
        })
        .where('id', '=', after.id)
        .execute()
      await record(work, after, kind, before.status, detail)
      return after
    },
  }
}

async function insertDeliveries(tx: Tx, request: BloodRequest): Promise<void> {
  const rows = deliveriesFor(request.units).map((units, index) => ({
    requestId: request.id,
    seq: index + 1,
    units,
    deliveredAt: null,
  }))
  await tx.insertInto('deliveries').values(rows).execute()
}

const record = (
  work: Work,
  request: BloodRequest,
  kind: string,
  from: RequestStatus | null,
  detail: Record<string, unknown> = {},
) =>
  work.record({
    subjectKind: 'request',
    subjectId: request.id,
    kind,
    from,
    to: request.status,
    detail,
    hospitalId: request.hospitalId,
    bankId: request.bankId,
    driverEmail: request.driverEmail,
  })
