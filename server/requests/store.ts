import { type SelectQueryBuilder, sql } from 'kysely'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'
import type { Place } from '../platform/paging.ts'

/** Reading. Every look is scoped to one hospital: what is not theirs is not there. */
export function requestStore(db: Db) {
  return {
    find: (id: string) => db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst(),

    list(
      hospitalId: string,
      ask: { statuses: readonly RequestStatus[]; after: Place | null; limit: number },
    ) {
      const page = (query: Page) => pageOf(query.where('hospitalId', '=', hospitalId), ask.after, ask.limit)
      if (ask.statuses.length === 0) return page(db.selectFrom('requests').selectAll()).execute()
      // one short walk of the index per status, then the newest of these: never a sort of all that match
      const wanted = sql<{ status: RequestStatus }>`unnest(${[...ask.statuses]}::text[])`
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
        .limit(ask.limit)
        .execute()
    },

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
      const query = db
        .selectFrom('requests')
        .selectAll()
        .where('hospitalId', '=', hospitalId)
        .where('status', '=', 'pending')
      return pageOf(ask.id ? query.where('id', '=', ask.id) : query, null, ask.limit).execute()
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

    async hospital(id: string) {
      return db
        .selectFrom('organisations')
        .select(['id', 'name', 'phones', 'accountStatus'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    },
  }
}

type Page = SelectQueryBuilder<Tables, 'requests', BloodRequest>

/** Newest first, from a place on: the index is walked for one page, however long the list is. */
function pageOf(query: Page, after: Place | null, limit: number): Page {
  const rest = after ? query.where(sql<boolean>`(raised_at, id) < (${after.at}, ${after.id})`) : query
  return rest.orderBy('raisedAt', 'desc').orderBy('id', 'desc').limit(limit)
}

/** Writing, inside the transaction of one act. */
export function requestWriter(work: Work) {
  return {
    /** Holds the row until the transaction ends, so two admins cannot both decide. */
    lock: (id: string, hospitalId: string) =>
      work.db
        .selectFrom('requests')
        .selectAll()
        .where('id', '=', id)
        .where('hospitalId', '=', hospitalId)
        .forUpdate()
        .executeTakeFirst(),

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
    async save(before: BloodRequest, after: BloodRequest, kind: string): Promise<BloodRequest> {
      await work.db
        .updateTable('requests')
        .set({
          status: after.status,
          approvedAt: after.approvedAt,
          updatedAt: after.updatedAt,
          version: after.version,
        })
        .where('id', '=', after.id)
        .execute()
      await record(work, after, kind, before.status)
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

const record = (work: Work, request: BloodRequest, kind: string, from: RequestStatus | null) =>
  work.record({
    subjectKind: 'request',
    subjectId: request.id,
    kind,
    from,
    to: request.status,
    hospitalId: request.hospitalId,
    bankId: request.bankId,
    driverEmail: request.driverEmail,
  })
