import type { Db, Tx } from './database.ts'
import {
  type Appending,
  appendEvent,
  appendEvents,
  type Doer,
  eventToAppend,
  type NewEvent,
  type ReactedTo,
  type RecordedEvent,
} from './event-trail.ts'
import type { Job, Jobs } from './jobs.ts'
import { type Message, writeMessages } from './outbox.ts'

/** One act under way: everything it does is one transaction. */
export type Work = {
  readonly db: Tx
  readonly now: Date
  /** Appends the fact, with a note if something is to follow from it. `write`: by a statement that writes more. */
  record(event: NewEvent, write?: Parameters<typeof appendEvent>[5]): Promise<RecordedEvent>
  /** Many, in as many statements as few. */
  recordAll(events: readonly NewEvent[]): Promise<void>
  /** Writes a mail that no event can hold, to be sent once this is committed: one with a link that opens an account. */
  post(message: Message): Promise<void>
  /** Has something done once this is committed. */
  enqueue(job: Job): Promise<void>
}

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

export function transactOn(
  parts: Committing & {
    jobs: Pick<Jobs, 'enqueue'>
    /** After the commit of a message. */
    onPosted?: () => void
    /** What has to be done with it in the same transaction: nobody sees the one without the other. */
    alongside?: (work: Work, event: RecordedEvent) => Promise<void>
  },
): Transact {
  return async (by, now, act) => {
    const recorded: RecordedEvent[] = []
    let hasPosted = false
    const result = await parts.db.transaction().execute((tx) => {
      const work: Work = {
        db: tx,
        now,
        async record(event, write) {
          const fact = await appendEvent(tx, event, by, now, parts.reactedTo, write)
          recorded.push(fact)
          await parts.alongside?.(work, fact)
          return fact
        },
        async recordAll(events) {
          if (events.length > 0) recorded.push(...(await appendEvents(tx, events, by, now, parts.reactedTo)))
        },
        async post(message) {
          await writeMessages(tx, [message], now)
          hasPosted = true
        },
        enqueue: (job) => parts.jobs.enqueue(tx, job),
      }
      return act(work)
    })
    if (recorded.length > 0) parts.afterCommit(recorded)
    if (hasPosted) parts.onPosted?.()
    return result
  }
}
