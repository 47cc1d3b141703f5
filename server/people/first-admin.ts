import { randomBytes, randomUUID } from 'node:crypto'
import { localPart } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'
import { operatorOn } from '../db/operator.ts'
import { hashPassword } from '../platform/identity/passwords.ts'
import { peopleStore } from './store.ts'

/**
 * The account that runs the service, if it is not there yet. Its password is nobody's: the first one is set through
 * the mail of Forgot Password, so that no password ever stands in an environment.
 */
export async function ensureProviderAdmin(db: Db, email: string): Promise<boolean> {
  const store = peopleStore(db)
  if (await store.accountBy(email)) return false
  const password = await hashPassword(randomBytes(32).toString('base64'))
  const account = { id: randomUUID(), email, name: localPart(email), passwordHash: password }
  return operatorOn(db, 'Crossmatch')(new Date(), async (work) => {
    // of several processes that start at once, one makes it
    if (!(await peopleStore(work.db).addAccount(account))) return false
    const about = { subjectId: account.id }
    await work.record({ ...about, kind: 'account-added', to: 'admin admin', detail: { email } })
    return true
  })
}

/** How many accounts the demonstration has made here. */
export const countDemonstration = (db: Db): Promise<number> => peopleStore(db).countDemonstration()
