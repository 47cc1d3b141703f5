import type { invitations } from '#contract/organisations.ts'
import { later } from '#domain/basics/time.ts'
import type { Actor } from '#domain/people/actor.ts'
import { accountWords, whyNotInviteInto } from '#domain/people/granting.ts'
import { type InvitationDraft, invitedFor, memberWords, whyNotInvite } from '#domain/people/member-acts.ts'
import { ownersOf } from '#domain/people/owning.ts'
import type { Product } from '#domain/people/roles.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'
import { joiningMail } from '../messages/people.ts'
import type { Handlers } from '../platform/http/call.ts'
import { forbidden, notFound, refuse } from '../platform/http/refuse.ts'
import { inShort, postInvitation } from './account-acts.ts'
import { accountStore, accountWriter } from './account-store.ts'
import { memberStore, memberWriter } from './member-store.ts'

/** An organisation that is held, as whoever acts calls it. */
type Held = {
  id: string
  name: string
  displayName: string
  accounts: readonly { email: string; isStopped: boolean }[]
}

/** Of one organisation: the same rule, mail and event, whether its own admin invites or the provider. */
export function invitationsOf(work: Work, place: Held, actor: Actor, publicUrl: string) {
  const { accountId, email: own } = actor
  const writer = memberWriter(work, place.id)
  const by = () => ({ invitedBy: accountId, endsAt: later(work.now, invitedFor) })
  const about = (product: Product) => ({
    ...ownersOf({ product, organisationId: place.id }),
    subjectId: place.id,
  })

  async function find(id: string) {
    const invitation = await memberStore(work.db, place.id).invitation(id)
    if (!invitation) throw notFound()
    return invitation
  }

  return {
    async invite({
      product,
      ...draft
    }: InvitationDraft & Pick<Tables['invitations'], 'product'>): Promise<void> {
      const colleague = place.accounts.find(({ email }) => email === draft.email) ?? null
      const isInvited = await memberStore(work.db, place.id).isInvited(draft.email)
      const admin = { accountId, email: own, displayName: place.displayName }
      refuse(memberWords, whyNotInvite(draft, admin, { colleague, isInvited }))
      const token = await writer.invite({ ...draft, product, ...by() })
      const event = await work.record({
        ...about(product),
        kind: 'member-invited',
        to: inShort({ product, role: draft.role }),
        detail: { email: draft.email },
      })
      const to = { ...draft, place: place.name, by: personOf(actor) }
      await postInvitation(work, event, draft.email, joiningMail(to, publicUrl, token))
    },

    async again(id: string): Promise<void> {
      const invitation = await find(id)
      const token = await writer.inviteAgain(id, by())
      const event = await work.record({
        ...about(invitation.product),
        kind: 'invitation-sent-again',
        detail: { email: invitation.email },
      })
      const to = { ...invitation, place: place.name, by: personOf(actor) }
      await postInvitation(work, event, invitation.email, joiningMail(to, publicUrl, token))
    },

    async withdraw(id: string): Promise<void> {
      const { email, product } = await find(id)
      await writer.withdraw(id)
      await work.record({ ...about(product), kind: 'invitation-withdrawn', detail: { email } })
    },
  }
}

const personOf = (actor: Actor): string => (actor.kind === 'member' && actor.person) || actor.displayName

/** By the provider, into any (ruling AMB-366). */
export const invitationHandlers = ({ publicUrl }: { publicUrl: string }): Handlers<typeof invitations> => ({
  invite: ({ actor, inTransaction }, { id, ...draft }) =>
    inTransaction(async (work) => {
      const place = await lock(work, id)
      refuse(accountWords, whyNotInviteInto(place, draft))
      const { product } = draft
      // the rule has refused it; this tells the compiler
      if (product === 'admin') throw forbidden()
      await invitationsOf(work, place, actor, publicUrl).invite({ ...draft, product })
      return {}
    }),

  inviteAgain: ({ actor, inTransaction }, { id, invitationId }) =>
    inTransaction(async (work) => {
      const place = await lock(work, id)
      const { product, role } = place.invitations.find((one) => one.id === invitationId) ?? none()
      refuse(accountWords, whyNotInviteInto(place, { product, role }))
      await invitationsOf(work, place, actor, publicUrl).again(invitationId)
      return {}
    }),

  withdraw: ({ actor, inTransaction }, { id, invitationId }) =>
    inTransaction(async (work) => {
      await invitationsOf(work, await lock(work, id), actor, publicUrl).withdraw(invitationId)
      return {}
    }),
})

function none(): never {
  throw notFound()
}

async function lock(work: Work, id: string) {
  const place = (await accountWriter(work).lock(id)) && (await accountStore(work.db).find(id))
  if (!place) throw notFound()
  return { ...place, displayName: place.name }
}
