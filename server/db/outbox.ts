import { sql } from 'kysely'
import { isForDriver } from '#domain/messages/budget.ts'
import { isSecret } from '#domain/messages/resending.ts'
import type { Clock } from '../basics/clock.ts'
import type { Db, Tx } from './database.ts'
import { appendEvent, type NewEvent } from './event-trail.ts'
import type { JobHandler } from './jobs.ts'

export type Message = {
  eventId: number | null
  channel: 'mail' | 'sms'
  /** Which message it is, as §7.1 names them: raise, approve, raised, approval, password-reset … */
  kind: string
  recipient: string
  subject?: string
  body: string
  /** The same words twice mean the same message: it is written, and sent, once. */
  once: string
  /** Whose it is, where one hospital causes it: its texts are counted against it. */
  organisationId?: string
  /** The order its driver is told of. */
  requestId?: string
}

/** How a message leaves the house. Null: there is no such way here, and messages stay readable in the outbox. */
export type Carrier = ((message: Outgoing) => Promise<void>) | null
/** `tries`: how often it was tried before. */
export type Outgoing = {
  id: number
  kind: string
  organisationId: string | null
  recipient: string
  subject: string
  body: string
  tries: number
}
export type Carriers = { mail: Carrier; sms: Carrier }

/** Thrown by a carrier for a message that no later try would bring: there is no such mailbox. */
export class Undeliverable extends Error {}

const sendingLock = 7_204_552

/** The new message's id, or null if it was written before. */
export async function writeMessage(tx: Tx, message: Message, now: Date): Promise<number | null> {
  const row = await tx
    .insertInto('notifications')
    .values({ organisationId: null, requestId: null, ...message, createdAt: now })
    .onConflict((conflict) => conflict.column('once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Sends one message. Safe to run twice: a message that is no longer waiting is left alone. It is held while it is
 * sent, so two workers cannot send it both; the second comes back later; a crash in that moment may repeat it, which its steady id lets the
 * receiver see.
 */
export function sendMessages(
  db: Db,
  carriers: Carriers,
  clock: Clock,
  log: (line: object, text: string) => void,
) {
  const send: JobHandler = async (data, attempt) => {
    const { id } = data as { id: number }
    let failure: unknown = null
    await db.transaction().execute(async (tx) => {
      // a mail server may take its time; the queue gives the job up after a minute
      await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx)
      // not a lock of the row: that would make a writer of this transaction, and hold up the live stream meanwhile
      const turn = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(${sendingLock}, ${id}::int) as mine`.execute(tx)
      if (!turn.rows[0]?.mine) throw new Error('another worker is sending it')
      const message = await tx
        .selectFrom('notifications')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      if (!message) return
      const carry = carriers[message.channel]
      const change = await tryToCarry(carry, message, attempt.isLast)
      failure = change.failure
      await tx
        .updateTable('notifications')
        .set({
          ...change.set,
          tries: message.tries + (carry ? 1 : 0),
          sentAt: change.set.state === 'sent' ? clock.now() : null,
        })
        .where('id', '=', id)
        .execute()
      const news = newsOf(message, change.set.state, failure !== null)
      if (news !== null) await appendEvent(tx, told(message, news, change.set.state), theServer, clock.now())
    })
    if (failure === null) return
    log({ message: id, error: String(failure) }, 'a message could not be sent')
    // thrown again so that the queue tries once more, later
    if (!(failure instanceof Undeliverable)) throw failure
  }
  return send
}

const theServer = { accountId: null, displayName: 'Crossmatch' }

type News = 'message-failed' | 'message-late' | 'message-sent'

/** What whoever follows the outbox must hear at once: that nobody was told, and for a driver each turn. */
function newsOf(message: Outgoing, state: Change['set']['state'], isFailure: boolean): News | null {
  if (state === 'failed') return 'message-failed'
  if (!isForDriver(message.kind)) return null
  if (isFailure) return message.tries === 0 ? 'message-late' : null
  return state === 'sent' && message.tries > 0 ? 'message-sent' : null
}

const told = (message: Outgoing & { channel: string }, kind: News, to: string): NewEvent => ({
  subjectId: String(message.id),
  kind,
  from: 'waiting',
  to,
  detail: { channel: message.channel, message: message.kind },
})

type Change = {
  failure: unknown
  set: { state: 'waiting' | 'sent' | 'kept' | 'failed'; error: string | null; body?: string }
}

async function tryToCarry(carry: Carrier, message: Outgoing, isLast: boolean): Promise<Change> {
  if (carry === null) return { failure: null, set: { state: 'kept', error: null } }
  try {
    await carry(message)
  } catch (error) {
    const isOver = isLast || error instanceof Undeliverable
    return {
      failure: error,
      set: { state: isOver ? 'failed' : 'waiting', error: String(error).slice(0, 500) },
    }
  }
  // a link that sets a password is not kept once it has gone out
  const spent = isSecret(message.kind) ? { body: 'Sent. The link is not kept.' } : {}
  return { failure: null, set: { state: 'sent', error: null, ...spent } }
}
