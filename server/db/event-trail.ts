import { createHash } from 'node:crypto'
import { type QueryCreator, sql } from 'kysely'
import { type DetailOf, type EventKind, events as facts, type KindAbout } from '#domain/events/events.ts'
import type { Fact } from '#domain/events/fact.ts'
import type { Actor } from '#domain/people/actor.ts'
import { ownersOf } from '#domain/people/owning.ts'
import type { Grant } from '#domain/people/roles.ts'
import type { Db, Tx } from './database.ts'
import { inParts } from './in-parts.ts'
import { type Part, part, statement, words } from './statement.ts'
import type { EventRow, Tables } from './tables.ts'

/** What happened, and what is told with it. */
export type Happened<Kind extends EventKind = EventKind> = Kind extends EventKind
  ? { kind: Kind } & (Record<never, never> extends DetailOf<Kind>
      ? { detail?: DetailOf<Kind> }
      : { detail: DetailOf<Kind> })
  : never

/** A fact, past tense, about one subject: the kind says what that is. */
export type NewEvent<Kind extends EventKind = EventKind> = Happened<Kind> & {
  subjectId: string
  from?: string | null
  to?: string | null
  /** Whose fact it is: decides who hears of it. */
  hospitalId?: string | null
  bankId?: string | null
  driverEmail?: string | null
}

export type RecordedEvent<Kind extends EventKind = EventKind> = NewEvent<Kind> & { id: number; at: Date }

/** Who did it; without an account when no person did. */
export type Doer = Pick<Actor, 'displayName'> & { accountId: string | null; person?: string } & Partial<
    Pick<Grant, 'product' | 'organisationId'>
  >

/** What is done by the clock or a queue, for nobody in particular. */
export const theService: Doer = { accountId: null, displayName: 'Crossmatch' }

/** The kinds of event after which something is still to be done: each gets a note of it (`reacting.ts`). */
export type ReactedTo = ReadonlySet<EventKind>
const nothing: ReactedTo = new Set()

/**
 * Appends the event to its subject's chain. The subject's row lock orders the chain: whoever changes a subject holds
 * it, so no two events of one subject are written at once. `write`: by a statement that writes more than the event.
 */
export async function appendEvent(
  tx: Tx,
  event: NewEvent,
  by: Doer,
  at: Date,
  reactedTo: ReactedTo = nothing,
  write: (event: Appending) => Promise<{ id: number }[]> = (one) => append(tx, one),
): Promise<RecordedEvent> {
  const [written] = await write(eventToAppend(event, by, at, reactedTo))
  if (!written) throw new Error('An event was not recorded')
  return { ...event, id: written.id, at }
}

/** An event as a statement takes it, which finds the hash before it by itself. */
export type Appending = ReturnType<typeof eventToAppend>

export function eventToAppend(event: NewEvent, by: Doer, at: Date, reactedTo: ReactedTo) {
  const row = factOf(event, by, at)
  return { ...row, said: saidAfter(row), isReactedTo: reactedTo.has(event.kind) }
}

/**
 * Part of a statement: appends one event to its subject's chain, and the note that something follows from it, for the
 * one row of `from`; its id is in `appended`. The statement sees what was committed when it began, so whoever changes
 * a subject holds it before.
 */
export function appended<Asked>(
  from: string,
  of: (asked: Asked) => Appending,
  /** Where only the statement knows what is told. */
  told: Record<'detail' | 'said', Part<Asked>> = {
    detail: part<Asked>`${(asked) => of(asked).detail}::json`,
    said: part<Asked>`${(asked) => of(asked).said}`,
  },
): Part<Asked> {
  const subjectKind = (asked: Asked) => of(asked).subjectKind
  const subjectId = (asked: Asked) => of(asked).subjectId
  return part<Asked>`
  last as materialized (
    select coalesce((
      select hash from events where subject_kind = ${subjectKind} and subject_id = ${subjectId}
      order by id desc limit 1
    ), '') as hash
  ),
  appended as (
    insert into events (subject_kind, subject_id, kind, at, actor_id, actor_name, person, from_status, to_status, detail,
      hospital_id, bank_id, driver_email, previous_hash, hash)
    select ${subjectKind}, ${subjectId}, ${(asked) => of(asked).kind}, ${(asked) => of(asked).at},
      ${(asked) => of(asked).actorId}, ${(asked) => of(asked).actorName}, ${(asked) => of(asked).person},
      ${(asked) => of(asked).fromStatus},
      ${(asked) => of(asked).toStatus}, ${told.detail}, ${(asked) => of(asked).hospitalId},
      ${(asked) => of(asked).bankId}, ${(asked) => of(asked).driverEmail}, last.hash,
      encode(sha256(convert_to('["' || last.hash || '",' || ${told.said}, 'UTF8')), 'hex')
    from ${words(from)} cross join last
    returning id
  ),
  noted as (
    insert into due_reactions (event_id) select id from appended where ${(asked) => of(asked).isReactedTo}
  )`
}

const append = statement<Appending, { id: number }>(part<Appending>`
  with one as (select),
  ${appended<Appending>('one', (event) => event)}
  select id from appended`)

/** Many at once, each after those of its subject that came before it. */
export async function appendEvents(
  tx: Tx,
  events: readonly NewEvent[],
  by: Doer,
  at: Date,
  reactedTo: ReactedTo = nothing,
): Promise<RecordedEvent[]> {
  const last = await lastHashes(tx, events.map(subjectOf))
  const rows = events.map((event) => {
    const row = eventRow(event, by, at, last.get(chainOf(subjectOf(event))) ?? '')
    last.set(chainOf(row), row.hash)
    return row
  })
  const written = await inParts(rows, (some) =>
    withEvents(tx, some, reactedTo).selectFrom('written').select('id').orderBy('id').execute(),
  )
  // ids are drawn in the order in which the rows were given
  return written.flatMap(({ id }, index) => (events[index] ? [{ ...events[index], id, at }] : []))
}

/** As it is stored, after the one with that hash; '' for the first of its subject. */
function eventRow(event: NewEvent, by: Doer, at: Date, previousHash: string) {
  const row = { ...factOf(event, by, at), previousHash }
  return { ...row, hash: hashOf(row) }
}

const factOf = (event: NewEvent, by: Doer, at: Date) => ({
  ...subjectOf(event),
  kind: event.kind,
  at,
  actorId: by.accountId,
  actorName: by.displayName,
  person: by.person ?? null,
  fromStatus: event.from ?? null,
  toStatus: event.to ?? null,
  detail: JSON.stringify(facts[event.kind].detail.parse(event.detail ?? {})),
  ...ownersIn(event, by),
  driverEmail: event.driverEmail ?? null,
})

/** What somebody does to an account or reads is their own organisation's, unless it is told whose it is. */
function ownersIn({ kind, hospitalId, bankId }: NewEvent, by: Doer) {
  const { subject }: Fact = facts[kind]
  const { product, organisationId = null } = by
  return hospitalId === undefined && bankId === undefined && product && ofTheDoer.includes(subject)
    ? ownersOf({ product, organisationId })
    : { hospitalId: hospitalId ?? null, bankId: bankId ?? null }
}
const ofTheDoer = ['account', 'reading', 'verification']

/**
 * Begins a statement that writes the events and the notes of those that are reacted to; the ids are in `written`. In
 * one statement an event without its note cannot be.
 */
function withEvents(
  db: QueryCreator<Tables>,
  rows: readonly ReturnType<typeof eventRow>[],
  reactedTo: ReactedTo,
) {
  const noted = rows.map(({ kind }) => kind).filter((kind) => reactedTo.has(kind))
  return db
    .with('written', (query) =>
      query
        .insertInto('events')
        .values([...rows])
        .returning(['id', 'kind']),
    )
    .with('noted', (query) =>
      query
        .insertInto('dueReactions')
        .columns(['eventId'])
        .expression((from) =>
          from.selectFrom('written').select('id').where('kind', '=', sql<string>`any(${noted}::text[])`),
        ),
    )
}

type Subject = { subjectKind: string; subjectId: string }

const subjectOf = ({ kind, subjectId }: NewEvent): Subject => ({
  subjectKind: facts[kind].subject,
  subjectId,
})

const chainOf = ({ subjectKind, subjectId }: Subject): string => `${subjectKind} ${subjectId}`

/** The end of each subject's chain; one that has not begun is not among them. */
async function lastHashes(tx: Tx, subjects: readonly Subject[]): Promise<Map<string, string>> {
  const kinds = subjects.map(({ subjectKind }) => subjectKind)
  const ids = subjects.map(({ subjectId }) => subjectId)
  const { rows } = await sql<Subject & { hash: string }>`
    select subject.kind as subject_kind, subject.id as subject_id, last.hash
    from unnest(${kinds}::text[], ${ids}::text[]) as subject (kind, id)
    cross join lateral (
      select hash from events
      where subject_kind = subject.kind and subject_id = subject.id
      order by id desc limit 1
    ) as last`.execute(tx)
  return new Map(rows.map((row) => [chainOf(row), row.hash]))
}

/**
 * One of an account that nobody reacts to and nobody hears of live, such as a sign-in: it needs no transaction around
 * it, and costs one round trip. The account's row is held by the statement itself.
 */
export async function appendAccountEvent(
  db: Db,
  { accountId, ...event }: Happened<'signed-in' | 'backup-code-used'> & { accountId: string },
  by: Doer,
  at: Date,
): Promise<void> {
  const row = factOf({ ...event, subjectId: accountId }, by, at)
  await sql`select append_account_event(${row.subjectId}, ${row.kind}, ${at}, ${row.actorId}, ${row.actorName},
    ${row.person}::text, ${row.detail}, ${row.hospitalId}::text, ${row.bankId}::text,
    ${saidAfter(row)})`.execute(db)
}

/** What somebody read, and whose it is. `once`: not again within half an hour. True if it was written. */
export type Read = Happened<KindAbout<'reading'>> & {
  hospitalId?: string | null
  bankId?: string | null
  once?: string
}

/** In one round trip, without a transaction around it: a chain of its own for each account. */
export async function appendReading(
  db: Db,
  { once, ...event }: Read,
  by: Doer & { accountId: string },
  at: Date,
): Promise<boolean> {
  const row = factOf({ ...event, subjectId: by.accountId }, by, at)
  const { rows } = await sql<{ isNew: boolean }>`
    select append_reading(${row.subjectId}, ${row.kind}, ${at}, ${row.actorName}, ${row.person}::text, ${row.detail},
      ${row.hospitalId}::text, ${row.bankId}::text, ${saidAfter(row)}, ${once ?? null}::text) as is_new`.execute(
    db,
  )
  return rows[0]?.isNew ?? false
}

/** Over everything the row says and the hash before it, in a fixed order. */
export function hashOf(row: Said & { previousHash: string }): string {
  const said = [row.previousHash, ...saidBy(row)]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

type Said = Omit<EventRow, 'id' | 'txid' | 'previousHash' | 'hash'>

/** As in the array of `hashOf`, behind its first place. */
const saidAfter = (row: Said): string => JSON.stringify(saidBy(row)).slice(1)

function saidBy(row: Said): (string | null)[] {
  return [
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
    // behind the others: rows from before people were written down are hashed as they were
    ...(row.person === null ? [] : [row.person]),
  ]
}
