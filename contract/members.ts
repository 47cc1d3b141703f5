import { z } from 'zod'
import { line } from '#domain/basics/text.ts'
import { isPlaceAdmin } from '#domain/people/actor.ts'
import { Role } from '#domain/people/roles.ts'
import { Done, nothing, pageOf } from './answers.ts'
import { route } from './route.ts'

/** Somebody who acts for the organisation, was stopped there, or is invited. */
export const Person = z.object({
  /** Of the account, or of the invitation while there is no more than that. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  state: z.enum(['active', 'invited', 'stopped']),
  isYou: z.boolean(),
  /** Null: nobody has set a password yet. */
  hasSecondFactor: z.boolean().nullable(),
  /** Whether they have shown that the address is theirs, as an invitation's link does. */
  isProved: z.boolean(),
  lastSignIn: z.object({ at: z.coerce.date(), device: z.string() }).nullable(),
  /** Called after the organisation or the address, or used on many devices: what it does names no person. */
  isShared: z.boolean(),
  /** How many kinds of device it was used on in the last seven days. */
  devices: z.number().int(),
  /** Invited or stopped when, and by whom; `endsAt`: until when the link works. */
  since: z
    .object({
      at: z.coerce.date().nullable(),
      by: z.string(),
      isByYou: z.boolean(),
      endsAt: z.coerce.date().nullable(),
      /** False: by the provider, who can send it again. */
      isOurs: z.boolean(),
    })
    .nullable(),
})
export type Person = z.infer<typeof Person>

const cursor = z.string().max(1000).optional()
const OfAccount = z.strictObject({ accountId: z.string().regex(/^[\w-]{1,100}$/) })
const OfInvitation = z.strictObject({ id: z.string().regex(/^[\w-]{1,100}$/) })
const also = ['organisations']

/** What the admins of a hospital or bank decide about their own people (ruling AMB-286). */
export const members = {
  list: route({
    method: 'GET',
    path: '/api/people',
    summary: 'Who acts for your organisation, admins first; then whoever is invited, and whoever was stopped',
    who: isPlaceAdmin,
    input: z.strictObject({ after: cursor, through: cursor }),
    output: pageOf(Person),
    also,
  }),
  summary: route({
    method: 'GET',
    path: '/api/people/summary',
    summary: 'How many act for your organisation, and how many of them have no second factor',
    who: isPlaceAdmin,
    input: nothing,
    output: z.object({
      admins: z.number(),
      staff: z.number(),
      invited: z.number(),
      stopped: z.number(),
      withoutSecondFactor: z.number(),
    }),
    also,
  }),
  invite: route({
    method: 'POST',
    path: '/api/people/invitations',
    summary:
      'Invite somebody into your organisation; they join with the link of a mail, which proves the address',
    who: isPlaceAdmin,
    input: z.strictObject({
      name: line(120),
      email: z.string().trim().toLowerCase().max(254),
      role: Role,
    }),
    output: Done,
    repeatable: true,
    limit: { max: 60, seconds: 3_600, of: 'account' },
  }),
  inviteAgain: route({
    method: 'PUT',
    path: '/api/people/invitations/:id',
    summary: 'Send an invitation again; the link before stops working',
    who: isPlaceAdmin,
    input: OfInvitation,
    output: Done,
    limit: { max: 60, seconds: 3_600, of: 'account' },
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/api/people/invitations/:id',
    summary: 'Withdraw an invitation: its link stops working',
    who: isPlaceAdmin,
    input: OfInvitation,
    output: Done,
  }),
  setRole: route({
    method: 'PUT',
    path: '/api/people/:accountId/role',
    summary: 'Make somebody of your organisation an admin or staff',
    who: isPlaceAdmin,
    input: OfAccount.extend({ role: Role, seen: Role }),
    output: Done,
  }),
  stop: route({
    method: 'PUT',
    path: '/api/people/:accountId/stop',
    summary: 'Stop somebody of your organisation: their sessions for it end at once, their work stays',
    who: isPlaceAdmin,
    input: OfAccount,
    output: Done,
  }),
  letIn: route({
    method: 'DELETE',
    path: '/api/people/:accountId/stop',
    summary: 'Let somebody in again who was stopped in your organisation',
    who: isPlaceAdmin,
    input: OfAccount,
    output: Done,
  }),
}

const Token = z.string().min(1).max(200)

/** For whoever has the link of an invitation: who they are only the link says. */
export const joining = {
  look: route({
    method: 'POST',
    path: '/api/invitations/looks',
    summary: 'What the link of an invitation is for, and whether a password is to be set with it',
    who: 'anyone',
    input: z.strictObject({ token: Token }),
    output: z.object({
      place: z.string(),
      name: z.string(),
      email: z.string(),
      role: Role,
      needsPassword: z.boolean(),
    }),
    limit: { max: 30, seconds: 600 },
  }),
  join: route({
    method: 'POST',
    path: '/api/invitations/acceptances',
    summary: 'Join the organisation with the token of the mail; it proves the address, and works once',
    who: 'anyone',
    input: z.strictObject({ token: Token, password: z.string().max(200).nullable() }),
    output: Done,
    limit: { max: 20, seconds: 600 },
  }),
}
