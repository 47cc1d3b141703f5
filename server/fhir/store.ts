import { sql } from 'kysely'
import type { Placer } from '#domain/fhir/reading.ts'
import { saidIn } from '#domain/fhir/reasons.ts'
import type { AskedIdentifier, Changed } from '#domain/fhir/searching.ts'
import type { ToldNeed, ToldPatient } from '#domain/fhir/showing.ts'
import { MoreForBank, nothingMore } from '#domain/matching/needs.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import type { Place } from '../db/page-range.ts'
import { any, atMost, requestColumns, walk } from '../db/request-lists.ts'

/** Whose orders: a hospital's own, or those that are linked to a bank. */
export type Whose = { hospitalId: string } | { bankId: string }

type Asked = {
  statuses: readonly RequestStatus[]
  changed: Changed
  after: Place | null
  limit: number
}

type Besides = Pick<ToldPatient, 'more' | 'replaces' | 'replacedBy'> &
  Pick<ToldNeed, 'bombay'> & { /** Why it was refused or cancelled. */ said: string | null }
const moreColumns = [...Object.keys(MoreForBank.shape), 'bombay']

type PlacedRow = Placer & { requestId: string }

export function fhirStore(db: Db) {
  return {
    /** The order that was raised with this number. */
    placed: (organisationId: string, { system, value }: Placer) =>
      db
        .selectFrom('outsideIds')
        .select(['requestId', 'fingerprint'])
        .where('organisationId', '=', organisationId)
        .where('value', '=', value)
        .where('system', '=', system)
        .executeTakeFirst(),

    /** Orders with one of these numbers, of any system where none is named. */
    async found(organisationId: string, asked: readonly AskedIdentifier[]): Promise<string[]> {
      const rows = await db
        .selectFrom('outsideIds')
        .select(['requestId', 'system', 'value'])
        .where('organisationId', '=', organisationId)
        .where(
          'value',
          'in',
          asked.map(({ value }) => value),
        )
        .limit(atMostFound)
        .execute()
      return rows
        .filter((row) =>
          asked.some(({ system, value }) => value === row.value && (system ?? row.system) === row.system),
        )
        .map(({ requestId }) => requestId)
    },

    placersOf: (ids: readonly string[]): Promise<PlacedRow[]> =>
      db
        .selectFrom('outsideIds')
        .select(['requestId', 'system', 'value'])
        .where('requestId', 'in', ids.length === 0 ? [''] : [...ids])
        .orderBy('system')
        .orderBy('value')
        .execute(),

    /** What a bag for each has to be, for its bank. */
    async needsOf(ids: readonly string[]): Promise<Map<string, ToldNeed>> {
      const rows = await db
        .selectFrom('moreForBank')
        .select(['requestId', 'needs', 'bombay'])
        .where('requestId', 'in', ids.length === 0 ? [''] : [...ids])
        .execute()
      return new Map(rows.map(({ requestId, ...need }) => [requestId, need]))
    },

    /**
     * What was told beyond the form, which order it replaces or was replaced by, and why it was refused or cancelled, as
     * the trail has it: the first event of an order, and one of the last. What was set by hand since gives no reason.
     */
    async besidesOf(
      orders: readonly Pick<BloodRequest, 'id' | 'status' | 'refusedBy'>[],
    ): Promise<Map<string, Besides>> {
      const ids = orders.map(({ id }) => id)
      const statuses = orders.map(({ status }) => status)
      const kinds = orders.map(saidIn)
      const { rows } = await sql<MoreForBank & Omit<Besides, 'more'> & { id: string; isSaid: boolean }>`
        select one.id, raised.replaces, ended.replaced_by, ended.said, more.request_id is not null as is_said,
          ${sql.join(moreColumns.map((column) => sql.ref(`more.${column}`)))}
        from unnest(${ids}::text[], ${statuses}::text[], ${kinds}::text[]) as one (id, status, said_in)
        left join more_for_bank as more on more.request_id = one.id
        left join lateral (select events.detail ->> 'replaces' as replaces from events
          where events.subject_kind = 'request' and events.subject_id = one.id and events.kind = 'request-raised'
          order by events.id limit 1) as raised on true
        left join lateral (
          select events.detail ->> 'replacedBy' as replaced_by, events.detail ->> 'reason' as said from events
          where one.said_in is not null and events.subject_kind = 'request' and events.subject_id = one.id
            and (events.kind = one.said_in or (events.kind = 'request-moved'
              and events.to_status = one.status and events.from_status <> one.status))
          order by events.id desc limit 1) as ended on true`.execute(db)
      return new Map(
        rows.map(({ id, isSaid, replaces, replacedBy, bombay, said, ...more }) => [
          id,
          { more: isSaid ? more : nothingMore, replaces, replacedBy, bombay, said },
        ]),
      )
    },

    deliveriesOf: (id: string) =>
      db
        .selectFrom('deliveries')
        .select(['seq', 'units', 'state', 'deliveredAt'])
        .where('requestId', '=', id)
        .orderBy('seq')
        .execute(),

    /** Where the bags that left for it are now. */
    bagStatesOf: (id: string) =>
      db
        .selectFrom('issueBags')
        .innerJoin('issues', 'issues.slip', 'issueBags.slip')
        .innerJoin('bags', 'bags.id', 'issueBags.bagId')
        .select(['bags.id', 'bags.state'])
        .where('issues.requestId', '=', id)
        .execute(),

    /** At its bank, without what stands on their labels. */
    samplesOf: (id: string, bankId: string) =>
      db
        .selectFrom('samples')
        .select(['id', 'takenAt', 'receivedAt', 'groupFound', 'unfitReason'])
        .where('requestId', '=', id)
        .where('bankId', '=', bankId)
        .orderBy('receivedAt')
        .orderBy('id')
        .execute(),

    /** One short walk of an index for each status, then the latest of these. */
    async changed(whose: Whose, { statuses, changed: { from, to }, after, limit }: Asked) {
      if (statuses.length === 0) return []
      const theirs =
        'hospitalId' in whose
          ? sql`hospital_id = ${any(whose.hospitalId)}`
          : sql`bank_id = ${any(whose.bankId)}`
      const since = from ? sql` and updated_at >= ${any(from)}` : sql``
      const until = to ? sql` and updated_at <= ${any(to)}` : sql``
      const walks = statuses.map((status) => {
        const where = sql`${theirs} and status = ${any(status)}${since}${until}`
        return sql`(${walk(where, 'updatedAt', { after, through: null, limit })})`
      })
      const { rows } = await sql<BloodRequest>`
        select ${requestColumns} from (${sql.join(walks, sql` union all `)}) as requests
        order by requests.updated_at desc, requests.id desc ${atMost(limit)}`.execute(db)
      return rows
    },
  }
}

/** A number is one order's; the same value of several systems may be several. */
const atMostFound = 100
