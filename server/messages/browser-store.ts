import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { earlier } from '#domain/basics/time.ts'
import { type BrowserDraft, browserForgottenAfter } from '#domain/messages/browsers.ts'
import type { Product } from '#domain/people/roles.ts'
import type { Clock } from '../basics/clock.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import type { RungBrowsers } from '../platform/messaging/push.ts'

const markOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url')

/** Of one person. */
export function browserStore(db: Db, accountId: string) {
  return {
    async list(sessionToken: string | null) {
      const rows = await db
        .selectFrom('pushSubscriptions')
        .leftJoin('sessions', (join) =>
          join
            .onRef('sessions.id', '=', 'pushSubscriptions.sessionId')
            .on('sessions.token', '=', sessionToken ?? ''),
        )
        .select([
          'pushSubscriptions.id',
          'pushSubscriptions.device',
          'pushSubscriptions.addedAt',
          'pushSubscriptions.seenAt',
          'pushSubscriptions.endpoint',
          'sessions.id as here',
        ])
        .where('pushSubscriptions.accountId', '=', accountId)
        .orderBy('pushSubscriptions.id', 'desc')
        .limit(100)
        .execute()
      return rows.map(({ endpoint, here, ...row }) => ({
        ...row,
        mark: markOf(endpoint),
        isThisSession: here !== null,
      }))
    },
  }
}

type Ringing = BrowserDraft & {
  organisationId: string | null
  product: Product | 'driver'
  serverKey: string
  device: string
}

/** Writing, inside the transaction of one act. The account is held: its browsers are counted. */
export async function browserWriter({ db, now }: Pick<Work, 'db' | 'now'>, accountId: string) {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  return {
    /** How many others ring for this person, and whose this one is so far. */
    async others(endpoint: string): Promise<{ count: number; own: boolean }> {
      const rows = await db
        .selectFrom('pushSubscriptions')
        .select('endpoint')
        .where('accountId', '=', accountId)
        .execute()
      const others = rows.filter((row) => row.endpoint !== endpoint)
      return { count: others.length, own: others.length < rows.length }
    },

    /** A browser is one person's, the last who said so in it. */
    async ring(browser: Ringing, sessionToken: string | null): Promise<number> {
      const session = await db
        .selectFrom('sessions')
        .select('id')
        .where('token', '=', sessionToken ?? '')
        .executeTakeFirst()
      // what still waits for whom it was before is not for whom it is now
      await db
        .deleteFrom('pushSubscriptions')
        .where('endpoint', '=', browser.endpoint)
        .where('accountId', '!=', accountId)
        .execute()
      const said = { ...browser, accountId, sessionId: session?.id ?? null, seenAt: now }
      const { id } = await db
        .insertInto('pushSubscriptions')
        .values({ ...said, addedAt: now })
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(said))
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** Which device it was; null if it is not theirs. */
    async remove(id: number): Promise<string | null> {
      const removed = await db
        .deleteFrom('pushSubscriptions')
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .returning('device')
        .executeTakeFirst()
      return removed?.device ?? null
    },
  }
}

/** For who sends: whoever was stopped meanwhile, or whose organisation was, is not rung any more. */
export function rungBrowsers(db: Db, clock: Clock): RungBrowsers {
  return {
    async find(id) {
      const { rows } = await sql<{ endpoint: string; p256dh: string; auth: string; serverKey: string }>`
        select endpoint, p256dh, auth, server_key from push_subscriptions browser
        join accounts on accounts.id = browser.account_id
        left join organisations place on place.id = browser.organisation_id
        where browser.id = ${id} and browser.seen_at > ${earlier(clock.now(), browserForgottenAfter)}
          and (browser.organisation_id is null or place.account_status in ('active', 'subscription-ended'))
          and (not accounts.was_granted
            or exists (select from drivers where drivers.account_id = accounts.id)
            or exists (
              select from memberships where memberships.account_id = accounts.id and not is_stopped
                and memberships.organisation_id is not distinct from browser.organisation_id))`.execute(db)
      return rows[0] ?? null
    },
    async remove(id) {
      await db.deleteFrom('pushSubscriptions').where('id', '=', id).execute()
    },
  }
}
