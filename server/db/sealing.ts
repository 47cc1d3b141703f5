import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { hashOf } from './event-trail.ts'
import { missingHeads, type SealHead } from './seal-heads.ts'

const batch = 5_000

/** Seals the events since the last seal into one digest chained to it. Of two sealers the second finds nothing left. */
export async function sealEvents(db: Db, now: Date): Promise<number> {
  const upTo = await lastSettledEvent(db)
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sealingLock})`.execute(tx)
    const last = await lastSeal(tx)
    if (upTo <= last.lastEventId) return 0
    const { digest, count } = await digestOf(tx, last.digest, last.lastEventId, upTo)
    await tx.insertInto('seals').values({ lastEventId: upTo, events: count, sealedAt: now, digest }).execute()
    return count
  })
}
const sealingLock = 7_204_553

/**
 * The newest event below which none will appear any more. Ids are drawn before commits, so that is certain only while
 * no writer is under way: the table is held for the one moment of asking. If writers are too busy, nothing is settled
 * and it is left to the next minute.
 */
async function lastSettledEvent(db: Db): Promise<number> {
  try {
    const { rows } = await sql<{ id: number }>`select last_settled_event() as id`.execute(db)
    return rows[0]?.id ?? 0
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return 0
    throw error
  }
}
const lockNotAvailable = '55P03'

async function lastSeal(db: Db): Promise<{ lastEventId: number; digest: string }> {
  const seal = await db
    .selectFrom('seals')
    .select(['lastEventId', 'digest'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return seal ?? { lastEventId: 0, digest: '' }
}

async function digestOf(db: Db, before: string, after: number, upTo: number) {
  const digest = createHash('sha256').update(before)
  let count = 0
  for (let from = after; from < upTo; ) {
    const rows = await db
      .selectFrom('events')
      .select(['id', 'hash'])
      .where('id', '>', from)
      .where('id', '<=', upTo)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const row of rows) digest.update(`${row.id}:${row.hash}\n`)
    count += rows.length
    from = rows.at(-1)?.id ?? upTo
  }
  return { digest: digest.digest('hex'), count }
}

export type Fault = { eventId: number | null; sealId: number | null; what: string }

export type Verdict = { events: number; seals: number; faults: Fault[]; cut: SealHead[] }

/**
 * Reads the whole trail, as it stands at one moment, and names every row that is not as it was written, and every seal
 * that was kept outside and is here no more.
 */
export function verifyEvents(db: Db, kept: readonly SealHead[] = []): Promise<Verdict> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(async (tx) => {
    const faults: Fault[] = []
    const events = await verifyChains(tx, faults)
    const seals = await verifySeals(tx, faults)
    return { events, seals, faults, cut: await missingHeads(tx, kept) }
  })
}

async function verifyChains(db: Db, faults: Fault[]): Promise<number> {
  const lastHashOf = new Map<string, string>()
  let count = 0
  for (let from = 0; ; ) {
    const rows = await db
      .selectFrom('events')
      .selectAll()
      .where('id', '>', from)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const row of rows) {
      const subject = `${row.subjectKind}/${row.subjectId}`
      if (row.hash !== hashOf(row)) faults.push({ eventId: row.id, sealId: null, what: 'was changed' })
      if (row.previousHash !== (lastHashOf.get(subject) ?? '')) {
        faults.push({
          eventId: row.id,
          sealId: null,
          what: `does not follow the event before it of ${subject}`,
        })
      }
      lastHashOf.set(subject, row.hash)
    }
    count += rows.length
    const last = rows.at(-1)
    if (last === undefined) return count
    from = last.id
  }
}

async function verifySeals(db: Db, faults: Fault[]): Promise<number> {
  let before = { lastEventId: 0, digest: '' }
  const seals = await db.selectFrom('seals').selectAll().orderBy('id').execute()
  for (const seal of seals) {
    const { digest, count } = await digestOf(db, before.digest, before.lastEventId, seal.lastEventId)
    if (digest !== seal.digest) {
      const what =
        count === seal.events ? 'does not fit its events' : `sealed ${seal.events} events, ${count} are there`
      faults.push({ eventId: null, sealId: seal.id, what })
    }
    before = seal
  }
  return seals.length
}
