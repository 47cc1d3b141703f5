import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { BankSettings, ShelfBag } from '#contract/bags.ts'
import type { Bag, BagState } from '#domain/bags/bag.ts'
import { type ShelfComponent, type ShelfGroup, shelfComponents, shelfGroups } from '#domain/bags/kinds.ts'
import type { ComponentLife } from '#domain/bags/lives.ts'
import { stepDetail } from '#domain/bags/passport.ts'
import type { ShelfCell } from '#domain/bags/shelf.ts'
import { usualWork } from '#domain/bags/working.ts'
import { days, earlier, later } from '#domain/basics/time.ts'
import { events, isEventKind } from '#domain/events/events.ts'
import { doerOf } from '#domain/people/doer.ts'
import { bagColumns, liesOnShelf } from '../db/bags.ts'
import type { Db } from '../db/database.ts'
import { type PageRange, type Place, readPage } from '../db/page-range.ts'
import type { Tables } from '../db/tables.ts'

export const onShelf = ['quarantine', 'available', 'held'] as const satisfies readonly BagState[]
export type BagFilter = {
  states: readonly BagState[]
  components: readonly ShelfComponent[]
  groups: readonly ShelfGroup[]
  /** Ending until then. */
  until: Date | null
}

export type CountedCell = ShelfCell & { issued: number; minimum: number | null }

/** Reading, of one bank: there is no way to another's. */
export const bagStore = (db: Db, bankId: string) => {
  const among = (some: RawBuilder<unknown>) =>
    db
      .selectFrom(sql<Selectable<Tables['bags']>>`(${some})`.as('bags'))
      .leftJoin('bagHolds', (join) =>
        join.onRef('bagHolds.bagId', '=', 'bags.id').on('bagHolds.releasedAt', 'is', null),
      )
      .select([
        ...bagColumns.map((column) => `bags.${column}` as const),
        'bags.takenAt',
        'bags.takenBy',
        'bagHolds.requestId',
        'bagHolds.until',
        'bagHolds.heldBy',
      ])
  const theirs = (condition: RawBuilder<unknown>) =>
    among(sql`select * from bags where bank_id = ${bankId} and ${condition}`)

  return {
    async list(filter: BagFilter, ask: PageRange): Promise<ShelfBag[]> {
      const read = async (part: PageRange) => {
        const found = await among(walks(bankId, filter, part))
          .orderBy('bags.expiresAt')
          .orderBy('bags.id')
          .execute()
        return found.map(asShelfBag)
      }
      return readPage(ask, read, ({ expiresAt, id }) => ({ at: expiresAt, id }))
    },

    async byIds(ids: readonly string[]): Promise<ShelfBag[]> {
      if (ids.length === 0) return []
      const found = await theirs(sql`id = any(${[...ids]}::uuid[])`).execute()
      return found.map(asShelfBag)
    },

    async ofDonation(number: string): Promise<ShelfBag[]> {
      const found = await theirs(sql`number = ${number}`).orderBy('component').orderBy('division').execute()
      return found.map(asShelfBag)
    },

    results: (number: string) =>
      db
        .selectFrom('donationTests')
        .select(['test', 'result', 'testedAt', 'testedBy'])
        .where('bankId', '=', bankId)
        .where('number', '=', number)
        .orderBy('id')
        .execute(),

    /** Its passport: what the trail says of it. */
    async steps(id: string) {
      const rows = await db
        .selectFrom('events')
        .leftJoin('accounts', 'accounts.id', 'events.actorId')
        .select(['at', 'kind', 'actorName', 'person', 'detail'])
        .select(['accounts.name as accountName', 'accounts.email as accountEmail'])
        .where('subjectKind', '=', 'bag')
        .where('subjectId', '=', id)
        .orderBy('events.id')
        .execute()
      return rows.map(({ at, kind, detail, ...deed }) => ({
        at,
        words: isEventKind(kind) ? events[kind].words : kind,
        by: doerOf(deed),
        detail: stepDetail(JSON.parse(detail)),
      }))
    },

    /** Where something lies, was issued lately, or should lie. */
    async cells(now: Date): Promise<CountedCell[]> {
      const ends = (after: number, until: number | null) =>
        sql<number>`count(*) filter (where state = 'available' and expires_at > ${later(now, days(after))}
          ${until === null ? sql`` : sql`and expires_at <= ${later(now, days(until))}`})`
      const count = (state: BagState) => sql<number>`count(*) filter (where state = ${sql.lit(state)})`
      const { rows } = await sql<FlatCell>`
        with lying as (
          select component, blood_group, ${count('available')} as free, ${count('held')} as held,
            ${count('quarantine')} as quarantine, ${ends(0, 1)} as day, ${ends(1, 3)} as three_days,
            ${ends(3, 7)} as week, ${ends(7, null)} as later
          from bags where bank_id = ${bankId} and ${liesOnShelf} and expires_at > ${now}
          group by component, blood_group
        ), gone as (
          select component, blood_group, count(*) as issued
          from issues join issue_bags using (slip) join bags on bags.id = issue_bags.bag_id
          where issues.bank_id = ${bankId} and issued_at > ${earlier(now, days(28))}
          group by component, blood_group
        ), wanted as (select component, blood_group, units from stock_minimums where bank_id = ${bankId})
        select component, blood_group, coalesce(free, 0) as free, coalesce(held, 0) as held,
          coalesce(quarantine, 0) as quarantine, coalesce(day, 0) as day, coalesce(three_days, 0) as three_days,
          coalesce(week, 0) as week, coalesce(later, 0) as later, coalesce(issued, 0) as issued, units as minimum
        from lying full join gone using (component, blood_group) full join wanted using (component, blood_group)
        `.execute(db)
      return rows.map(asCell).sort(byKind)
    },

    async settings(): Promise<BankSettings> {
      const row = await db
        .selectFrom('bankSettings')
        .select(['keepsBags', 'secondChecker', 'sampleHours', 'spareHours', 'version'])
        .where('bankId', '=', bankId)
        .executeTakeFirst()
      return row ?? usualWork
    },

    async products(): Promise<Record<string, ShelfComponent>> {
      const rows = await db
        .selectFrom('productCodes')
        .select(['code', 'component'])
        .where('bankId', '=', bankId)
        .orderBy('code')
        .execute()
      return Object.fromEntries(rows.map(({ code, component }) => [code, component]))
    },

    /** To whom a bag can go. */
    otherBanks: () =>
      db
        .selectFrom('organisations')
        .innerJoin('bankSettings', 'bankSettings.bankId', 'organisations.id')
        .select(['organisations.id', 'name'])
        .where('kind', '=', 'bank')
        .where('keepsBags', '=', true)
        .where('organisations.id', '!=', bankId)
        .orderBy('name')
        .orderBy('organisations.id')
        .execute(),
  }
}

export const livesOf = (db: Db): Promise<ComponentLife[]> =>
  db.selectFrom('componentLives').selectAll().orderBy('component').orderBy('hours').execute()

type Told = Bag & {
  takenAt: Date
  takenBy: string
  requestId: string | null
  until: Date | null
  heldBy: string | null
}

const asShelfBag = ({ requestId, until, heldBy, ...bag }: Told): ShelfBag => ({
  ...bag,
  hold: requestId !== null && until && heldBy !== null ? { requestId, until, heldBy } : null,
})

/**
 * One walk of an index for each that was chosen, as long as the page and not as the shelf, and the first of all of them.
 */
function walks(bankId: string, filter: BagFilter, part: PageRange): RawBuilder<unknown> {
  const { components, groups } = filter
  const isKinds = components.length + groups.length > 0
  const walked = (condition: RawBuilder<unknown>) => sql`(
    select * from bags where bank_id = ${bankId} and ${condition} ${within(filter, part)}
    order by expires_at, id limit ${sql.raw(String(Math.trunc(part.limit)))})`
  if (!isKinds && filter.states.length === 0) return walked(liesOnShelf)
  const states = filter.states.length > 0 ? filter.states : onShelf
  if (!isKinds)
    return first(
      states.map((state) => walked(sql`state = ${state}`)),
      part,
    )
  return sql`
    select walked.*
    from unnest(${[...states]}::text[]) as of_state (state)
    cross join unnest(${[...(components.length > 0 ? components : shelfComponents)]}::text[]) as of_component (component)
    cross join unnest(${[...(groups.length > 0 ? groups : shelfGroups)]}::text[]) as of_group (blood_group)
    cross join lateral ${walked(sql`bags.state = of_state.state and bags.component = of_component.component
      and bags.blood_group = of_group.blood_group`)} as walked
    order by walked.expires_at, walked.id limit ${sql.raw(String(Math.trunc(part.limit)))}`
}

const first = (walked: readonly RawBuilder<unknown>[], { limit }: PageRange) =>
  sql`select * from (${sql.join([...walked], sql` union all `)}) as all_of_them
    order by expires_at, id limit ${sql.raw(String(Math.trunc(limit)))}`

const within = ({ until }: BagFilter, { after, through }: PageRange) => sql`
  ${until ? sql`and expires_at <= ${until}` : sql``}
  ${after ? sql`and (expires_at, id) > ${placed(after)}` : sql``}
  ${through ? sql`and (expires_at, id) <= ${placed(through)}` : sql``}`

/** A place that is none of ours begins nowhere, and is no error of the database. */
const placed = ({ at, id }: Place) => sql`(${at}::timestamptz, ${isUuid.test(id) ? id : noId}::uuid)`
const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const noId = '00000000-0000-0000-0000-000000000000'

type FlatCell = Omit<CountedCell, 'ending'> & { day: number; threeDays: number; week: number; later: number }

const asCell = ({ day, threeDays, week, later: after, ...cell }: FlatCell): CountedCell => ({
  ...cell,
  ending: { day, 'three-days': threeDays, week, later: after },
})

const byKind = (one: CountedCell, other: CountedCell): number =>
  shelfComponents.indexOf(one.component) - shelfComponents.indexOf(other.component) ||
  shelfGroups.indexOf(one.bloodGroup) - shelfGroups.indexOf(other.bloodGroup)
