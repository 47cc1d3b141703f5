import { sql } from 'kysely'
import type { EventKind } from '#domain/events/events.ts'
import type { Channel } from '#domain/messages/resending.ts'
import { secondsToWait } from '#domain/messages/retrying.ts'
import { type About, readAbout } from './about.ts'
import { type Db, isUnreachable, type Tx } from './database.ts'
import type { ReactedTo, RecordedEvent } from './event-trail.ts'
import type { Job, Jobs } from './jobs.ts'
import { type News, type NewsOfEvent, writeNews } from './news.ts'
import { type Message, type Posted, post } from './outbox.ts'
import type { EventRow } from './tables.ts'

/** What an event makes somebody outside learn, or has done. */
export type Caused = {
  readonly messages?: readonly Message[]
  /** What persons are told of it. */
  readonly news?: readonly News[]
  /** See `Posted`. */
  readonly ends?: readonly string[]
  readonly lapses?: readonly string[]
  readonly jobs?: readonly Job[]
}

/** Worked out from the event, after its transaction: what it is about has moved on by then. */
export type Reaction<Kind extends EventKind = EventKind> = (
  event: RecordedEvent<Kind>,
  about: About,
) => Caused
export type Reactions = { readonly [Kind in EventKind]?: readonly Reaction<Kind>[] }

/** Known where the event is written. */
export const kindsReactedTo = (reactions: Reactions, others: readonly EventKind[] = []): ReactedTo =>
  new Set([...(Object.keys(reactions) as EventKind[]), ...others])

/** Each reaction stands under the kind that it takes. */
export function causedBy(reactions: Reactions, event: RecordedEvent, about: About): Required<Caused> {
  const all = ((reactions[event.kind] ?? []) as readonly Reaction[]).map((react) => react(event, about))
  return {
    messages: all.flatMap(({ messages = [] }) => messages),
    news: all.flatMap(({ news = [] }) => news),
    ends: all.flatMap(({ ends = [] }) => ends),
    lapses: all.flatMap(({ lapses = [] }) => lapses),
    jobs: all.flatMap(({ jobs = [] }) => jobs),
  }
}

export type Reactor = {
  /** Something is due: what follows from this event, where it is known. */
  nudge(eventId?: number): void
  /** Resolves when nothing is due any more. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const lookEveryMs = 1_000
const mostAtOnce = 100
const reactingLock = 7_204_553

/** One at a time in all processes: what a later event overtakes has been written by then. */
export const holdReactions = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${sql.lit(reactingLock)})`.execute(tx)

/** Does what follows from events, after their transactions, many at once. */
export function startReacting(parts: {
  db: Db
  jobs: Pick<Jobs, 'enqueue'>
  reactions: Reactions
  /** Whether it works by itself, or only when it is asked to settle. */
  isWorker: boolean
  /** What of the news of one event goes to persons, beside what it writes to desks. */
  toPersons: (caused: Required<Caused>, about: About) => readonly Message[]
  /** Kinds after which something is done in the same transaction, beside what the reactions name. */
  alsoKnown?: readonly EventKind[]
  also?: (tx: Tx, events: readonly RecordedEvent[]) => Promise<unknown>
  /** Channels by which nothing leaves the house. */
  noWay: readonly Channel[]
  /** Resolves when nobody is kept waiting by some work. */
  whenQuiet: () => Promise<void>
  /** Messages were written. */
  onPosted: () => void
  /** News was written. */
  onNews: () => void
  onError: (error: unknown, eventId: number) => void
}): Reactor {
  const { db } = parts
  const known = [...kindsReactedTo(parts.reactions, parts.alsoKnown)]
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  /** One with a smaller id that was committed later is found by the next look. */
  let lastTaken = 0
  /** After a failure of many together: so many are tried alone. */
  let alone = 0
  let hasNews = false

  function run(): Promise<void> {
    again = true
    running ??= untilNothingIsDue()
    return running
  }

  async function untilNothingIsDue(): Promise<void> {
    try {
      while (again && !stopped) {
        again = false
        await parts.whenQuiet()
        while (!stopped && (await reactToSome())) await parts.whenQuiet()
      }
    } finally {
      running = null
    }
  }

  /** False if nothing more is due. In one transaction: a process that dies over it has done nothing. */
  async function reactToSome(): Promise<boolean> {
    const most = alone > 0 ? 1 : mostAtOnce
    let taken: readonly Due[] = []
    try {
      await db.transaction().execute(async (tx) => {
        await holdReactions(tx)
        taken = await takeDue(tx, known, most)
        if (taken.length > 0) await react(tx, taken)
        lastTaken = Math.max(lastTaken, taken.at(-1)?.event.id ?? 0)
      })
    } catch (error) {
      if (taken.length === 0 || isUnreachable(error)) throw error
      // it must hold up no other
      if (most === 1) await db.transaction().execute((tx) => putOff(tx, taken, error))
      else alone = taken.length + 1
    }
    if (taken.length > 0) parts.onPosted()
    if (hasNews) parts.onNews()
    hasNews = false
    if (alone > 0) alone = taken.length === 0 ? 0 : alone - 1
    return taken.length === most || alone > 0
  }

  async function react(tx: Tx, taken: readonly Due[]): Promise<void> {
    const events = taken.map(({ event }) => event)
    const about = await readAbout(tx, events)
    const posted: (Posted & NewsOfEvent)[] = []
    const jobs: Job[] = []
    for (const due of taken) {
      try {
        const caused = causedBy(parts.reactions, due.event, about)
        posted.push({
          ...caused,
          messages: [...caused.messages, ...parts.toPersons(caused, about)],
          eventId: due.event.id,
          at: due.event.at,
        })
        jobs.push(...caused.jobs)
      } catch (error) {
        await putOff(tx, [due], error)
      }
    }
    await post(tx, posted, parts.noWay)
    hasNews = await writeNews(tx, posted)
    for (const job of jobs) await parts.jobs.enqueue(tx, job)
    await parts.also?.(tx, events)
  }

  async function putOff(tx: Tx, some: readonly Due[], error: unknown): Promise<void> {
    for (const { event, tries } of some) {
      parts.onError(error, event.id)
      const seconds = secondsToWait(tries + 1, Math.random())
      await sql`
        insert into due_reactions (event_id, tries, due_at)
        values (${event.id}, ${Math.min(tries + 1, 10_000)}, now() + make_interval(secs => ${seconds}))
        on conflict (event_id) do update set tries = excluded.tries, due_at = excluded.due_at`.execute(tx)
    }
  }

  async function look(): Promise<void> {
    const { rows } = await sql<{ isDue: boolean }>`
      select exists (
        select from due_reactions join events on id = event_id
        where due_at <= now() and kind = any(${known}::text[])) as is_due`.execute(db)
    if (rows[0]?.isDue) await run()
  }

  const told = (act: () => Promise<void>) => void act().catch((error) => parts.onError(error, 0))
  const timer = parts.isWorker ? setInterval(() => running ?? told(look), lookEveryMs) : undefined
  return {
    nudge(eventId = Number.POSITIVE_INFINITY) {
      if (parts.isWorker && !stopped && eventId > lastTaken) told(run)
    },
    settle: run,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}

/** What happened to one thing is told in order: one that was put off holds up those after it, but not for ever. */
const mostHoldingUp = 10

type Due = { event: RecordedEvent; tries: number }

/** What a process of another version wrote, and only that version knows what follows from, is left to it (decision 48). */
async function takeDue(tx: Tx, known: readonly EventKind[], most: number): Promise<Due[]> {
  const { rows } = await sql<EventRow & { id: number; tries: number }>`
    with put_off as materialized (
      select event_id, subject_kind, subject_id from due_reactions join events on id = event_id
      where due_at > now() and tries <= ${sql.lit(mostHoldingUp)}),
    taken as (
      delete from due_reactions where event_id in (
        select due.event_id from due_reactions due join events on id = due.event_id
        where due_at <= now() and events.kind = any(${known}::text[]) and not exists (
          select from put_off where put_off.subject_kind = events.subject_kind
            and put_off.subject_id = events.subject_id and put_off.event_id < due.event_id)
        order by due.event_id limit ${sql.lit(most)} for update of due skip locked)
      returning event_id, tries)
    select id, kind, at, subject_id, from_status, to_status, detail, hospital_id, bank_id, driver_email, tries
    from events join taken on id = event_id order by id`.execute(tx)
  return rows.map(({ tries, ...row }) => ({ event: recordedEvent(row), tries }))
}

/** As it was recorded: what was written there was checked. */
export function recordedEvent({
  fromStatus,
  toStatus,
  detail,
  ...event
}: Omit<EventRow, 'id' | 'txid'> & { id: number }) {
  return { ...event, from: fromStatus, to: toStatus, detail: JSON.parse(detail) } as RecordedEvent
}
