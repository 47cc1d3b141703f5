import { days, earlier, later } from '#domain/basics/time.ts'
import type { Actor } from '#domain/people/actor.ts'
import type { Db } from '../db/database.ts'
import type { Call } from '../platform/http/call.ts'
import { driverSessionDays } from '../platform/identity/auth.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { peopleStore } from './store.ts'

/** The cookies of a new session; a driver's lasts long. */
export async function cookiesFor(
  actor: Actor,
  cookies: readonly string[],
  db: Db,
  identity: Identity,
): Promise<readonly string[]> {
  if (actor.kind !== 'driver') return cookies
  const sent = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  const [token, long] = [identity.sessionToken(sent), identity.longCookie(sent)]
  if (!token || !long) return cookies
  const until = endFromNow()
  await peopleStore(db).lengthen(token, until, until)
  return [...cookies.filter((cookie) => identity.longCookie(cookie) === null), long]
}

export type Renewable = Pick<Call, 'db' | 'sessionToken' | 'headers' | 'setCookies'>

/** Once a day of use, so that it ends only for a phone that lay about. */
export const renewDriverSession =
  (identity: Identity) =>
  async ({ db, sessionToken, headers, setCookies }: Renewable): Promise<void> => {
    const until = endFromNow()
    const long = identity.longCookie(headers.get('cookie') ?? '')
    if (!sessionToken || !long) return
    if (await peopleStore(db).lengthen(sessionToken, until, earlier(until, days(1)))) setCookies([long])
  }

/** By the machine's clock, like every look at a session. */
const endFromNow = (): Date => later(new Date(), days(driverSessionDays))
