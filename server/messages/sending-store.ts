import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { CampCategory } from '#domain/camps/company.ts'
import type { Tx } from '../db/database.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import { recordedEvent } from '../db/reacting.ts'
import type { EventRow, Tables } from '../db/tables.ts'

/** A decision that was just made is among the latest events; older ones are not looked for. */
const latest = 10_000

/** The acts that messages tell of, and what was written to whom. */
export function sendingStore(db: Tx) {
  const events = () => db.selectFrom('events').selectAll('events').orderBy('events.id', 'desc').limit(1)
  return {
    /** Undefined if there is no such request. */
    hospitalOf: async (id: string) =>
      (await db.selectFrom('requests').select('hospitalId').where('id', '=', id).executeTakeFirst())
        ?.hospitalId,

    lastOfRequest: (id: string, kinds: readonly string[]) =>
      first(
        events().where('subjectKind', '=', 'request').where('subjectId', '=', id).where('kind', 'in', kinds),
      ),

    lastOfPerson: (accountId: string, kinds: readonly string[], status: string) =>
      first(
        events()
          .where('id', '>', sql<number>`(select coalesce(max(id), 0) - ${latest}::int from events)`)
          .where('actorId', '=', accountId)
          .where('kind', 'in', kinds)
          .where('toStatus', '=', status),
      ),

    async lastOfCamp(bankId: string, { category, date }: { category: CampCategory; date: string }) {
      const camp = await db
        .selectFrom('camps')
        .select('id')
        .where('bankId', '=', bankId)
        .where('heldOn', '=', date)
        .where('category', '=', category)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return (
        camp && first(events().where('subjectKind', '=', 'camp').where('subjectId', '=', String(camp.id)))
      )
    },

    statesOf: async (onces: readonly string[]) =>
      (await db.selectFrom('notifications').select('state').where('once', 'in', onces).execute()).map(
        ({ state }) => state,
      ),
  }
}

async function first(
  query: SelectQueryBuilder<Tables, 'events', Selectable<EventRow>>,
): Promise<RecordedEvent | undefined> {
  const row = await query.executeTakeFirst()
  return row && recordedEvent(row)
}
