import { type SelectQueryBuilder, sql } from 'kysely'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import { type PageRange, readPage } from '../db/page-range.ts'
import type { Tables } from '../db/tables.ts'

type Order = 'raisedAt' | 'updatedAt'
type Due = 'deadlineAt' | 'pickupAt'
export type Page = SelectQueryBuilder<Tables, 'requests', BloodRequest>

type NewestAsk = PageRange & {
  id?: string | undefined
  /** None means all of them. */
  hospitals: readonly string[]
  statuses: readonly RequestStatus[]
}

/** The newest requests of some hospitals in some statuses, or the one with the given id if it is among them. */
export function newestOf(db: Db, ask: NewestAsk): Promise<BloodRequest[]> {
  const { id, hospitals, statuses } = ask
  const all: Page = db.selectFrom('requests').selectAll()
  if (id) {
    const one = all.where('id', '=', id)
    const theirs = hospitals.length === 0 ? one : one.where('hospitalId', 'in', [...hospitals])
    return (statuses.length === 0 ? theirs : theirs.where('status', 'in', [...statuses])).execute()
  }
  const read = (part: PageRange) => {
    if (hospitals.length === 0 && statuses.length === 0) return partOf(all, 'raisedAt', part).execute()
    return newestAmong(db, hospitals, statuses, part)
  }
  return readPageBy(ask, 'raisedAt', read)
}

/** One short walk of an index for each hospital and status, then the newest of these: never a sort of all that match. */
function newestAmong(
  db: Db,
  hospitals: readonly string[],
  statuses: readonly RequestStatus[],
  part: PageRange,
): Promise<BloodRequest[]> {
  const hospital = hospitals.length > 0 ? sql`unnest(${[...hospitals]}::text[])` : sql`(values (null::text))`
  const status = statuses.length > 0 ? sql`unnest(${[...statuses]}::text[])` : sql`(values (null::text))`
  return db
    .selectFrom(
      sql<{ hospital: string; status: RequestStatus }>`(
        select hospital, status from ${hospital} as h(hospital) cross join ${status} as s(status))`.as<'wanted'>(
        sql`wanted`,
      ),
    )
    .innerJoinLateral(
      (from) => {
        let walk = from.selectFrom('requests').selectAll('requests')
        if (hospitals.length > 0) walk = walk.whereRef('requests.hospitalId', '=', 'wanted.hospital')
        if (statuses.length > 0) walk = walk.whereRef('requests.status', '=', 'wanted.status')
        return partOf(walk as unknown as Page, 'raisedAt', part).as('r')
      },
      (join) => join.onTrue(),
    )
    .selectAll('r')
    .orderBy('r.raisedAt', 'desc')
    .orderBy('r.id', 'desc')
    .limit(part.limit)
    .execute()
}

/** Latest change first, or the one with the given id. */
export function changedLast(
  query: Page,
  ask: PageRange & { id?: string | undefined },
): Promise<BloodRequest[]> {
  if (ask.id) return query.where('id', '=', ask.id).execute()
  return readPageBy(ask, 'updatedAt', (part) => partOf(query, 'updatedAt', part).execute())
}

const readPageBy = (ask: PageRange, by: Order, read: (part: PageRange) => Promise<BloodRequest[]>) =>
  readPage(ask, read, (row) => ({ at: row[by], id: row.id }))

/** Newest first, from a place on: the index is walked for one page, however long the list is. */
export function partOf(query: Page, by: Order, { after, through, limit }: PageRange): Page {
  const at = sql.ref(`requests.${by}`)
  const id = sql.ref('requests.id')
  const rest = after ? query.where(sql<boolean>`(${at}, ${id}) < (${after.at}, ${after.id})`) : query
  const part = through ? rest.where(sql<boolean>`(${at}, ${id}) >= (${through.at}, ${through.id})`) : rest
  return part.orderBy(`requests.${by}`, 'desc').orderBy('requests.id', 'desc').limit(limit)
}

/** The soonest due first, of rows that an index holds in that order. */
export function soonest(query: Page, by: Due, ask: PageRange): Promise<BloodRequest[]> {
  const [at, id] = [sql.ref(`requests.${by}`), sql.ref('requests.id')]
  const read = ({ after, through, limit }: PageRange) => {
    const rest = after ? query.where(sql<boolean>`(${at}, ${id}) > (${after.at}, ${after.id})`) : query
    const part = through ? rest.where(sql<boolean>`(${at}, ${id}) <= (${through.at}, ${through.id})`) : rest
    return part.orderBy(`requests.${by}`).orderBy('requests.id').limit(limit).execute()
  }
  return readPage(ask, read, (row) => ({ at: row[by], id: row.id }))
}
