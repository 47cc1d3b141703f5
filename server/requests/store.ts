import { sql } from 'kysely'
import { mostKeptAside } from '#domain/driving/reporting.ts'
import type { TemperatureDoubt } from '#domain/driving/temperature.ts'
import type { EventKind } from '#domain/events/events.ts'
import type { Db } from '../db/database.ts'

/** Of a step: outside its limits, and not told in vain; where it was stopped counts unless other bags came for those. */
export const isDoubt = sql<boolean>`verdict <> 'within'
  and (kept_aside is null or (kept_aside = 'stopped' and decision is distinct from 'new-bag'))`

/** Reading, for callers that have asked whose the request is, or that see every hospital's. */
export function requestStore(db: Db) {
  return {
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
      return db
        .selectFrom('deliverySteps')
        .select(['requestId', 'seq', 'temperature', 'verdict'])
        .$narrowType<TemperatureDoubt>()
        .where('requestId', 'in', [...ids])
        .where(isDoubt)
        .orderBy('requestId')
        .orderBy('doneAt')
        .execute()
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
        .leftJoin('accounts', 'accounts.id', 'events.actorId')
        .select([
          'at',
          'actorName',
          'person',
          'accounts.name as accountName',
          'accounts.email as accountEmail',
        ])
        .select(['kind', 'actorId', 'fromStatus', 'toStatus', 'detail', 'bankId'])
        .where(({ eb, or }) => or([eb('kind', '<>', 'step-kept-aside'), eb('events.id', 'in', aside)]))
        .orderBy('events.id')
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
          .leftJoin('drivers', 'drivers.email', 'deliverySteps.driverEmail')
          .selectAll('deliverySteps')
          .select(sql<string>`coalesce(drivers.name, told_by, '')`.as('driverName'))
          .where('requestId', '=', id)
          .orderBy('doneAt')
          .orderBy('arrivedAt')
          .where(({ eb, or }) => or([eb('keptAside', 'is', null), eb('deliverySteps.id', 'in', newest)]))
          .execute(),
        aside.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
      ])
      return { steps, asideLeftOut: Math.max(0, kept.count - mostKeptAside) }
    },

    driverName: async (email: string) =>
      (await db.selectFrom('drivers').select('name').where('email', '=', email).executeTakeFirst())?.name,

    async organisation(id: string) {
      return db
        .selectFrom('organisations')
        .select(['id', 'name', 'phones', 'accountStatus'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    },
  }
}
