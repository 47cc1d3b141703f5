import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

const mostOrders = 500

export async function heldBagsOf({ db }: Pick<Work, 'db'>, requestId: string): Promise<string[]> {
  const { rows } = await sql<{ bagId: string }>`
    select bag_id from bag_holds where request_id = ${requestId} and released_at is null order by bag_id`.execute(
    db,
  )
  return rows.map(({ bagId }) => bagId)
}

/** Whose time is over, or whose bag is. */
export async function ordersWithEndedHolds(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ requestId: string }>`
    select request_id from bag_holds where released_at is null and until <= ${now}
    union
    select request_id from bags join bag_holds on bag_id = bags.id and released_at is null
      where state in ('quarantine', 'available', 'held') and state = 'held' and expires_at <= ${now}
    limit ${sql.lit(mostOrders)}`.execute(db)
  return rows.map(({ requestId }) => requestId)
}
