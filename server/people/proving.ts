import type { people } from '#contract/people.ts'
import { no } from '#domain/basics/refusal.ts'
import { hours, later } from '#domain/basics/time.ts'
import { linkHours } from '#domain/messages/resending.ts'
import { mostProofLinks } from '#domain/people/signing-up.ts'
import { peopleWords } from '#domain/people/words.ts'
import type { Db } from '../db/database.ts'
import type { Doer, NewEvent } from '../db/event-trail.ts'
import type { Work } from '../db/work.ts'
import { signUpReceivedMail } from '../messages/people.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { accountStore } from './account-store.ts'
import { aboutAccount } from './own-account.ts'
import { ownAccountStore, ownAccountWriter } from './own-account-store.ts'
import { provingStore } from './proving-store.ts'

type Parts = { publicUrl: string }
type Routes = Pick<typeof people, 'proveMailbox' | 'sendProof'>

/** Who signs up shows that the mailbox is theirs, before the account can do anything at all. */
export function provingHandlers({ publicUrl }: Parts): Handlers<Routes> {
  return {
    async proveMailbox({ db, inTransaction }, { token }) {
      const accountId = await provingStore(db).accountOf(token)
      const owner = accountId && (await doerOf(db, accountId))
      if (!accountId || !owner) refuse(peopleWords, no('proof-spent'))
      else
        await inTransaction(async (work) => {
          // the account before its link, as whoever purges it does
          await ownAccountWriter(work, accountId)
          // the sign-up may have been purged with its link just now
          if (!(await provingStore(work.db).spend(token))) refuse(peopleWords, no('proof-spent'))
          await prove(work, accountId)
        }, owner)
      return {}
    },

    async sendProof({ db, actor, inTransaction }) {
      const { accountId, email } = actor
      const organisationId = actor.kind === 'member' ? actor.organisationId : null
      const place = await accountStore(db).placeOf(organisationId ?? '')
      if (!place) throw notFound()
      return inTransaction(async (work) => {
        await ownAccountWriter(work, accountId)
        // in all, and not by the hour: it may be a stranger's address
        if ((await provingStore(work.db).asked(accountId)) >= mostProofLinks)
          refuse(peopleWords, no('proof-links-used-up'), 429)
        const event = await work.record({
          ...aboutAccount(actor),
          kind: 'mailbox-proof-asked',
          detail: { email },
        })
        await sendProof(work, { eventId: event.id, accountId, email, hospital: place, publicUrl })
        return {}
      })
    },
  }
}

/** The mail with the link. */
export async function sendProof(
  work: Work,
  to: {
    eventId: number
    accountId: string
    email: string
    hospital: { name: string }
    publicUrl: string
  },
): Promise<void> {
  const until = later(new Date(), hours(linkHours['sign-up-received']))
  const token = await provingStore(work.db).add(to.accountId, until)
  await work.post({
    eventId: to.eventId,
    channel: 'mail',
    kind: 'sign-up-received',
    recipient: to.email,
    ...signUpReceivedMail(to.hospital, to.publicUrl, token),
    once: `${to.eventId} mail ${to.email}`,
  })
}

/** Whoever has the mailbox, where nobody is signed in. Null: the account was purged just now. */
export async function doerOf(db: Db, accountId: string): Promise<Doer | null> {
  const email = await ownAccountStore(db).emailOf(accountId)
  return email === null ? null : { accountId, displayName: email }
}

/** Nothing, if it was proved before. `owners`: whose people it is told to, where the provider does it. */
export async function prove(
  work: Work,
  accountId: string,
  owners: Pick<NewEvent, 'hospitalId' | 'bankId'> = {},
): Promise<void> {
  const account = await ownAccountWriter(work, accountId)
  const email = await account.prove()
  if (email)
    await work.record({
      ...aboutAccount({ accountId }),
      ...owners,
      kind: 'mailbox-proved',
      detail: { email },
    })
}
