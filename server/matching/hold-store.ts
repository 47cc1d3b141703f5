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

/** Whose time is over; what ends with its bag ends with that (`bags/sweeping.ts`). */
export async function ordersWithEndedHolds(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ requestId: string }>`
    select distinct request_id from bag_holds where released_at is null and until <= ${now}
    limit ${sql.lit(mostOrders)}`.execute(db)
  return rows.map(({ requestId }) => requestId)
}
