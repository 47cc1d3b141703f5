import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'

/** The links that prove a mailbox. They begin and end by the machine's clock, like every other link. */
export function provingStore(db: Db) {
  return {
    /** The token of a new link; it is stored as a hash alone. */
    async add(accountId: string, expiresAt: Date): Promise<string> {
      const token = randomBytes(24).toString('base64url')
      await db
        .insertInto('verifications')
        .values({ id: randomUUID(), identifier: hashOf(token), value: accountId, expiresAt })
        .execute()
      return token
    },

    /** How many links were asked for since it signed up. */
    async asked(accountId: string): Promise<number> {
      const { links } = await db
        .selectFrom('events')
        .select(({ fn }) => fn.countAll<number>().as('links'))
        .where('subjectKind', '=', 'account')
        .where('subjectId', '=', accountId)
        .where('kind', '=', 'mailbox-proof-asked')
        .executeTakeFirstOrThrow()
      return links
    },

    /** Whose link it is; null if it is unknown, spent or too old. */
    async accountOf(token: string): Promise<string | null> {
      const link = await db
        .selectFrom('verifications')
        .select('value')
        .where('identifier', '=', hashOf(token))
        .where('expiresAt', '>', new Date())
        .executeTakeFirst()
      return link?.value ?? null
    },

    /** False if it was gone. */
    async spend(token: string): Promise<boolean> {
      const spent = await db
        .deleteFrom('verifications')
        .where('identifier', '=', hashOf(token))
        .executeTakeFirst()
      return spent.numDeletedRows > 0n
    },
  }
}

/** With words before it: a link for one thing opens no other. */
const hashOf = (token: string): string =>
  createHash('sha256').update(`mailbox proof ${token}`).digest('base64url')
