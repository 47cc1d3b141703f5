import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { DemoAccount, people } from '#contract/people.ts'
import { no } from '#domain/basics/refusal.ts'
import { isEmail, resetAnswer, whyNotPassword } from '#domain/people/passwords.ts'
import { peopleWords } from '#domain/people/words.ts'
import type { Limits } from '../db/limits.ts'
import type { Work } from '../db/work.ts'
import type { Call, Handlers } from '../platform/http/call.ts'
import { Answer, refuse } from '../platform/http/refuse.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { tellLimited, tellSignIn } from './account-trail.ts'
import { changingEmailHandlers } from './changing-email.ts'
import { choosingHandlers } from './choosing.ts'
import { draftKeyOf } from './draft-key.ts'
import { cookiesFor } from './driver-session.ts'
import { endFormer, signOut } from './former-session.ts'
import { aboutAccount, ownAccountHandlers } from './own-account.ts'
import { endSessionIn, notLetIn, secondFactorHandlers } from './own-account-code.ts'
import { ownAccountWriter } from './own-account-store.ts'
import { doerOf, provingHandlers } from './proving.ts'
import { signUpBank, signUpWithin } from './signing-up.ts'
import { peopleStore } from './store.ts'

/** Wrong passwords for one account from one address: enough for a slip, too few for a guess. */
export const signInTries = { max: 5, seconds: 60 }

export function peopleHandlers(parts: {
  identity: Identity
  limits: Limits
  secret: string
  publicUrl: string
  /** The three messages of §8, or one for all three (LOGIN_DETAIL). */
  saysWhy: boolean
  warn: (line: object, text: string) => void
  demoAccounts: readonly z.infer<typeof DemoAccount>[]
}): Handlers<typeof people> {
  const { identity } = parts
  const failed = (why: 'email-unknown' | 'password-wrong'): void =>
    refuse(peopleWords, no(parts.saysWhy ? why : 'sign-in-failed'))

  /** Whose account it was, by its id: an address that somebody typed is no business of the log. */
  const tellRefused = (account: string | null): void => parts.warn({ account }, 'sign-in refused')

  /** Once for each time that somebody is made to wait, however often they go on trying. */
  async function tellOfTries(
    { db, inTransaction }: Pick<Call, 'db' | 'inTransaction'>,
    email: string,
    once: string,
  ): Promise<void> {
    const account = await peopleStore(db).accountBy(email)
    const isNew = account && (await parts.limits.allows(once, { ...signInTries, max: 1 }))
    if (isNew) await inTransaction((work) => tellLimited(work, account), somebody)
  }

  return {
    signUpBank,
    signUp: signUpWithin(parts),
    ...provingHandlers(parts),
    ...changingEmailHandlers(parts),

    async signIn(call, { email, password }) {
      const { db, network, headers, setCookies } = call
      if (!isEmail(email)) refuse(peopleWords, no('sign-in-failed'))
      const counted = `sign-in ${email}`
      if (!(await parts.limits.allowsFrom(network, counted, signInTries))) {
        await tellOfTries(call, email, `told ${counted} ${network}`)
        throw limited()
      }
      const store = peopleStore(db)
      // with one message for all, the look-up is left out: an unknown e-mail then costs the same hash as a known one
      if (parts.saysWhy && !(await store.accountBy(email))) {
        tellRefused(null)
        failed('email-unknown')
      }
      const sameForAll = parts.saysWhy ? null : sleep(sameMs)
      const opened = await identity.signIn(email, password, headers)
      if (!opened) {
        tellRefused((await store.accountBy(email))?.id ?? null)
        await sameForAll
        failed('password-wrong')
      }
      const actor = await store.actorBy(email)
      // suspended: the password was right, but it opens nothing (ruling AMB-147)
      if (!actor || !opened) {
        if (opened) await endSessionIn(db, opened.cookies, identity)
        throw notLetIn()
      }
      // a ward where many sign in with one account is not a guesser
      await parts.limits.forget(`${counted} ${network}`)
      if (!opened.asksCode) {
        await endFormer(call)
        await tellSignIn(call, actor)
      }
      setCookies(opened.asksCode ? opened.cookies : await cookiesFor(actor, opened.cookies, db, identity))
      return { actor: opened.asksCode ? null : actor }
    },

    session: ({ actor }) => ({ actor }),

    draftKey: ({ actor: { accountId } }) => ({ accountId, key: draftKeyOf(parts.secret, accountId) }),

    async signOut({ actor, sessionToken, inTransaction, setCookies }) {
      await inTransaction((work) => signOut(work, actor, sessionToken ?? ''))
      setCookies([identity.endCookie])
      return {}
    },

    ...choosingHandlers,
    ...ownAccountHandlers(parts),
    ...secondFactorHandlers(parts),

    async forgetPassword(_call, { email }) {
      if (!isEmail(email)) refuse(peopleWords, no('sign-in-failed'))
      // for somebody unknown there is less to do: both are answered after the same time (T06)
      const sameForAll = sleep(sameMs)
      if (await parts.limits.allows(`reset ${email}`, { max: 5, seconds: 3600 }))
        await identity.askReset(email)
      await sameForAll
      return { message: resetAnswer(email) }
    },

    async resetPassword({ db, inTransaction }, { token, password }) {
      refuse(peopleWords, whyNotPassword(password))
      const accountId = await identity.ownerOf(token)
      const owner = accountId && (await doerOf(db, accountId))
      if (!accountId || !owner) refuse(peopleWords, no('link-spent'))
      else {
        // first: if anything goes wrong from here on, no code of a stranger's stands before the new password
        await inTransaction((work) => clearUnproved(work, accountId, owner.displayName), owner)
        if (!(await identity.reset(token, password))) refuse(peopleWords, no('link-spent'))
        await inTransaction((work) => takeOver(work, accountId, owner.displayName), owner)
      }
      return {}
    },

    demoAccounts: () => ({ items: [...parts.demoAccounts] }),
  }
}

/** Who opened a link in the mailbox owns it: of whoever had signed it up without, nothing stays. */
async function clearUnproved(work: Work, accountId: string, email: string): Promise<void> {
  const account = await ownAccountWriter(work, accountId)
  if ((await account.isProved()) || !(await account.removeSecondFactor())) return
  await work.record({ ...aboutAccount({ accountId }), kind: 'second-factor-removed', detail: { email } })
}

async function takeOver(work: Work, accountId: string, email: string): Promise<void> {
  const account = await ownAccountWriter(work, accountId)
  const event = { ...aboutAccount({ accountId }), detail: { email } }
  // the link ended the sessions; browsers that ring end with them
  await account.endSessionsBut(null)
  await work.record({ ...event, kind: 'password-reset' })
  if (await account.prove()) await work.record({ ...event, kind: 'mailbox-proved' })
}

/** Longer than a password or a link takes: what is looked up meanwhile of somebody who is known cannot be told. */
const sameMs = 250

/** Who guessed is not known; whose account it was is. */
const somebody = { accountId: null, displayName: 'Somebody' }

/** Ruling AMB-157: who tries too often is told no more than that it did not work. */
const limited = (): Answer => new Answer(429, { code: 'too-often', ...peopleWords['sign-in-failed'] })
