import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { signatureOf } from '#server/platform/http/cookies.ts'

export const sessionCookieName = 'crossmatch.session_token'

/** What the servers of tests sign with. */
export const theSecret = 'a secret that only the tests of this house know'

/** Opens a session as a sign-in would, without its password: what its cookie says. It outlasts every clock a test moves. */
export async function openSession(db: Db, email: string): Promise<string> {
  const account = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
  if (!account) throw new Error(`There is no account ${email}; make it with anAccount`)
  const token = randomBytes(24).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      id: randomBytes(16).toString('hex'),
      accountId: account.id,
      token,
      expiresAt: new Date('2100-01-01T00:00:00Z'),
      userAgent: 'a test',
    })
    .execute()
  return encodeURIComponent(`${token}.${signatureOf(token, theSecret)}`)
}

export const sessionCookie = async (db: Db, email: string): Promise<string> =>
  `${sessionCookieName}=${await openSession(db, email)}`
