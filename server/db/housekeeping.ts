import { days, earlier, hours } from '#domain/basics/time.ts'
import type { Db } from './database.ts'
import { foldTallies } from './tallies.ts'

/** Lets go of what has served its time: keys of answered calls, windows of limits, sessions and links that ended; and folds the tallies. */
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
  await foldTallies(db)
}
