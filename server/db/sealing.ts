import { createHash, type Hash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { hashOf } from './event-trail.ts'
import { missingHeads, type SealHead } from './seal-heads.ts'
import type { EventRow } from './tables.ts'

const batch = 5_000

/** Seals the events since the last seal into one digest chained to it. Of two sealers the second finds nothing left. */
export async function sealEvents(db: Db, now: Date): Promise<number> {
  const upTo = await lastSettledEvent(db)
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sealingLock})`.execute(tx)
    const last = await lastSeal(tx)
    if (upTo <= last.lastEventId) return 0
    const { digest, count } = await digestFor(tx, last, upTo, now)
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

/** Of a seal that goes from another one, or the beginning, up to an event. */
export async function digestFor(
  db: Db,
  last: { lastEventId: number; digest: string },
  upTo: number,
  at: Date,
) {
  const { hash, count } = await hashOfEvents(db, last.digest, last.lastEventId, upTo)
  return { digest: withTime(hash, at).digest('hex'), count }
}

async function hashOfEvents(
  db: Db,
  before: string,
  after: number,
  upTo: number,
  { limit = batch, onPart }: { limit?: number; onPart?: (() => Promise<void>) | undefined } = {},
) {
  const hash = createHash('sha256').update(before)
  let count = 0
  for (let from = after; from < upTo; ) {
    const rows = await db
      .selectFrom('events')
      .select(['id', 'hash'])
      .where('id', '>', from)
      .where('id', '<=', upTo)
      .orderBy('id')
      .limit(limit)
      .execute()
    for (const row of rows) hash.update(`${row.id}:${row.hash}\n`)
    count += rows.length
    from = rows.at(-1)?.id ?? upTo
    await onPart?.()
  }
  return { hash, count }
}

/** Seals of version 1.0.1 and before are without it. */
const withTime = (hash: Hash, sealedAt: Date): Hash =>
  hash.copy().update(`sealed ${sealedAt.toISOString()}\n`)

export type Fault = { eventId: number | null; sealId: number | null; what: string }

export type Verdict = { events: number; seals: number; faults: Fault[]; cut: SealHead[] }

export const faultsInWords = ({ faults, cut }: Pick<Verdict, 'faults' | 'cut'>): string[] => [
  ...faults.map(({ eventId, sealId, what }) =>
    eventId === null ? `Seal ${sealId} ${what}.` : `Event ${eventId} ${what}.`,
  ),
  ...cut.map(
    ({ id, lastEventId }) =>
      `Seal ${id}, up to event ${lastEventId}, was kept outside and is not in the database.`,
  ),
]

/**
 * Reads the whole trail, as it stands at one moment, and names every row that is not as it was written, and every seal
 * that was kept outside and is here no more.
 */
export function verifyEvents(db: Db, kept: readonly SealHead[] = []): Promise<Verdict> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute((tx) => verifyIn(tx, kept))
}

/** The same within somebody's transaction. */
export const verifyIn = (tx: Tx, kept: readonly SealHead[]): Promise<Verdict> => verifyRead(tx, kept)

export type ReadEvent = Selectable<EventRow>

type Reading = {
  /** How many events are in memory at a time. */
  batch?: number
  /** Later ones are not looked at: without a snapshot there would always be more. */
  upTo?: number
  onRead?: (events: readonly ReadEvent[], faults: readonly Fault[]) => Promise<void>
  /** After each part of what is read once more for the seals. */
  onSealed?: () => Promise<void>
}

/** As it stands while it is read: what is behind does not change, or that is a fault. */
export async function verifyRead(db: Db, kept: readonly SealHead[], reading: Reading = {}): Promise<Verdict> {
  const faults: Fault[] = []
  const events = await verifyChains(db, faults, reading)
  const seals = await verifySeals(db, faults, reading)
  return { events, seals, faults, cut: await missingHeads(db, kept) }
}

async function verifyChains(db: Db, faults: Fault[], reading: Reading): Promise<number> {
  const { upTo = null, onRead } = reading
  const limit = reading.batch ?? batch
  let count = 0
  // from the very first: the database draws no id below 1, and somebody else could
  for (let from: number | null = null; ; ) {
    const rows: (ReadEvent & { isFiner: boolean; hashBefore: string | null })[] = await db
      .selectFrom('events as one')
      .selectAll('one')
      // times are hashed in milliseconds, and none is written finer
      .select(sql<boolean>`date_trunc('milliseconds', one.at) <> one.at`.as('isFiner'))
      .select(
        sql<string | null>`(
          select hash from events as other
          where other.subject_kind = one.subject_kind and other.subject_id = one.subject_id and other.id < one.id
          order by other.id desc limit 1)`.as('hashBefore'),
      )
      .$if(from !== null, (query) => query.where('one.id', '>', from ?? 0))
      .$if(upTo !== null, (query) => query.where('one.id', '<=', upTo ?? 0))
      .orderBy('one.id')
      .limit(limit)
      .execute()
    const found: Fault[] = []
    for (const row of rows) {
      const subject = `${row.subjectKind}/${row.subjectId}`
      if (row.id < 1) found.push({ eventId: row.id, sealId: null, what: 'was put before the first' })
      if (row.hash !== hashOf(row) || row.isFiner)
        found.push({ eventId: row.id, sealId: null, what: 'was changed' })
      if (row.previousHash !== (row.hashBefore ?? '')) {
        found.push({
          eventId: row.id,
          sealId: null,
          what: `does not follow the event before it of ${subject}`,
        })
      }
    }
    faults.push(...found)
    count += rows.length
    const last = rows.at(-1)
    if (last === undefined) return count
    await onRead?.(rows, found)
    from = last.id
  }
}

/** One for each minute in which something happened: of these too only some are in memory. */
async function verifySeals(
  db: Db,
  faults: Fault[],
  { batch: limit = batch, onSealed }: Reading,
): Promise<number> {
  let before: Seal = { id: null, lastEventId: 0, digest: '' }
  for (let count = 0; ; ) {
    const after = before.id
    const seals = await db
      .selectFrom('seals')
      .selectAll()
      .$if(after !== null, (query) => query.where('id', '>', after ?? 0))
      .orderBy('id')
      .limit(limit)
      .execute()
    for (const seal of seals) {
      const { hash, count } = await hashOfEvents(db, before.digest, before.lastEventId, seal.lastEventId, {
        limit,
        onPart: onSealed,
      })
      const fits = [withTime(hash, seal.sealedAt), hash].some((one) => one.digest('hex') === seal.digest)
      if (!fits || count !== seal.events) {
        const what =
          count === seal.events
            ? 'does not fit its events'
            : `sealed ${seal.events} events, ${count} are there`
        faults.push({ eventId: null, sealId: seal.id, what })
      }
      before = seal
    }
    count += seals.length
    if (seals.length < limit) return count
  }
}

type Seal = { id: number | null; lastEventId: number; digest: string }
