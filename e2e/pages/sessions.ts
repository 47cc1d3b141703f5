import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { rememberedMs } from '#server/people/remembered.ts'
import { emailOf } from '../../server/demo/makers/rows.ts'

/** Ends the sessions of an account behind the product's back, which counts once nobody remembers them (decision 51). */
export async function endSessions(db: Database['db'], email: string): Promise<void> {
  const account = db.selectFrom('accounts').select('id').where('email', '=', emailOf(email))
  await db.deleteFrom('sessions').where('accountId', 'in', account).execute()
  await sleep(rememberedMs)
}
