import { z } from 'zod'
import { line } from '#domain/basics/text.ts'
import { kindsAbout } from '#domain/events/events.ts'
import { AccountStatus, isProvider } from '#domain/people/actor.ts'
import { Product, Role } from '#domain/people/roles.ts'
import { Done, nothing, pageOf } from './answers.ts'
import { route } from './route.ts'

export const Driver = z.object({ email: z.string(), name: z.string(), phone: z.string() })
export type Driver = z.infer<typeof Driver>

const Choice = z.object({ id: z.string(), name: z.string() })

/** Whom the provider's screens let one choose from. */
export const organisations = {
  hospitalChoices: route({
    method: 'GET',
    path: '/api/organisations/hospitals',
    summary: 'The hospitals to choose from, by name, dev and test left out',
    who: isProvider,
    input: nothing,
    output: z.object({ items: z.array(Choice) }),
  }),
  bankChoices: route({
    method: 'GET',
    path: '/api/organisations/banks',
    summary: 'The banks to choose from, by name; one that was typed by hand is not listed',
    who: isProvider,
    input: nothing,
    output: z.object({ items: z.array(Choice.extend({ isListed: z.boolean() })) }),
  }),
  drivers: route({
    method: 'GET',
    path: '/api/drivers',
    summary: 'The drivers, by name',
    who: isProvider,
    input: nothing,
    output: z.object({ items: z.array(Driver) }),
  }),
}

export const Account = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  product: Product,
  role: Role,
  /** Given by the provider; otherwise the e-mail decides (ruling AMB-26). */
  isGranted: z.boolean(),
  /** False: invited, and nobody has set a password yet. */
  hasPassword: z.boolean(),
  /** Whether its owner has shown that the e-mail is theirs; until then it can do nothing. */
  isProved: z.boolean(),
  /** Whether the organisation's admins stopped them there. */
  isStopped: z.boolean(),
  /** The other organisations they act for, or did until they were stopped there. */
  alsoAt: z.array(z.string()),
  openSessions: z.number().int(),
  hasSecondFactor: z.boolean(),
  lastSignInAt: z.coerce.date().nullable(),
  createdAt: z.coerce.date(),
})
export type Account = z.infer<typeof Account>

/** Sent and not used yet: nobody acts for the organisation by it (ruling AMB-287). */
const Invited = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  product: Product,
  role: Role,
  endsAt: z.coerce.date(),
})
export type Invited = z.infer<typeof Invited>

export const Organisation = z.object({
  id: z.string(),
  kind: z.enum(['hospital', 'bank']),
  name: z.string(),
  address: z.string(),
  phones: z.array(z.string()),
  email: z.string(),
  accountStatus: AccountStatus,
  /** False for a bank that was typed by hand and is not offered for linking. */
  isListed: z.boolean(),
  /** Whether an ended subscription stops it from approving, or is a notice alone (ruling AMB-215). */
  isBlockedWhenEnded: z.boolean(),
  referenceBankId: z.string().nullable(),
  createdAt: z.coerce.date(),
  /** The ids of others whose name reads the same, while it waits: one of them may be meant, or imitated. */
  namesakes: z.array(z.string()),
  accounts: z.array(Account),
  invitations: z.array(Invited),
})
export type Organisation = z.infer<typeof Organisation>

/** What was done to an organisation or to one of its accounts, and by whom. */
export const AccountEvent = z.object({
  id: z.number().int(),
  at: z.coerce.date(),
  by: z.string(),
  kind: z.enum([...kindsAbout('organisation'), ...kindsAbout('account')]),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The account it was about, if it was about one. */
  email: z.string().nullable(),
  /** What that account became by it, if it is more than `to` says. */
  grant: z.string().nullable(),
  /** The device it was done with, or the collection that was read. */
  about: z.string().nullable(),
})
export type AccountEvent = z.infer<typeof AccountEvent>

const OrganisationId = z.string().regex(/^[a-z0-9][a-z0-9.+-]{0,59}$/)
const OfOne = z.strictObject({ id: OrganisationId })
const OfAccount = OfOne.extend({ accountId: z.string().regex(/^[\w-]{1,100}$/) })
const OfInvitation = OfOne.extend({ invitationId: z.string().regex(/^[\w-]{1,100}$/) })
const NewGrant = { product: Product, role: Role }
const cursor = z.string().max(1000).optional()

/** The provider's acts on organisations and the accounts of their people. */
export const accounts = {
  list: route({
    method: 'GET',
    path: '/api/organisations',
    summary: 'Hospitals and banks with their accounts, those that wait for verification first, then by name',
    who: isProvider,
    input: z.strictObject({ search: line(60).optional(), after: cursor, through: cursor }),
    output: pageOf(Organisation),
  }),
  show: route({
    method: 'GET',
    path: '/api/organisations/:id',
    summary: 'One hospital or bank with its accounts',
    who: isProvider,
    input: OfOne,
    output: Organisation,
  }),
  history: route({
    method: 'GET',
    path: '/api/organisations/:id/history',
    summary: 'What was done to an organisation and its accounts, and by whom, newest first',
    who: isProvider,
    input: OfOne,
    output: z.object({ items: z.array(AccountEvent) }),
  }),
  setStatus: route({
    method: 'PUT',
    path: '/api/organisations/:id/status',
    summary: 'Suspend, mark the subscription as ended, or reinstate; a suspension ends the sessions at once',
    who: isProvider,
    input: OfOne.extend({ status: AccountStatus, seen: AccountStatus }),
    output: Organisation,
  }),
  setBlock: route({
    method: 'PUT',
    path: '/api/organisations/:id/block',
    summary: 'Let an ended subscription stop a hospital from approving, or leave it as a notice',
    who: isProvider,
    input: OfOne.extend({ isBlockedWhenEnded: z.boolean() }),
    output: Organisation,
  }),
  activate: route({
    method: 'PUT',
    path: '/api/organisations/:id/activation',
    summary: 'Let a hospital that signed itself up begin, with a product and role for its account',
    who: isProvider,
    input: OfOne.extend(NewGrant),
    output: Organisation,
  }),
  offer: route({
    method: 'PUT',
    path: '/api/organisations/:id/listing',
    summary: 'Offer a bank that was typed by hand for linking, as the others are',
    who: isProvider,
    input: OfOne,
    output: Organisation,
  }),
  add: route({
    method: 'POST',
    path: '/api/organisations/:id/accounts',
    summary: 'Make an account for an organisation; its owner is invited by mail to set a password',
    who: isProvider,
    input: OfOne.extend({
      email: z.string().trim().toLowerCase().max(254),
      name: line(120),
      ...NewGrant,
    }),
    output: Account,
    repeatable: true,
  }),
  grant: route({
    method: 'PUT',
    path: '/api/organisations/:id/accounts/:accountId/grant',
    summary: 'Change what an account of an organisation may do',
    who: isProvider,
    input: OfAccount.extend(NewGrant),
    output: Account,
  }),
  prove: route({
    method: 'PUT',
    path: '/api/organisations/:id/accounts/:accountId/proof',
    summary: 'Mark the e-mail of a sign-up as proved, for where no mail can be sent',
    who: isProvider,
    input: OfAccount,
    output: Account,
  }),
  invite: route({
    method: 'PUT',
    path: '/api/organisations/:id/accounts/:accountId/invitation',
    summary:
      'Send the invitation again to an account that has no password yet; the link before stops working',
    who: isProvider,
    input: OfAccount,
    output: Done,
  }),
}

/** Into any organisation, by the provider, as its own admins do it on People (ruling AMB-366). */
export const invitations = {
  invite: route({
    method: 'POST',
    path: '/api/organisations/:id/invitations',
    summary:
      'Invite somebody into an organisation who may have an account; they join with the link of a mail, and keep it',
    who: isProvider,
    input: OfOne.extend({
      email: z.string().trim().toLowerCase().max(254),
      name: line(120),
      ...NewGrant,
    }),
    output: Done,
    repeatable: true,
  }),
  inviteAgain: route({
    method: 'PUT',
    path: '/api/organisations/:id/invitations/:invitationId',
    summary: 'Send an invitation of an organisation again; the link before stops working',
    who: isProvider,
    input: OfInvitation,
    output: Done,
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/api/organisations/:id/invitations/:invitationId',
    summary: 'Withdraw an invitation of an organisation: its link stops working',
    who: isProvider,
    input: OfInvitation,
    output: Done,
  }),
}
