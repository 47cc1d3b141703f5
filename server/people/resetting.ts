import { randomUUID } from 'node:crypto'
import type { Clock } from '../basics/clock.ts'
import type { Db } from '../db/database.ts'
import type { Transact } from '../db/work.ts'
import { resetMail } from '../messages/people.ts'
import { tellResetAsked } from './account-trail.ts'
import { peopleStore } from './store.ts'

/** The mail with the link, and the line in the trail: somebody asked for it, perhaps not the owner. */
export async function sendReset(
  { transact, db, clock, publicUrl }: { transact: Transact; db: Db; clock: Clock; publicUrl: string },
  email: string,
  token: string,
): Promise<void> {
  const account = await peopleStore(db).accountBy(email)
  if (!account) return
  await transact({ accountId: null, displayName: 'Somebody' }, clock.now(), async (work) => {
    const event = await tellResetAsked(work, account)
    await work.post({
      eventId: event.id,
      channel: 'mail',
      kind: 'password-reset',
      recipient: email,
      ...resetMail(publicUrl, token),
      // not the token: this stays when the mail is gone
      once: `reset ${randomUUID()}`,
    })
  })
}
