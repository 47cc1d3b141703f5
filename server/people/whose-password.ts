import type { Db } from '../db/database.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { peopleStore } from './store.ts'

/** The account of an address, if that is its password. How often may be asked is the caller's to count. */
export async function whosePassword(
  { db, identity }: { db: Db; identity: Identity },
  email: string,
  password: string,
): Promise<string | null> {
  const account = await peopleStore(db).accountBy(email)
  return account && (await identity.isPasswordOf(account.id, password)) ? account.id : null
}
