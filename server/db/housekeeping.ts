import { sql } from 'kysely'
import { days, earlier, hours } from '#domain/basics/time.ts'
import { deliveriesKept } from '#domain/hooks/replaying.ts'
import { browserForgottenAfter } from '#domain/messages/browsers.ts'
import { newsKeptMs } from '#domain/messages/news.ts'
import type { Db } from './database.ts'
import { forgetNews } from './news.ts'
import { foldTallies } from './tallies.ts'

/** Lets go of what has served its time: keys of answered calls, windows of limits, sessions and links that ended, news that is too old; and folds the tallies. */
export async function tidyUp(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', earlier(now, days(1)))
    .execute()
  await db
    .deleteFrom('opened')
    .where('at', '<', earlier(now, hours(1)))
    .execute()
  await db.deleteFrom('rateLimits').where('windowEndsAt', '<', now).execute()
  // sessions and links begin and end by the real clock, also where a test has moved ours
  await db.deleteFrom('sessions').where('expiresAt', '<', new Date()).execute()
  await db.deleteFrom('verifications').where('expiresAt', '<', new Date()).execute()
  await db.deleteFrom('emailChanges').where('endsAt', '<', new Date()).execute()
  await forgetNews(db, earlier(now, newsKeptMs))
  await db.deleteFrom('pushSubscriptions').where('seenAt', '<', earlier(now, browserForgottenAfter)).execute()
  await sql`
    delete from hook_deliveries where ctid = any(array(
      select ctid from hook_deliveries where at < ${earlier(now, deliveriesKept)} limit 5000))`.execute(db)
  await foldTallies(db)
}
