import { sql } from 'kysely'
import type { Db } from './database.ts'

export type Cursor = { txid: string; id: number }

export type Change = {
  id: number
  txid: string
  subjectKind: string
  subjectId: string
  kind: string
  hospitalId: string | null
  bankId: string | null
  driverEmail: string | null
}

/** Where a reader that starts now begins: before every transaction still under way. */
export async function startOfReading(db: Db): Promise<Cursor> {
  const { rows } = await sql<{
    txid: string
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as txid`.execute(db)
  return { txid: rows[0]?.txid ?? '0', id: 0 }
}

export type Reading = {
  changes: Change[]
  /** The transaction whose end is waited for, if there are changes behind it that could be told otherwise. */
  heldUpBy: string | null
}

/**
 * The changes after the cursor, in the order of their transactions. Ids are drawn before commits, so a smaller id may
 * still appear; nothing is read beyond the oldest transaction that is still open, and so no gap is stepped over. (Ordered by the column, not by its text, in which 100 comes before 99.)
 */
export async function readChanges(db: Db, after: Cursor, limit: number): Promise<Reading> {
  const { rows } = await sql<Nullable<Change> & { awaited: string | null }>`
    with oldest as materialized (select ${oldestOpen} as txid)
    select change.id, change.txid, change.subject_kind, change.subject_id, change.kind, change.hospital_id,
      change.bank_id, change.driver_email,
      case when oldest.txid <= (select newest.txid from events as newest order by newest.txid desc, newest.id desc limit 1)
        then oldest.txid::text end as awaited
    from oldest left join lateral (
      select id, events.txid as nth, txid::text as txid, subject_kind, subject_id, kind, hospital_id, bank_id, driver_email
      from events
      -- not compared with the values themselves, which would be planned anew for each
      where (events.txid, id) > (select ${after.txid}::xid8, ${after.id}::bigint) and events.txid < oldest.txid
      order by events.txid, events.id
      limit ${sql.lit(limit)}) as change on true
    order by change.nth, change.id`.execute(db)
  const changes = rows.flatMap(({ awaited: _, ...change }) => (isChange(change) ? [change] : []))
  return { changes, heldUpBy: rows[0]?.awaited ?? null }
}

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null }

/** A reading that found nothing has one row all the same. */
const isChange = (row: Nullable<Change>): row is Change => row.id !== null

/**
 * Transactions are numbered over every database of the server, and a long one elsewhere cannot write here. Only one
 * that is seen to be elsewhere is passed over; one that ended since the snapshot is not seen, and is waited for.
 */
const oldestOpen = sql`coalesce(
  (select open from pg_snapshot_xip(pg_current_snapshot()) as open
    where not exists (
      select from pg_stat_activity
      where backend_xid = open::xid and datname <> current_database())
    order by open limit 1),
  pg_snapshot_xmax(pg_current_snapshot()))`
