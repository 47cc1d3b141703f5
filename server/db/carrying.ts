import { sql } from 'kysely'
import { isForDriver } from '#domain/messages/budget.ts'
import { type Channel, channels, isSecret, type MessageState } from '#domain/messages/resending.ts'
import { mostAttempts, secondsToWait } from '#domain/messages/retrying.ts'
import type { Clock } from '../basics/clock.ts'
import { type Db, isUnreachable } from './database.ts'
import { appendEvents, type NewEvent, theService } from './event-trail.ts'

/** How a message leaves the house. Null: there is no such way here, and messages stay readable in the outbox. */
export type Carrier = ((message: Outgoing) => Promise<void>) | null
/** `tries`: how often it was tried before. */
export type Outgoing = {
  id: number
  kind: string
  organisationId: string | null
  accountId: string | null
  recipient: string
  subject: string
  body: string
  tries: number
}
/** `path`: where it leads, for which browser. */
export type OutgoingPush = Outgoing & {
  once: string
  thread: string | null
  createdAt: Date
  browserId: number | null
  path: string | null
}
export type PushCarrier = ((message: OutgoingPush) => Promise<void>) | null
export type Carriers = Record<Exclude<Channel, 'push'>, Carrier> & { push: PushCarrier }

/** Thrown by a carrier for a message that no later try would bring: there is no such mailbox. */
export class Undeliverable extends Error {}
/** Thrown by a carrier where whom it was for is not there any more, which is no failure. */
export class NobodyThere extends Error {}

export type Sender = {
  /** Something may be due. */
  nudge(): void
  /** Resolves when everything that is due now was tried. */
  settle(): Promise<void>
  /** A message that a process of the version before wrote is due now. */
  hurry(id: number): Promise<void>
  stop(): Promise<void>
}

const lookEveryMs = 1_000
/** Whoever takes a message has it for so long; if they die over it, it is taken again then. */
const leaseSeconds = 60
/** One that is not begun by then is given back: what is begun must end within the lease. */
const longestWaitMs = 15_000
const longestCarryMs = 40_000
const mostInHand = 64
const mostAtOnce = mostInHand / 2
const atOnce: Record<Channel, number> = { mail: 16, sms: 16, push: 16 }
/** Others may end meanwhile, and are settled with it. */
const gatherMs = 3
const againAfterMs = 1_000
const longestStopMs = 5_000

type Taken = OutgoingPush & { channel: Channel; attempts: number }
type Result = {
  message: Taken
  failure: unknown
  set: { state: MessageState; error: string | null; body?: string }
  /** Before it is tried again. */
  wait: number
}

/**
 * Sends what waits in the outbox, each channel by itself. What is taken is held by its time, so that no two send it; a
 * crash in between may repeat it, which its steady id lets the receiver see.
 */
export function startCarrying(parts: {
  db: Db
  carriers: Carriers
  clock: Clock
  /** Whether it works by itself, or only when it is asked to settle. */
  isWorker: boolean
  whenQuiet: () => Promise<void>
  log: (line: object, text: string) => void
  onError: (error: unknown) => void
}): Sender {
  const { db, carriers, clock } = parts
  const lanes = channels.map(laneOf)
  const nudge = () => {
    if (parts.isWorker) for (const lane of lanes) lane.nudge()
  }
  const timer = parts.isWorker ? setInterval(nudge, lookEveryMs) : undefined
  return {
    nudge,
    settle: async () => void (await Promise.all(lanes.map(({ run }) => run()))),
    async hurry(id) {
      await sql`update notifications set due_at = now() where id = ${id} and state = 'waiting' and attempts = 0`.execute(
        db,
      )
      nudge()
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(lanes.map(({ stop }) => stop()))
    },
  }

  function laneOf(channel: Channel) {
    /** Taken, and not begun. */
    const queue: { message: Taken; takenAt: number }[] = []
    const results: Result[] = []
    let underWay = 0
    let again = false
    let stopped = false
    let running: Promise<void> | null = null
    let wake: () => void = () => undefined

    function run(): Promise<void> {
      again = true
      wake()
      running ??= untilNothingIsDue()
      return running
    }

    async function untilNothingIsDue(): Promise<void> {
      try {
        while (inHand() > 0 || results.length > 0 || (again && !stopped)) {
          if (results.length > 0) await settleAll()
          if (again && !stopped && inHand() <= mostInHand - mostAtOnce) await takeSome()
          if (results.length === 0 && inHand() > 0) await nextEnd()
        }
      } finally {
        running = null
      }
    }

    async function takeSome(): Promise<void> {
      again = false
      await parts.whenQuiet()
      const taken = await take(db, channel)
      // there may be more
      if (taken.length === mostAtOnce) again = true
      const takenAt = Date.now()
      queue.push(...taken.map((message) => ({ message, takenAt })))
      beginSome()
    }

    function beginSome(): void {
      while (underWay < atOnce[channel]) {
        const next = queue.shift()
        if (!next) return
        underWay++
        void carry(next.message, next.takenAt).then((result) => {
          underWay--
          results.push(result)
          beginSome()
          wake()
        })
      }
    }

    function inHand(): number {
      return queue.length + underWay
    }

    async function carry(message: Taken, takenAt: number): Promise<Result> {
      const isTooLate = stopped || Date.now() - takenAt > longestWaitMs
      if (isTooLate) return givenBack(message)
      return tryToCarry(carriers[channel], message)
    }

    /** Resolves when something ended, and what ends right after it too. */
    async function nextEnd(): Promise<void> {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      if (inHand() > 0) await after(gatherMs)
    }

    async function settleAll(): Promise<void> {
      const some = results.splice(0)
      try {
        await settle(db, some, clock.now())
        for (const { message, failure } of some)
          if (failure !== null)
            parts.log({ message: message.id, error: String(failure) }, 'a message could not be sent')
      } catch (error) {
        parts.onError(error)
        // what was sent must be known to be: forgotten, it would be sent again
        results.push(...(isUnreachable(error) ? some : await settleEach(some)))
        await after(againAfterMs)
        if (stopped) results.length = 0
      }
    }

    /** One that cannot be written must not keep the others from it. What is left is tried again. */
    async function settleEach(some: readonly Result[]): Promise<Result[]> {
      const left: Result[] = []
      for (const one of some) {
        await settle(db, [one], clock.now()).catch((error) => {
          parts.onError(error)
          left.push(one)
        })
      }
      return left
    }

    return {
      run,
      nudge: () => void (stopped ? undefined : run().catch(parts.onError)),
      async stop() {
        stopped = true
        wake()
        await Promise.race([running?.catch(() => undefined), after(longestStopMs)])
      },
    }
  }
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** Not tried yet; or overtaken in the hands of somebody, who may be sending it. */
const isUnderWay = sql`(earlier.state = 'waiting' and earlier.tries = 0
  or earlier.state = 'overtaken' and earlier.attempts > 0 and earlier.due_at > now())`

/** Not while an earlier one about the same is on its way to the same recipient: they arrive in order. */
const isFirstOfItsKind = sql`
  not exists (
    select from notifications earlier
    where earlier.request_id = due.request_id and earlier.recipient = due.recipient
      and earlier.browser_id is not distinct from due.browser_id
      and earlier.id < due.id and ${isUnderWay})
  and not exists (
    select from notifications earlier
    where earlier.thread = due.thread and earlier.recipient = due.recipient
      and earlier.browser_id is not distinct from due.browser_id
      and earlier.id < due.id and ${isUnderWay})`

async function take(db: Db, channel: Channel): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    update notifications
    set due_at = now() + make_interval(secs => ${sql.lit(leaseSeconds)}), attempts = attempts + 1
    where id in (
      select id from notifications due
      where state = 'waiting' and channel = ${channel} and due_at <= now() and ${isFirstOfItsKind}
      order by due_at, id limit ${sql.lit(mostAtOnce)} for update skip locked)
    returning id, channel, kind, organisation_id, account_id, recipient, subject, body, tries, attempts, once, thread,
      created_at, browser_id, path`.execute(db)
  return rows.sort((one, other) => one.id - other.id)
}

async function tryToCarry(carry: PushCarrier, message: Taken): Promise<Result> {
  if (carry === null) return { message, failure: null, set: { state: 'kept', error: null }, wait: 0 }
  try {
    await within(longestCarryMs, carry(message))
  } catch (failure) {
    if (failure instanceof NobodyThere)
      return { message, failure: null, set: { state: 'overtaken', error: failure.message }, wait: 0 }
    const isOver = message.attempts > mostAttempts || failure instanceof Undeliverable
    const state = isOver ? 'failed' : 'waiting'
    const wait = secondsToWait(message.attempts, Math.random())
    return { message, failure, set: { state, error: errorText(failure) }, wait }
  }
  // a link that sets a password is not kept once it has gone out
  const spent = isSecret(message.kind) ? { body: 'Sent. The link is not kept.' } : {}
  return { message, failure: null, set: { state: 'sent', error: null, ...spent }, wait: 0 }
}

/** What another machine said may hold anything; the database takes no half characters and no NUL. */
const errorText = (failure: unknown): string =>
  String(failure).slice(0, 500).toWellFormed().replaceAll('\0', '')

/** Nothing was tried. */
const givenBack = (message: Taken): Result => ({
  message,
  failure: null,
  set: { state: 'waiting', error: null },
  wait: 0,
})

/** Nothing was tried: it stands as before it was taken. */
const isGivenBack = ({ failure, set }: Result): boolean => failure === null && set.state === 'waiting'

async function within(ms: number, act: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timeout after ${ms} ms`)), ms)
  })
  try {
    await Promise.race([act, late])
  } finally {
    clearTimeout(timer)
  }
}

/** One statement for all of them; and what whoever follows the outbox must hear of, with it. */
async function settle(db: Db, results: readonly Result[], now: Date): Promise<void> {
  const news = results.flatMap((result) => newsOf(result) ?? [])
  if (news.length === 0) return write(db, results, now)
  await db.transaction().execute(async (tx) => {
    await write(tx, results, now)
    await appendEvents(tx, news, theService, now)
  })
}

async function write(db: Db, results: readonly Result[], now: Date): Promise<void> {
  const given = results.map((result) => {
    const { message, failure, set, wait } = result
    return {
      id: message.id,
      attempts: message.attempts,
      was_tried: failure !== null || set.state === 'sent',
      is_given_back: isGivenBack(result),
      wait,
      sent_at: set.state === 'sent' ? now : null,
      state: set.state,
      error: set.error,
      body: set.body ?? null,
    }
  })
  const ids = results.map(({ message }) => message.id)
  // held in the order in which whoever overtakes them holds them, so that nobody waits in a circle
  await sql`
    with held as (select id from notifications where id = any(${ids}::bigint[]) order by id for update)
    update notifications set
      state = given.state, sent_at = given.sent_at,
      error = case when is_given_back then notifications.error else given.error end,
      attempts = notifications.attempts - is_given_back::int,
      body = coalesce(given.body, notifications.body),
      tries = tries + was_tried::int, due_at = now() + make_interval(secs => wait)
    from json_to_recordset(${JSON.stringify(given)}::json) as given (id bigint, attempts int, was_tried boolean, is_given_back boolean,
      wait float8, sent_at timestamptz, state text, error text, body text) join held on held.id = given.id
    where notifications.id = given.id and (
      -- what was overtaken in their hands has gone all the same; what somebody else has by now is theirs
      (given.state = 'sent' and notifications.state in ('waiting', 'overtaken'))
      or (notifications.state = 'waiting' and notifications.attempts = given.attempts))`.execute(db)
}

/** What whoever follows the outbox must hear at once: that nobody was told, and for a driver each turn. */
function newsOf({ message, failure, set: { state } }: Result): NewEvent | null {
  const tell = (kind: 'message-failed' | 'message-late' | 'message-sent'): NewEvent => ({
    subjectId: String(message.id),
    kind,
    from: 'waiting',
    to: state,
    detail: { channel: message.channel, message: message.kind },
  })
  if (state === 'failed') return tell('message-failed')
  if (!isForDriver(message.kind)) return null
  if (failure !== null) return message.tries === 0 ? tell('message-late') : null
  return state === 'sent' && message.tries > 0 ? tell('message-sent') : null
}
