import { type RawBuilder, sql } from 'kysely'
import { BloodRequest, type RequestStatus } from '#domain/requests/request.ts'
import { inSql, type Json } from './as-json.ts'
import type { Db } from './database.ts'
import { type PageRange, type Place, readPage } from './page-range.ts'

/** What is told of each request of a list: its JSON as `text`, what rules need beside it, and what both are read from. */
export type Telling<Row, Beside = unknown> = {
  readonly columns: RawBuilder<{ text: Json<Row> } & Beside>
  readonly joins?: RawBuilder<unknown>
}

/** A request of a list, and its place in it. */
export type Listed<Row, Beside = unknown> = Place & { text: Json<Row> } & Beside

export type By = 'raisedAt' | 'updatedAt' | 'deadlineAt' | 'pickupAt'

/** The newest or latest first; what is due the soonest first. */
const isDescending = { raisedAt: true, updatedAt: true, deadlineAt: false, pickupAt: false } as const

export const requestColumns = sql.raw(
  Object.keys(BloodRequest.shape)
    .map((key) => `requests.${inSql(key)}`)
    .join(', '),
)

const key = (by: By) => sql.raw(`(requests.${inSql(by)}, requests.id)`)

const order = (by: By) => {
  const way = isDescending[by] ? ' desc' : ''
  return sql.raw(`order by requests.${inSql(by)}${way}, requests.id${way}`)
}

/** A plan that is made once knows a limit only where it stands in the statement. */
export const atMost = (limit: number) => sql.raw(`limit ${Math.trunc(limit)}`)

/**
 * A value that the planner is not to know: it plans for any, by the index that holds the list, and not for one that has
 * so much that the newest of all might do.
 */
export const any = (value: string | Date) =>
  sql`(select ${value}::${sql.raw(value instanceof Date ? 'timestamptz' : 'text')})`

const place = ({ at, id }: Place) => sql`(${any(at)}, ${any(id)})`

/** One walk of an index, as long as the page and not as the list. */
export function walk(
  where: RawBuilder<unknown>,
  by: By,
  { after, through, limit }: PageRange,
  columns: RawBuilder<unknown> = requestColumns,
) {
  const [beyond, upTo] = isDescending[by] ? (['<', '>='] as const) : (['>', '<='] as const)
  const rest = after ? sql` and ${key(by)} ${sql.raw(beyond)} ${place(after)}` : sql``
  const part = through ? sql` and ${key(by)} ${sql.raw(upTo)} ${place(through)}` : sql``
  return sql`select ${columns} from requests where ${where}${rest}${part} ${order(by)} ${atMost(limit)}`
}

/** One page of a live list, whose requests are found by `part` in this order. */
export const readList = <Row, Beside>(
  db: Db,
  telling: Telling<Row, Beside>,
  by: By,
  ask: PageRange,
  part: (range: PageRange) => RawBuilder<unknown>,
): Promise<Listed<Row, Beside>[]> =>
  readPage(ask, (range) => readRequests(db, telling, by, part(range)), placeOf)

const placeOf = ({ at, id }: Place): Place => ({ at, id })

/** Found first and told then, so that nothing is told of what is not on the page. */
async function readRequests<Row, Beside>(
  db: Db,
  { columns, joins = sql`` }: Telling<Row, Beside>,
  by: By,
  found: RawBuilder<unknown>,
): Promise<Listed<Row, Beside>[]> {
  const at = sql.raw(`requests.${inSql(by)} as at, requests.id`)
  const { rows } = await sql<Listed<Row, Beside>>`
    select ${columns}, ${at} from (${found}) as requests ${joins} ${order(by)}`.execute(db)
  return rows
}

type Among = { hospitals: readonly string[]; statuses: readonly RequestStatus[] }

/** The newest requests of some hospitals in some statuses, or the one with the given id if it is among them. */
export function newestOf<Row, Beside>(
  db: Db,
  telling: Telling<Row, Beside>,
  ask: PageRange & Among & { id?: string | undefined },
): Promise<Listed<Row, Beside>[]> {
  const { id, hospitals, statuses } = ask
  if (id) {
    const among = [
      sql`requests.id = ${id}`,
      ...(hospitals.length === 0 ? [] : [sql`hospital_id = any(${[...hospitals]}::text[])`]),
      ...(statuses.length === 0 ? [] : [sql`status = any(${[...statuses]}::text[])`]),
    ]
    return oneOf(db, telling, 'raisedAt', sql.join(among, sql` and `))
  }
  return readList(db, telling, 'raisedAt', ask, (part) => newestAmong({ hospitals, statuses }, part))
}

export const oneOf = <Row, Beside>(
  db: Db,
  telling: Telling<Row, Beside>,
  by: By,
  where: RawBuilder<unknown>,
): Promise<Listed<Row, Beside>[]> =>
  readRequests(db, telling, by, sql`select ${requestColumns} from requests where ${where}`)

/** One short walk of an index for each hospital and status, then the newest of these: never a sort of all that match. */
function newestAmong({ hospitals, statuses }: Among, part: PageRange): RawBuilder<unknown> {
  const newest = (where: RawBuilder<unknown>) => walk(where, 'raisedAt', part)
  if (hospitals.length > 1) {
    const isAny = statuses.length === 0
    const status = isAny ? sql`(values (null::text))` : sql`unnest(${[...statuses]}::text[])`
    const theirs = sql`hospital_id = wanted.hospital`
    return sql`
      select ${requestColumns} from (
        select hospital, status from unnest(${[...hospitals]}::text[]) as h(hospital) cross join ${status} as s(status)
      ) as wanted cross join lateral (
        ${newest(isAny ? theirs : sql`${theirs} and requests.status = wanted.status`)}
      ) as requests ${order('raisedAt')} ${atMost(part.limit)}`
  }
  const own = hospitals[0] === undefined ? [] : [sql`hospital_id = ${any(hospitals[0])}`]
  const walks = statuses.map((status) => {
    const its = sql`status = ${any(status)}`
    if (own[0]) return newest(sql`${own[0]} and ${its}`)
    // found in the index alone: it is the shorter way also where the newest of all lie close together
    return sql`select ${requestColumns} from requests where id in (${walk(its, 'raisedAt', part, sql`id`)})`
  })
  if (walks.length === 0) return newest(own[0] ?? sql`true`)
  if (walks.length === 1) return walks[0] as RawBuilder<unknown>
  return sql`
    select ${requestColumns} from (${sql.join(
      walks.map((one) => sql`(${one})`),
      sql` union all `,
    )}) as requests ${order('raisedAt')} ${atMost(part.limit)}`
}
