import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { hashOf } from './event-trail.ts'

const batch = 5_000

/**
 * Seals the events since the last seal into one digest chained to it. The table is held for that moment: ids are drawn
 * before commits, so only when no writer is under way is it certain that no smaller id will still appear. If writers
 * are too busy it is left to the next minute.
 */
export async function sealEvents(db: Db, now: Date): Promise<number> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '500ms'`.execute(tx)
      await sql`lock table events in share mode`.execute(tx)
      return seal(tx, now)
    })
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return 0
    throw error
  }
}
const lockNotAvailable = '55P03'

async function seal(tx: Tx, now: Date): Promise<number> {
  const last = await lastSeal(tx)
  const upTo = await tx
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  if (upTo?.id == null || upTo.id <= last.lastEventId) return 0
  const { digest, count } = await digestOf(tx, last.digest, last.lastEventId, upTo.id)
  await tx
    .insertInto('seals')
    .values({ lastEventId: upTo.id, events: count, sealedAt: now, digest })
    .execute()
  return count
}

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

/** Reads the whole trail and names every row that is not as it was written. */
export async function verifyEvents(db: Db): Promise<{ events: number; seals: number; faults: Fault[] }> {
  const faults: Fault[] = []
  const events = await verifyChains(db, faults)
  const seals = await verifySeals(db, faults)
  return { events, seals, faults }
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
