import { sql } from 'kysely'
import { mostKeptAside } from '#domain/driving/reporting.ts'
import type { TemperatureDoubt } from '#domain/driving/temperature.ts'
import type { EventKind } from '#domain/events/events.ts'
import { liveStatuses, mostPending, type PendingSort, withoutDelivery } from '#domain/requests/listing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import type { PageRange } from '../db/page-range.ts'
import { literal } from '../db/requests.ts'
import { changedLast, newestOf, partOf, soonest } from './list-store.ts'

/**
 * Reading. Lists are scoped to one hospital: what is not theirs is not there. What takes a bare id is for callers that
 * have asked whose the request is, or that see every hospital's.
 */
export function requestStore(db: Db) {
  const of = (hospitalId: string) =>
    db.selectFrom('requests').selectAll().where('hospitalId', '=', hospitalId)

  return {
    list: (
      hospitalId: string,
      ask: PageRange & { id?: string | undefined; statuses: readonly RequestStatus[] },
    ) => newestOf(db, { ...ask, hospitals: [hospitalId] }),

    /** Past the approval: there is something to deliver, or was. */
    delivering: (hospitalId: string, ask: PageRange & { id?: string | undefined }) =>
      changedLast(of(hospitalId).where('status', 'not in', literal(withoutDelivery)), ask),

    live: (hospitalId: string, ask: PageRange & { id?: string | undefined }) =>
      changedLast(of(hospitalId).where('status', 'in', literal(liveStatuses)), ask),

    async deliveriesOf(ids: readonly string[]) {
      if (ids.length === 0) return []
      return (
        db
          .selectFrom('deliveries')
          // not their codes: these are for the hospital's eyes, and asked for apart
          .select(['requestId', 'seq', 'units', 'state', 'deliveredAt'])
          .where('requestId', 'in', [...ids])
          .orderBy('requestId')
          .orderBy('seq')
          .execute()
      )
    },

    /** What of them was measured outside its limits, as it was done. */
    async doubtsOf(ids: readonly string[]) {
      if (ids.length === 0) return []
      return (
        db
          .selectFrom('deliverySteps')
          .select(['requestId', 'seq', 'temperature', 'verdict'])
          .$narrowType<TemperatureDoubt>()
          .where('requestId', 'in', [...ids])
          // where it was stopped counts too, unless other bags came for those
          .where(({ or, and, eb }) =>
            or([
              eb('keptAside', 'is', null),
              and([eb('keptAside', '=', 'stopped'), eb('decision', 'is distinct from', 'new-bag')]),
            ]),
          )
          .where('verdict', '<>', 'within')
          .orderBy('requestId')
          .orderBy('doneAt')
          .execute()
      )
    },

    /** What happened to it, in order; of reports that were kept aside the newest alone. */
    eventsOf(id: string) {
      const events = db.selectFrom('events').where('subjectKind', '=', 'request').where('subjectId', '=', id)
      const aside = events
        .select('id')
        .where('kind', '=', 'step-kept-aside')
        .orderBy('id', 'desc')
        .limit(mostKeptAside)
      return events
        .select(['at', 'actorName', 'kind', 'fromStatus', 'toStatus', 'detail', 'bankId'])
        .where(({ eb, or }) => or([eb('kind', '<>', 'step-kept-aside'), eb('id', 'in', aside)]))
        .orderBy('id')
        .execute()
    },

    /** The last of some kinds that happened to it, and how often a decision on it was undone. */
    lastActOf(id: string, kinds: readonly EventKind[]) {
      const events = db.selectFrom('events').where('subjectKind', '=', 'request').where('subjectId', '=', id)
      return events
        .select(['at', 'actorId', 'kind', 'fromStatus', 'detail'])
        .select(({ fn }) =>
          events
            .where('kind', '=', 'decision-undone')
            .select(fn.countAll<number>().as('times'))
            .$asScalar()
            .$notNull()
            .as('undone'),
        )
        .where('kind', 'in', [...kinds])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    /** What drivers told of it, as it was done; of what was kept aside the newest, and how many more there are. */
    async shownStepsOf(id: string) {
      const aside = db
        .selectFrom('deliverySteps')
        .where('requestId', '=', id)
        .where('keptAside', 'is not', null)
      const newest = aside.select('id').orderBy('arrivedAt', 'desc').orderBy('id').limit(mostKeptAside)
      const [steps, kept] = await Promise.all([
        db
          .selectFrom('deliverySteps')
          .innerJoin('drivers', 'drivers.email', 'deliverySteps.driverEmail')
          .selectAll('deliverySteps')
          .select('drivers.name as driverName')
          .where('requestId', '=', id)
          .orderBy('doneAt')
          .orderBy('arrivedAt')
          .where(({ eb, or }) => or([eb('keptAside', 'is', null), eb('deliverySteps.id', 'in', newest)]))
          .execute(),
        aside.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
      ])
      return { steps, asideLeftOut: Math.max(0, kept.count - mostKeptAside) }
    },

    driverPhone: async (email: string) =>
      (await db.selectFrom('drivers').select('phone').where('email', '=', email).executeTakeFirst())?.phone ||
      undefined,

    driverName: async (email: string) =>
      (await db.selectFrom('drivers').select('name').where('email', '=', email).executeTakeFirst())?.name,

    /** The first few of what is due, the soonest first. */
    firstFew(hospitalId: string, statuses: readonly RequestStatus[], limit: number) {
      return db
        .selectFrom('requests')
        .selectAll()
        .where('hospitalId', '=', hospitalId)
        .where('status', 'in', [...statuses])
        .orderBy('deadlineAt')
        .orderBy('id')
        .limit(limit)
        .execute()
    },

    pending(
      hospitalId: string,
      ask: Pick<PageRange, 'after'> & { id?: string | undefined; sort: PendingSort; limit?: number },
    ) {
      const { id, sort, after, limit = mostPending } = ask
      const part = { after, through: null, limit }
      const pending = of(hospitalId).where('status', '=', sql.lit('pending' as const))
      if (id) return pending.where('id', '=', id).execute()
      return sort === 'pickup'
        ? soonest(pending, 'pickupAt', part)
        : partOf(pending, 'raisedAt', part).execute()
    },

    /** How many wait for a decision, and when the first sample of them is to be fetched. */
    async waiting(hospitalId: string): Promise<{ count: number; soonestPickupAt: Date | null }> {
      return db
        .selectFrom('requests')
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.min<Date | null>('pickupAt').as('soonestPickupAt'),
        ])
        .where('hospitalId', '=', hospitalId)
        .where('status', '=', sql.lit('pending' as const))
        .executeTakeFirstOrThrow()
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
