import type { EventKind } from '#domain/events/events.ts'
import type { Db, Tx } from './database.ts'
import {
  type Appending,
  appendEvent,
  type Doer,
  eventToAppend,
  type NewEvent,
  type ReactedTo,
  type RecordedEvent,
} from './event-trail.ts'
import type { Job, Jobs } from './jobs.ts'
import { type Message, writeMessage } from './outbox.ts'

/** One act under way: everything it does is one transaction. */
export type Work = {
  readonly db: Tx
  readonly now: Date
  /** Appends the fact, with a note if something is to follow from it. `write`: by a statement that writes more. */
  record(event: NewEvent, write?: Parameters<typeof appendEvent>[5]): Promise<RecordedEvent>
  /** Writes a mail or text message to be sent once this is committed. */
  post(message: Message): Promise<void>
  /** Has something done once this is committed. */
  enqueue(job: Job): Promise<void>
}

/** A reaction records nothing: what it causes is sent or done later. */
export type Reacting = Omit<Work, 'record'>

/** What the outside world must learn from an event. Runs after the event's transaction, in one of its own. */
export type Reaction<Kind extends EventKind = EventKind> = (
  work: Reacting,
  event: RecordedEvent<Kind>,
) => Promise<void>
export type Reactions = { readonly [Kind in EventKind]?: readonly Reaction<Kind>[] }

/** One act that is a single statement, and so a transaction of its own. */
export type AtOnce = {
  readonly db: Db
  readonly now: Date
  /** The event as that statement takes it. */
  append(event: NewEvent): Appending
  /** The statement was done, and wrote this event. */
  committed(event: NewEvent, id: number): void
}

/** Runs one act in a transaction of its own. */
export type Transact = <Result>(by: Doer, now: Date, act: (work: Work) => Promise<Result>) => Promise<Result>

type Committing = {
  db: Db
  reactedTo: ReactedTo
  /** Told after the commit, before anybody is answered. */
  afterCommit: (events: readonly RecordedEvent[]) => void
}

export const atOnceOn =
  ({ db, reactedTo, afterCommit }: Committing) =>
  (by: Doer, now: Date): AtOnce => ({
    db,
    now,
    append: (event) => eventToAppend(event, by, now, reactedTo),
    committed: (event, id) => afterCommit([{ ...event, id, at: now }]),
  })

export function transactOn(parts: Committing & { jobs: Pick<Jobs, 'enqueue'> }): Transact {
  return async (by, now, act) => {
    const recorded: RecordedEvent[] = []
    const result = await parts.db.transaction().execute((tx) =>
      act({
        ...postingIn(tx, parts.jobs, now),
        db: tx,
        now,
        async record(event, write) {
          const fact = await appendEvent(tx, event, by, now, parts.reactedTo, write)
          recorded.push(fact)
          return fact
        },
      }),
    )
    if (recorded.length > 0) parts.afterCommit(recorded)
    return result
  }
}

export function postingIn(tx: Tx, jobs: Pick<Jobs, 'enqueue'>, now: Date): Pick<Work, 'post' | 'enqueue'> {
  return {
    async post(message) {
      const id = await writeMessage(tx, message, now)
      if (id !== null) await jobs.enqueue(tx, { queue: 'send-message', data: { id } })
    },
    enqueue: (job) => jobs.enqueue(tx, job),
  }
}
