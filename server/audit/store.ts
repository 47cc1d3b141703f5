import { type RawBuilder, sql } from 'kysely'
import { type AuditGroup, kindsFor } from '#domain/events/audit.ts'
import type { Db } from '../db/database.ts'
import type { Place } from '../db/page-range.ts'

/** Whose trail is read. */
export type AuditScope =
  | { reader: 'hospital' | 'bank'; organisationId: string }
  | { reader: 'provider'; organisationId: null }

export type AuditFilter = {
  groups: readonly AuditGroup[]
  /** An account. */
  person: string | undefined
  request: string | undefined
  from: Date | undefined
  /** Not any more. */
  until: Date | undefined
}

export type AuditRow = {
  id: number
  at: Date
  kind: string
  subjectKind: string
  subjectId: string
  actorId: string | null
  actorName: string
  person: string | null
  accountName: string | null
  accountEmail: string | null
  isDriver: boolean
  fromStatus: string | null
  toStatus: string | null
  detail: string
  bankName: string | null
}

type Walk = { after: Place | null; through: Place | null; examined: number; limit: number }

export type Walked = {
  rows: AuditRow[]
  /** The last that was looked at, where so many were looked at that there may be more. */
  lookedBackTo: Place | null
}

/** Of so many the people to choose from are made. */
const newest = 5_000

/** Reading, of one organisation or of all. */
export function auditStore(db: Db, scope: AuditScope) {
  return {
    /**
     * Those of the filter among the next so many events: what a page costs is bounded by what it looks at, whatever is
     * in the table and however little of it matches.
     */
    async walk(filter: AuditFilter, { after, through, examined, limit }: Walk): Promise<Walked> {
      const walked = walkOf(scope, filter, { after, through }, examined)
      const { rows } = await sql<AuditRow & { isLast: boolean; isWanted: boolean }>`
        with walked as materialized (${walked}),
        last as (
          select at, id from walked order by at, id limit (select case when count(*) >= ${examined} then 1 else 0 end from walked)
        ),
        wanted as (
          select id from walked
          where kind = any(${kindsFor(scope.reader, filter.groups)}::text[])
            and (${filter.person ?? null}::text is null or actor_id = ${filter.person ?? null})
          order by at desc, id desc limit ${limit}
        )
        select e.id, e.at, e.kind, e.subject_kind, e.subject_id, e.actor_id, e.actor_name, e.person,
          doer.name as account_name, doer.email as account_email, ${isDriver} as is_driver, e.from_status, e.to_status, e.detail::text as detail,
          bank.name as bank_name, e.id in (select id from last) as is_last, e.id in (select id from wanted) as is_wanted
        from events as e
        left join accounts as doer on doer.id = e.actor_id
        left join organisations as bank on bank.id = e.bank_id
        where e.id = any(array(select id from wanted union select id from last))
        order by e.at desc, e.id desc`.execute(db)
      const last = rows.find(({ isLast }) => isLast)
      return {
        rows: rows.filter(({ isWanted }) => isWanted),
        lookedBackTo: last ? { at: last.at, id: String(last.id) } : null,
      }
    },

    /** Who did something of it lately, by account. */
    async people() {
      const all = { groups: [], person: undefined, request: undefined, from: undefined, until: undefined }
      const walked = walkOf(scope, all, { after: null, through: null }, newest)
      const { rows } = await sql<{
        accountId: string
        actorName: string
        person: string | null
        accountName: string | null
        accountEmail: string | null
        isDriver: boolean
      }>`
        select distinct on (walked.actor_id) walked.actor_id as account_id, walked.actor_name, walked.person,
          doer.name as account_name, doer.email as account_email, ${isDriver} as is_driver
        from (${walked}) as walked left join accounts as doer on doer.id = walked.actor_id
        where walked.actor_id is not null and walked.kind = any(${kindsFor(scope.reader)}::text[])
        order by walked.actor_id, walked.at desc`.execute(db)
      return rows
    },
  }
}

const isDriver = sql<boolean>`exists (select from drivers where drivers.account_id = doer.id)`

/** The next so many of them, by their index. */
function walkOf(
  scope: AuditScope,
  { request, from, until }: AuditFilter,
  { after, through }: { after: Place | null; through: Place | null },
  examined: number,
): RawBuilder<unknown> {
  const range = sql`
    ${after ? sql`and (at, id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
    ${through ? sql`and (at, id) >= (${through.at}::timestamptz, ${through.id}::bigint)` : sql``}
    ${from ? sql`and at >= ${from}` : sql``}
    ${until ? sql`and at < ${until}` : sql``}`
  const one = (where: RawBuilder<unknown>) => sql`
    (select id, at, kind, actor_id, actor_name, person from events where ${where} ${range}
     order by at desc, id desc limit ${examined})`
  const parts = partsOf(scope, request).map(one)
  return sql`select * from (${sql.join(parts, sql` union `)}) as each order by at desc, id desc limit ${examined}`
}

function partsOf(scope: AuditScope, request: string | undefined): RawBuilder<unknown>[] {
  const own = ownOf(scope)
  if (request !== undefined)
    return [
      sql`subject_kind in ('request', 'issuing', 'regeneration', 'picture') and subject_id = ${request} and ${own}`,
      sql`subject_kind = 'reading' and detail ->> 'requestId' = ${request} and ${own}`,
    ]
  if (scope.reader === 'provider') return [own]
  return [own, sql`subject_kind = 'organisation' and subject_id = ${scope.organisationId}`]
}

function ownOf({ reader, organisationId }: AuditScope): RawBuilder<unknown> {
  // as the index has it
  if (reader === 'provider') return sql`subject_kind <> 'donor-form'`
  return reader === 'bank' ? sql`bank_id = ${organisationId}` : sql`hospital_id = ${organisationId}`
}
