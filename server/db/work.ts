import type { EventKind } from '#domain/events/events.ts'
import type { Db, Tx } from './database.ts'
import { appendEvent, type Doer, type NewEvent, type ReactedTo, type RecordedEvent } from './event-trail.ts'
import type { Job, Jobs } from './jobs.ts'
import { type Message, writeMessage } from './outbox.ts'

/** One act under way: everything it does is one transaction. */
export type Work = {
  readonly db: Tx
  readonly now: Date
  /** Appends the fact, with a note if something is to follow from it. */
  record(event: NewEvent): Promise<RecordedEvent>
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

/** Runs one act in a transaction of its own. */
export type Transact = <Result>(by: Doer, now: Date, act: (work: Work) => Promise<Result>) => Promise<Result>

export function transactOn(parts: {
  db: Db
  jobs: Pick<Jobs, 'enqueue'>
  reactedTo: ReactedTo
  /** Told after the commit, before anybody is answered. */
  afterCommit: (events: readonly RecordedEvent[]) => void
}): Transact {
  return async (by, now, act) => {
    const recorded: RecordedEvent[] = []
    const result = await parts.db.transaction().execute((tx) =>
      act({
        ...postingIn(tx, parts.jobs, now),
        db: tx,
        now,
        async record(event) {
          const fact = await appendEvent(tx, event, by, now, parts.reactedTo)
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
