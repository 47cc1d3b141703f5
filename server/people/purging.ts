import type { Clock } from '../basics/clock.ts'
import type { Db } from '../db/database.ts'
import { theService } from '../db/event-trail.ts'
import type { Transact, Work } from '../db/work.ts'
import { aboutAccount } from './own-account.ts'
import { purgingWriter, unprovedAccounts } from './purging-store.ts'

/**
 * Each minute: sign-ups whose mailbox nobody proved in time go, so that nobody sits on an address that is not theirs.
 * Each in a transaction of its own: one that fails holds up no other.
 */
export async function purgeUnproved(parts: {
  db: Db
  transact: Transact
  clock: Clock
  onError: (error: unknown, accountId: string) => void
}): Promise<void> {
  const { db, transact, clock, onError } = parts
  const now = clock.now()
  for (const { id } of await unprovedAccounts(db, now)) {
    await transact(theService, now, (work) => purge(work, id)).catch((error) => onError(error, id))
  }
}

async function purge(work: Work, accountId: string): Promise<void> {
  const writer = purgingWriter(work)
  const account = await writer.lock(accountId)
  if (!account) return
  await work.record({ ...aboutAccount({ accountId }), kind: 'account-purged', detail: account })
  await writer.removeAccount(accountId)
  const { organisationId } = account
  if (organisationId === null) return
  if (await writer.removeHospitalIfBare(organisationId))
    await work.record({ subjectId: organisationId, kind: 'sign-up-purged', detail: account })
}
