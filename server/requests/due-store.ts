import { sql } from 'kysely'
import { z } from 'zod'
import { earlier, later } from '#domain/basics/time.ts'
import { driven } from '#domain/driving/steps.ts'
import { notDue } from '#domain/requests/listing.ts'
import { firstBell } from '#domain/requests/nobody-took.ts'
import { expiring, grace, longestLate, selfCompleting } from '#domain/requests/timing.ts'
import type { Db } from '../db/database.ts'
import { isNotBeingEntered } from '../db/late-entries.ts'
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
    .where(isNotBeingEntered(now))
    .orderBy('deadlineAt')
    .limit(most)
  const reserved = over
    .where('orderType', '=', sql.lit('reservation'))
    .where('bankId', 'is not', null)
    .where('status', 'in', literal(selfCompleting))
  const untaken = over.where(sql<boolean>`not expired`).where('status', 'in', literal(expiring))
  return [...(await reserved.execute()), ...(await untaken.execute())]
}

/** What is in somebody's hands past its deadline, and was not told to be late. Only of a day: an index ends the look. */
export const overdueRequests = (db: Db, now: Date): Promise<{ id: string }[]> =>
  db
    .selectFrom('requests')
    .select('id')
    .where('deadlineAt', '<=', now)
    .where('deadlineAt', '>', earlier(now, longestLate))
    .where('status', 'not in', literal(notDue))
    .where('status', 'in', literal(driven))
    .where('deliveredAt', 'is', null)
    .where(isNotBeingEntered(now))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('events')
            .select('events.id')
            .where('subjectKind', '=', sql.lit('request'))
            .whereRef('subjectId', '=', 'requests.id')
            .where('kind', '=', sql.lit('request-late')),
        ),
      ),
    )
    .orderBy('deadlineAt')
    .limit(most)
    .execute()

/** What no bank has and is near its last moment, or past it, and has not expired. */
export const untakenRequests = (db: Db, now: Date, usualMs: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('requests')
    .select('id')
    .where(sql<boolean>`not expired`)
    .where('status', 'in', literal(expiring))
    .where('status', '=', 'hospital-admin-approved')
    .where('bankId', 'is', null)
    .where(isNotBeingEntered(now))
    .where('deadlineAt', '<=', later(now, usualMs + firstBell))
    .orderBy('deadlineAt')
    .limit(most)
    .execute()

export const wasToldLate = async ({ db }: Work, id: string): Promise<boolean> =>
  (await eventsOf(db, id, ['request-late'])).length > 0

/** Since when it waits for a bank, and what was rung for it: its own events say so. */
export async function waitOf({ db }: Work, id: string) {
  const { rows } = await sql<{ at: Date }>`
    select at from events where subject_kind = 'request' and subject_id = ${id}
      and to_status = 'hospital-admin-approved' and from_status is distinct from to_status
    order by id desc limit 1`.execute(db)
  const rung = (await eventsOf(db, id, ['request-untaken'])).map(({ at, detail }) => {
    return { at, level: Rung.parse(JSON.parse(detail)).level }
  })
  return { waitsSince: rows[0]?.at ?? new Date(0), rung }
}

const Rung = z.object({ level: z.string() })

const eventsOf = (db: Db, id: string, kinds: ('request-late' | 'request-untaken')[]) =>
  db
    .selectFrom('events')
    .select(['at', 'detail'])
    .where('subjectKind', '=', 'request')
    .where('subjectId', '=', id)
    .where('kind', 'in', kinds)
    .execute()
