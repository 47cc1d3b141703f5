import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'

/** The addresses that are asked for and not proved yet. */
export function emailChangeStore(db: Db) {
  return {
    /** The token of a new link; the one before stops working. */
    async ask(accountId: string, email: string, endsAt: Date): Promise<string> {
      const token = randomBytes(24).toString('base64url')
      const change = { email, tokenHash: hashOf(token), endsAt }
      await db
        .insertInto('emailChanges')
        .values({ accountId, ...change })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(change))
        .execute()
      return token
    },

    /** Null if it is unknown, spent or too old. */
    async find(token: string): Promise<{ accountId: string; email: string } | null> {
      const row = await db
        .selectFrom('emailChanges')
        .select(['accountId', 'email'])
        .where('tokenHash', '=', hashOf(token))
        .where('endsAt', '>', new Date())
        .executeTakeFirst()
      return row ?? null
    },

    async forget(accountId: string): Promise<void> {
      await db.deleteFrom('emailChanges').where('accountId', '=', accountId).execute()
    },

    async isTaken(email: string): Promise<boolean> {
      const row = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
      return row !== undefined
    },
  }
}

/** With words before it: a link for one thing opens no other. */
const hashOf = (token: string): string =>
  createHash('sha256').update(`email change ${token}`).digest('base64url')
