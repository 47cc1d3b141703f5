import { sql } from 'kysely'
import type { EventKind } from '#domain/events/events.ts'
import type { Clock } from '../basics/clock.ts'
import type { Db, Tx } from './database.ts'
import type { ReactedTo, RecordedEvent } from './event-trail.ts'
import type { Jobs } from './jobs.ts'
import type { EventRow } from './tables.ts'
import { postingIn, type Reacting, type Reaction, type Reactions } from './work.ts'

/** Known where the event is written. */
export const kindsReactedTo = (reactions: Reactions): ReactedTo =>
  new Set(Object.keys(reactions) as EventKind[])

/** Each stands under the kind that it takes. */
export const reactionsTo = (reactions: Reactions, { kind }: RecordedEvent): readonly Reaction[] =>
  (reactions[kind] ?? []) as readonly Reaction[]

export type Reactor = {
  /** Something is due. */
  nudge(): void
  /** Resolves when nothing is due any more. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const lookEveryMs = 1_000

/** Does what follows from events, after their transactions. */
export function startReacting(parts: {
  db: Db
  jobs: Pick<Jobs, 'enqueue'>
  reactions: Reactions
  clock: Clock
  /** Whether it works by itself, or only when it is asked to settle. */
  isWorker: boolean
  onError: (error: unknown, eventId: number) => void
}): Reactor {
  const { db } = parts
  let running: Promise<void> | null = null
  let again = false
  let stopped = false

  function run(): Promise<void> {
    again = true
    running ??= untilNothingIsDue()
    return running
  }

  async function untilNothingIsDue(): Promise<void> {
    try {
      while (again && !stopped) {
        again = false
        while (!stopped && (await reactToNext()));
      }
    } finally {
      running = null
    }
  }

  /** False if nothing is due. */
  async function reactToNext(): Promise<boolean> {
    let eventId = 0
    try {
      return await db.transaction().execute(async (tx) => {
        const event = await takeDue(tx)
        if (!event) return false
        eventId = event.id
        const now = parts.clock.now()
        const work: Reacting = { db: tx, now, ...postingIn(tx, parts.jobs, now) }
        for (const react of reactionsTo(parts.reactions, event)) await react(work, event)
        return true
      })
    } catch (error) {
      parts.onError(error, eventId)
      if (eventId === 0) return false
      await putOff(eventId)
      return true
    }
  }

  async function putOff(eventId: number): Promise<void> {
    await db
      .updateTable('dueReactions')
      .set({
        tries: sql`tries + 1`,
        dueAt: sql`now() + least(900, 2 * 2 ^ least(tries, 20)) * interval '1 s'`,
      })
      .where('eventId', '=', eventId)
      .execute()
  }

  const look = () => void run().catch((error) => parts.onError(error, 0))
  const timer = parts.isWorker ? setInterval(look, lookEveryMs) : undefined
  return {
    nudge: () => (parts.isWorker && !stopped ? look() : undefined),
    settle: run,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}

async function takeDue(tx: Tx): Promise<RecordedEvent | undefined> {
  const { rows } = await sql<EventRow & { id: number }>`
    with taken as (
      delete from due_reactions where event_id = (
        select event_id from due_reactions where due_at <= now() order by event_id limit 1
        for update skip locked)
      returning event_id)
    select id, kind, at, subject_id, from_status, to_status, detail, hospital_id, bank_id, driver_email
    from events join taken on id = event_id`.execute(tx)
  return rows.map(recordedEvent)[0]
}

/** As it was recorded: what was written there was checked. */
function recordedEvent({ fromStatus, toStatus, detail, ...event }: EventRow & { id: number }): RecordedEvent {
  return { ...event, from: fromStatus, to: toStatus, detail: JSON.parse(detail) } as RecordedEvent
}
