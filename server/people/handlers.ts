import type { z } from 'zod'
import type { DemoAccount, people } from '#contract/people.ts'
import { no } from '#domain/basics/refusal.ts'
import { isEmail, resetAnswer, whyNotPassword } from '#domain/people/passwords.ts'
import { peopleWords } from '#domain/people/words.ts'
import type { Limits } from '../db/limits.ts'
import type { Handlers } from '../platform/call.ts'
import type { Identity } from '../platform/identity.ts'
import { Answer, notFound, refuse } from '../platform/refuse.ts'
import { signUp } from './signing-up.ts'
import { peopleStore } from './store.ts'

/** Wrong passwords for one account from one address: enough for a slip, too few for a guess. */
const tries = { max: 5, seconds: 60 }

export function peopleHandlers(parts: {
  identity: Identity
  limits: Limits
  /** The three messages of §8, or one for all three (LOGIN_DETAIL). */
  saysWhy: boolean
  demoAccounts: readonly z.infer<typeof DemoAccount>[]
}): Handlers<typeof people> {
  const { identity } = parts
  const failed = (why: 'email-unknown' | 'password-wrong'): void =>
    refuse(peopleWords, no(parts.saysWhy ? why : 'sign-in-failed'))

  return {
    signUp,

    async signIn({ db, network, headers, setCookies }, { email, password }) {
      if (!isEmail(email)) refuse(peopleWords, no('sign-in-failed'))
      const counted = `sign-in ${email} ${network}`
      if (!(await parts.limits.allows(counted, tries))) throw limited()
      const store = peopleStore(db)
      // with one message for all, the look-up is left out: an unknown e-mail then costs the same hash as a known one
      if (parts.saysWhy && !(await store.accountBy(email))) failed('email-unknown')
      const cookies = await identity.signIn(email, password, headers)
      if (!cookies) failed('password-wrong')
      const actor = await store.actorBy(email)
      // suspended: the password was right, but it opens nothing (ruling AMB-147)
      if (!actor || !cookies) {
        if (cookies) await endSessionIn(store, cookies, identity)
        throw new Answer(422, { code: 'sign-in-failed', ...peopleWords['sign-in-failed'] })
      }
      // a ward where many sign in with one account is not a guesser
      await parts.limits.forget(counted)
      setCookies(cookies)
      return { actor }
    },

    session: ({ actor }) => ({ actor }),

    async signOut({ db, sessionToken, setCookies }) {
      if (sessionToken) await peopleStore(db).endSession({ token: sessionToken })
      setCookies([identity.endCookie])
      return {}
    },

    async sessions({ db, actor, sessionToken, now }) {
      const rows = await peopleStore(db).sessionsOf(actor.accountId, now)
      return {
        items: rows.map((row) => ({
          id: row.id,
          startedAt: row.createdAt,
          endsAt: row.expiresAt,
          device: row.userAgent ?? '',
          isThisOne: row.token === sessionToken,
        })),
      }
    },

    async endSession({ db, actor }, { id }) {
      if (!(await peopleStore(db).endSession({ id, accountId: actor.accountId }))) throw notFound()
      return {}
    },

    async forgetPassword(_call, { email }) {
      if (!isEmail(email)) refuse(peopleWords, no('sign-in-failed'))
      if (await parts.limits.allows(`reset ${email}`, { max: 5, seconds: 3600 }))
        await identity.askReset(email)
      return { message: resetAnswer(email) }
    },

    async resetPassword(_call, { token, password }) {
      refuse(peopleWords, whyNotPassword(password))
      if (!(await identity.reset(token, password))) refuse(peopleWords, no('link-spent'))
      return {}
    },

    demoAccounts: () => ({ items: [...parts.demoAccounts] }),
  }
}

/** Ruling AMB-157: who tries too often is told no more than that it did not work. */
const limited = (): Answer => new Answer(429, { code: 'too-often', ...peopleWords['sign-in-failed'] })

async function endSessionIn(store: ReturnType<typeof peopleStore>, cookies: string[], identity: Identity) {
  const token = identity.sessionToken(cookies.map((cookie) => cookie.split(';')[0]).join('; '))
  if (token) await store.endSession({ token })
}
