import { sql } from 'kysely'
import { earlier } from '#domain/basics/time.ts'
import { expiring, grace, selfCompleting } from '#domain/requests/timing.ts'
import type { Db } from '../db/database.ts'
import { literal } from '../db/requests.ts'
import type { Work } from '../db/work.ts'

/** More is left for the next minute. */
const most = 5_000

/** Those whose time is over: reservations that complete themselves, then what nobody took. The longest over first. */
export async function dueRequests(db: Db, now: Date): Promise<{ id: string }[]> {
  const over = db
    .selectFrom('requests')
    .select('id')
    .where('deadlineAt', '<=', earlier(now, grace))
    .orderBy('deadlineAt')
    .limit(most)
  const reserved = over
    .where('orderType', '=', sql.lit('reservation'))
    .where('bankId', 'is not', null)
    .where('status', 'in', literal(selfCompleting))
  const untaken = over.where(sql<boolean>`not expired`).where('status', 'in', literal(expiring))
  return [...(await reserved.execute()), ...(await untaken.execute())]
}

/** Held until the transaction ends; undefined while another worker holds it. */
export const lockIfFree = (work: Work, id: string) =>
  work.db.selectFrom('requests').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
