import { type Selectable, sql } from 'kysely'
import { eventsHooked } from '#domain/hooks/kinds.ts'
import { mostReplayed } from '#domain/hooks/replaying.ts'
import type { HookDraft, HookState } from '#domain/hooks/saving.ts'
import { testHospital } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import { takeTurn } from '../db/locks.ts'
import { type PageRange, readPage } from '../db/page-range.ts'
import { recordedEvent } from '../db/reacting.ts'
import type { EventRow, Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'
import type { Signing } from './signing.ts'

type Row = Selectable<Tables['hooks']>
export type DeliveryRow = Selectable<Tables['hookDeliveries']>

/** Whose hooks: an organisation's, or the provider's. */
export type HookOwner = { reader: 'hospital' | 'bank' | 'provider'; organisationId: string | null }

const isUnderWay = sql`state in ('waiting', 'failed')`

export const hookStore = (db: Db, { organisationId }: HookOwner) => ({
  all: () => own(db, organisationId).orderBy('id').execute(),

  find: (id: number) => own(db, organisationId).where('id', '=', id).executeTakeFirst(),

  /** How many still wait, of each. */
  async waiting(ids: readonly number[]): Promise<Map<number, number>> {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ hookId: number; count: number }>`
      select hook_id, count(*)::int as count from hook_deliveries
      where hook_id = any(${ids}::bigint[]) and ${isUnderWay} group by hook_id`.execute(db)
    return new Map(rows.map(({ hookId, count }) => [hookId, count]))
  },

  deliveries: (hookId: number, ask: PageRange<number>): Promise<DeliveryRow[]> =>
    readPage(
      ask,
      ({ after, through, limit }) => {
        let query = db.selectFrom('hookDeliveries').selectAll().where('hookId', '=', hookId)
        if (after) query = query.where('eventId', '<', after)
        if (through) query = query.where('eventId', '>=', through)
        return query.orderBy('eventId', 'desc').limit(limit).execute()
      },
      ({ eventId }) => eventId,
    ),

  async isReplaying(hookId: number): Promise<boolean> {
    const { rows } = await sql<{ is: boolean }>`
      select exists (
        select from hook_deliveries where hook_id = ${hookId} and is_replay and ${isUnderWay}) as is`.execute(
      db,
    )
    return rows[0]?.is ?? false
  },

  /** What happened then to what is the owner's; one more than may be tells that there are too many. */
  async events(
    { reader, withTests }: HookOwner & { withTests: boolean },
    from: Date,
    until: Date,
  ): Promise<RecordedEvent[]> {
    const ofTests = sql`events.hospital_id = ${testHospital} and exists (
      select from requests join api_keys on api_keys.id = requests.raised_by
      where requests.id = events.subject_id and api_keys.organisation_id = ${organisationId})`
    const own = sql`events.hospital_id = ${organisationId}`
    const whose = {
      hospital: withTests ? sql`(${own} or (${ofTests}))` : own,
      bank: sql`bank_id = ${organisationId}`,
      provider: sql`subject_kind <> 'donor-form'`,
    }[reader]
    const { rows } = await sql<EventRow & { id: number }>`
      select id, kind, at, subject_id, from_status, to_status, detail, hospital_id, bank_id, driver_email
      from events where ${whose} and at >= ${from} and at < ${until} and kind = any(${eventsHooked}::text[])
      order by at, id limit ${sql.lit(mostReplayed + 1)}`.execute(db)
    return rows.map(recordedEvent)
  },
})

const own = (db: Db, organisationId: string | null) =>
  db
    .selectFrom('hooks')
    .selectAll()
    .where(sql<boolean>`organisation_id is not distinct from ${organisationId}`)

export const hookWriter = (work: Work, { organisationId }: HookOwner) => ({
  /** One at a time of each owner, so that none is made past the most there may be. */
  async others(): Promise<Pick<Row, 'id' | 'url'>[]> {
    await takeTurn(work.db, `hooks of ${organisationId ?? 'the provider'}`)
    return own(work.db, organisationId).execute()
  },

  lock: (id: number): Promise<Row | undefined> =>
    own(work.db, organisationId).where('id', '=', id).forUpdate().executeTakeFirst(),

  insert: (hook: HookDraft & { secretSealed: string; madeBy: string }): Promise<Row> =>
    work.db
      .insertInto('hooks')
      .values({ ...hook, organisationId, madeAt: work.now })
      .returningAll()
      .executeTakeFirstOrThrow(),

  change: (
    id: number,
    change: Partial<
      HookDraft & Signing & { state: HookState; failures: number; lastTakenAt: null; quietUntil: null }
    >,
  ): Promise<Row> =>
    work.db
      .updateTable('hooks')
      .set({ ...change, version: sql`version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
})

/** What waits goes to another address, which has refused nothing yet. */
export const beginAnew = (db: Db, hookId: number) =>
  sql`update hook_deliveries set next_at = now(), tries = 0, first_at = null where hook_id = ${hookId} and ${isUnderWay}`.execute(
    db,
  )

/** Nothing more of what waits is sent. */
export const giveUpAll = (db: Db, hookId: number) =>
  sql`update hook_deliveries set state = 'given-up', is_replay = false where hook_id = ${hookId} and ${isUnderWay}`.execute(
    db,
  )
