import { createHash } from 'node:crypto'
import type { Actor } from '#domain/people/actor.ts'
import type { Tx } from './database.ts'
import type { EventRow } from './tables.ts'

/** A fact, past tense, about one subject. `detail` never carries patient data. */
export type NewEvent = {
  subjectKind: string
  subjectId: string
  kind: string
  from?: string | null
  to?: string | null
  detail?: Record<string, unknown>
  /** Whose fact it is: decides who hears of it. */
  hospitalId?: string | null
  bankId?: string | null
  driverEmail?: string | null
}

export type RecordedEvent = NewEvent & { id: number; at: Date }

/** Who did it; without an account when no person did. */
export type Doer = Pick<Actor, 'displayName'> & { accountId: string | null }

/**
 * Appends the event to its subject's chain. The subject's row lock orders the chain: whoever changes a subject holds
 * it, so no two events of one subject are written at once.
 */
export async function appendEvent(tx: Tx, event: NewEvent, by: Doer, at: Date): Promise<RecordedEvent> {
  const last = await tx
    .selectFrom('events')
    .select('hash')
    .where('subjectKind', '=', event.subjectKind)
    .where('subjectId', '=', event.subjectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = {
    subjectKind: event.subjectKind,
    subjectId: event.subjectId,
    kind: event.kind,
    at,
    actorId: by.accountId,
    actorName: by.displayName,
    fromStatus: event.from ?? null,
    toStatus: event.to ?? null,
    detail: JSON.stringify(event.detail ?? {}),
    hospitalId: event.hospitalId ?? null,
    bankId: event.bankId ?? null,
    driverEmail: event.driverEmail ?? null,
    previousHash: last?.hash ?? '',
  }
  const { id } = await tx
    .insertInto('events')
    .values({ ...row, hash: hashOf(row) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...event, id, at }
}

/** Over everything the row says and the hash before it, in a fixed order. */
export function hashOf(row: Omit<EventRow, 'id' | 'txid' | 'hash'>): string {
  const said = [
    row.previousHash,
    row.subjectKind,
    row.subjectId,
    row.kind,
    row.at.toISOString(),
    row.actorId,
    row.actorName,
    row.fromStatus,
    row.toStatus,
    row.detail,
    row.hospitalId,
    row.bankId,
    row.driverEmail,
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
