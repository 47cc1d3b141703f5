import type { people } from '#contract/people.ts'
import { no } from '#domain/basics/refusal.ts'
import { hours, later } from '#domain/basics/time.ts'
import { linkHours } from '#domain/messages/resending.ts'
import { emailChangeAsked, emailWords, whyNotChangeEmail } from '#domain/people/changing-email.ts'
import { doerText } from '#domain/people/doer.ts'
import type { Db } from '../db/database.ts'
import type { Doer } from '../db/event-trail.ts'
import type { Limits } from '../db/limits.ts'
import type { Work } from '../db/work.ts'
import {
  emailAskedMail,
  emailChangedMail,
  emailOwnedMail,
  emailProofMail,
  type Mail,
} from '../messages/people.ts'
import type { Handlers } from '../platform/http/call.ts'
import { refuse } from '../platform/http/refuse.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { emailChangeStore } from './email-change-store.ts'
import { keepOwnPlace } from './joining.ts'
import { aboutAccount } from './own-account.ts'
import { ownAccountStore, ownAccountWriter } from './own-account-store.ts'
import { proveOwner } from './own-proof.ts'
import { doerOf } from './proving.ts'
import { peopleStore } from './store.ts'

type Parts = { identity: Identity; limits: Limits; publicUrl: string }
type Routes = Pick<typeof people, 'askEmail' | 'changeEmail'>

/** An address is changed only by whoever shows that the new mailbox is theirs (ruling AMB-312). */
export function changingEmailHandlers(parts: Parts): Handlers<Routes> {
  const { publicUrl } = parts
  return {
    async askEmail({ db, actor, inTransaction }, { email, current, code }) {
      refuse(emailWords, whyNotChangeEmail({ email, current }, actor.email))
      await proveOwner(parts, db, actor.accountId, { current, code })
      return inTransaction(async (work) => {
        await ownAccountWriter(work, actor.accountId)
        const store = emailChangeStore(work.db)
        const event = await work.record({
          ...aboutAccount(actor),
          kind: 'email-change-asked',
          detail: { email: actor.email },
        })
        const post = posting(work, event.id)
        if (await store.isTaken(email)) {
          await store.forget(actor.accountId)
          await post('email-owned', email, emailOwnedMail())
        } else {
          const until = later(new Date(), hours(linkHours['email-change']))
          const token = await store.ask(actor.accountId, email, until)
          await post('email-change', email, emailProofMail(publicUrl, token))
        }
        await post('email-asked', actor.email, emailAskedMail(publicUrl))
        return { message: emailChangeAsked(email) }
      })
    },

    async changeEmail({ db, inTransaction }, { token }) {
      const asked = await emailChangeStore(db).find(token)
      const owner = asked && (await personOf(db, asked.accountId))
      if (!asked || !owner) refuse(emailWords, no('change-spent'))
      else await inTransaction((work) => change(work, token, asked.accountId, owner), owner)
      return {}
    },
  }

  async function change(work: Work, token: string, accountId: string, owner: Doer): Promise<void> {
    const account = await ownAccountWriter(work, accountId)
    const store = emailChangeStore(work.db)
    // asked again, or opened twice, while this waited
    const asked = await store.find(token)
    if (asked?.accountId !== accountId) return refuse(emailWords, no('change-spent'))
    if (await store.isTaken(asked.email)) return refuse(emailWords, no('email-taken'))
    await store.forget(accountId)
    const before = await account.setEmail(asked.email).catch((error: unknown) => {
      // another took it in this moment
      if (!isTakenAlready(error)) throw error
      refuse(emailWords, no('email-taken'))
      throw error
    })
    // what the old address said of somebody is written down: the new one says nothing
    await keepOwnPlace(work, { id: accountId, ...before })
    const ended = await account.endSessionsBut(null)
    const event = await work.record({
      ...aboutAccount({ accountId }),
      kind: 'email-changed',
      detail: { email: asked.email, before: before.email, ended },
    })
    const whose = doerText({ person: owner.person ?? '', place: owner.displayName })
    await posting(work, event.id)(
      'email-changed',
      before.email,
      emailChangedMail({ whose, email: asked.email }),
    )
  }
}

/** Nobody is signed in where the link is opened: told as they would be, with their name and for whom they act. */
async function personOf(db: Db, accountId: string): Promise<Doer | null> {
  const email = await ownAccountStore(db).emailOf(accountId)
  return email === null ? null : ((await peopleStore(db).actorBy(email)) ?? doerOf(db, accountId))
}

const isTakenAlready = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

const posting =
  (work: Work, eventId: number) =>
  (kind: string, recipient: string, mail: Mail): Promise<void> =>
    work.post({ eventId, channel: 'mail', kind, recipient, ...mail, once: `${eventId} ${kind} ${recipient}` })
