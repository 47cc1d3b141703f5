import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

export function ownAccountStore(db: Db) {
  return {
    find: (id: string) =>
      db
        .selectFrom('accounts')
        .leftJoin('secondFactors', 'secondFactors.accountId', 'accounts.id')
        .select([
          'accounts.id',
          'accounts.email',
          'accounts.name',
          'accounts.twoFactorEnabled as hasSecondFactor',
          'secondFactors.id as keyId',
        ])
        .where('accounts.id', '=', id)
        .executeTakeFirstOrThrow(),

    /** Null if it is gone: one that nobody proved may be purged at any moment. */
    async emailOf(id: string): Promise<string | null> {
      const row = await db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst()
      return row?.email ?? null
    },
  }
}

/** Changes of an account by its own person, one at a time: its row is held, so its events have an order. */
export async function ownAccountWriter({ db }: Pick<Work, 'db'>, accountId: string) {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  return {
    async setName(name: string) {
      await db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute()
    },

    async setPassword(passwordHash: string) {
      await db
        .updateTable('credentials')
        .set({ password: passwordHash })
        .where('accountId', '=', accountId)
        .where('providerId', '=', 'credential')
        .execute()
      // links in mails, and sign-ins that wait for a code: begun with the password of before
      await db.deleteFrom('verifications').where('value', '=', accountId).execute()
    },

    /** Proved by whoever sets it; it never says by itself who its person is. What it was before, and whether that did. */
    async setEmail(email: string): Promise<{ email: string; wasGranted: boolean }> {
      const before = await db
        .selectFrom('accounts')
        .select(['email', 'wasGranted'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      await db
        .updateTable('accounts')
        .set({ email, emailVerified: true, wasGranted: true })
        .where('id', '=', accountId)
        .execute()
      // links in the mailbox of before
      await db.deleteFrom('verifications').where('value', '=', accountId).execute()
      return before
    },

    async isProved(): Promise<boolean> {
      const row = await db
        .selectFrom('accounts')
        .select('emailVerified')
        .where('id', '=', accountId)
        .executeTakeFirst()
      return row?.emailVerified ?? true
    },

    /** Its e-mail, if that was not proved before. */
    async prove(): Promise<string | null> {
      const proved = await db
        .updateTable('accounts')
        .set({ emailVerified: true })
        .where('id', '=', accountId)
        .where('emailVerified', '=', false)
        .returning('email')
        .executeTakeFirst()
      return proved?.email ?? null
    },

    async endSession(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async endSessionsBut(token: string | null): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('accountId', '=', accountId)
        .where('token', '!=', token ?? '')
        .executeTakeFirst()
      // also of those whose session had ended by time
      await sql`
        delete from push_subscriptions where account_id = ${accountId}
          and not exists (select from sessions where id = session_id and token = ${token ?? ''})`.execute(db)
      return Number(numDeletedRows)
    },

    async removeSecondFactor(): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('secondFactors')
        .where('accountId', '=', accountId)
        .executeTakeFirst()
      await db.updateTable('accounts').set({ twoFactorEnabled: false }).where('id', '=', accountId).execute()
      return numDeletedRows > 0n
    },
  }
}
