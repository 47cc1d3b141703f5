import type { EventKind } from '#domain/events/events.ts'
import type { Db, Tx } from './database.ts'
import { appendEvent, type Doer, type NewEvent, type RecordedEvent } from './event-trail.ts'
import type { Job, Jobs } from './jobs.ts'
import { type Message, writeMessage } from './outbox.ts'

/** One act under way: everything it does is one transaction. */
export type Work = {
  readonly db: Tx
  readonly now: Date
  /** Appends the fact and has its reactions prepared, all in this transaction. */
  record(event: NewEvent): Promise<RecordedEvent>
  /** Writes a mail or text message to be sent once this is committed. */
  post(message: Message): Promise<void>
  /** Has something done once this is committed. */
  enqueue(job: Job): Promise<void>
}

/** What the outside world must learn from an event. Runs in the event's transaction; the sending is a job. */
export type Reaction<Kind extends EventKind = EventKind> = (
  work: Work,
  event: RecordedEvent<Kind>,
) => Promise<void>
export type Reactions = { readonly [Kind in EventKind]?: readonly Reaction<Kind>[] }

/** Each stands under the kind that it takes. */
export const reactionsTo = (reactions: Reactions, { kind }: RecordedEvent): readonly Reaction[] =>
  (reactions[kind] ?? []) as readonly Reaction[]

/** Runs one act in a transaction of its own. */
export type Transact = <Result>(by: Doer, now: Date, act: (work: Work) => Promise<Result>) => Promise<Result>

export function transactOn(parts: {
  db: Db
  jobs: Pick<Jobs, 'enqueue'>
  reactions: Reactions
  /** Told after the commit, before anybody is answered. */
  afterCommit: (events: readonly RecordedEvent[]) => void
}): Transact {
  return async (by, now, act) => {
    const recorded: RecordedEvent[] = []
    const result = await parts.db.transaction().execute((tx) => {
      const work: Work = {
        db: tx,
        now,
        async record(event) {
          const fact = await appendEvent(tx, event, by, now)
          recorded.push(fact)
          for (const react of reactionsTo(parts.reactions, fact)) await react(work, fact)
          return fact
        },
        async post(message) {
          const id = await writeMessage(tx, message, now)
          if (id !== null) await work.enqueue({ queue: 'send-message', data: { id } })
        },
        enqueue: (job) => parts.jobs.enqueue(tx, job),
      }
      return act(work)
    })
    if (recorded.length > 0) parts.afterCommit(recorded)
    return result
  }
}
