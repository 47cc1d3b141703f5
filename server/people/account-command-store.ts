import { sql } from 'kysely'
import { type Grant, grantFromEmail } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'

/** As in its index. */
const anyLetters = sql<string>`lower(accounts.email || ' ' || accounts.name)`

export type ListedAccount = {
  id: string
  email: string
  name: string
  isDriver: boolean
  isGranted: boolean
  hasPassword: boolean
  /** Null if it had one that is gone. */
  grant: Grant | null
}

/** Accounts as an operator sees them: all of them, whoever they belong to. */
export function accountCommandStore(db: Db) {
  const accounts = () =>
    db
      .selectFrom('accounts')
      // of several the one that a sign-in begins with
      .leftJoin('memberships', (join) =>
        join.on(sql<boolean>`memberships.id = first_membership(accounts.id)`),
      )
      .select([
        'accounts.id',
        'accounts.email',
        'accounts.name',
        'accounts.wasGranted',
        'memberships.product',
        'memberships.role',
        'memberships.organisationId',
        sql<boolean>`exists (select from drivers where drivers.account_id = accounts.id)`.as('isDriver'),
        sql<boolean>`exists (select from credentials where account_id = accounts.id)`.as('hasPassword'),
      ])

  return {
    /** By e-mail, after one. */
    async list(ask: { search: string; after: string; limit: number }): Promise<ListedAccount[]> {
      let query = accounts().where('accounts.email', '>', ask.after)
      const letters = ask.search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')
      if (letters) query = query.where(sql<boolean>`${anyLetters} like ${`%${letters}%`}`)
      return (await query.orderBy('accounts.email').limit(ask.limit).execute()).map(listed)
    },

    async find(email: string): Promise<ListedAccount | null> {
      const found = await accounts().where('accounts.email', '=', email).executeTakeFirst()
      return found ? listed(found) : null
    },
  }
}

/** The grant stands over the e-mail, also when it is gone (rulings AMB-26, AMB-210). */
function listed({
  product,
  role,
  organisationId,
  wasGranted,
  ...account
}: Omit<ListedAccount, 'grant' | 'isGranted'> & {
  product: Grant['product'] | null
  role: Grant['role'] | null
  organisationId: string | null
  wasGranted: boolean
}): ListedAccount {
  const given = product && role ? { product, role, organisationId } : null
  const grant = given ?? (wasGranted ? null : grantFromEmail(account.email))
  return { ...account, isGranted: wasGranted, grant }
}
