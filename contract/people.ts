import { z } from 'zod'
import { line } from '#domain/basics/text.ts'
import { Actor, isProved, isSignedIn, isUnproved, mayNameThemselves, mayRaise } from '#domain/people/actor.ts'
import { Role } from '#domain/people/roles.ts'
import { SignUpDraft } from '#domain/people/signing-up.ts'
import { Done, nothing } from './answers.ts'
import { route } from './route.ts'

const Email = z.string().trim().toLowerCase().max(254)
const Password = z.string().max(200)
const Code = z.string().max(40)

const SessionRow = z.object({
  id: z.string(),
  startedAt: z.coerce.date(),
  endsAt: z.coerce.date(),
  device: z.string(),
  isThisOne: z.boolean(),
})

/** One of the organisations that somebody may act for; the provider is one too. */
const OwnPlace = z.object({
  id: z.number().int(),
  name: z.string(),
  role: Role,
  isHere: z.boolean(),
})

export const DemoAccount = z.object({
  email: z.string(),
  password: z.string(),
  group: z.string(),
  about: z.string(),
  /** Its place in the story of one order, what it does there and where; null for the others. */
  story: z.object({ place: z.number().int(), deed: z.string(), path: z.string() }).nullable(),
})
export type DemoAccount = z.infer<typeof DemoAccount>

export const people = {
  signIn: route({
    method: 'POST',
    path: '/api/session',
    summary: 'Sign in with e-mail and password',
    who: 'anyone',
    input: z.strictObject({ email: Email, password: Password }),
    /** Null if the account has a second factor: nobody is signed in until its code was given. */
    output: z.object({ actor: Actor.nullable() }),
    limit: { max: 30, seconds: 60 },
  }),
  giveCode: route({
    method: 'PUT',
    path: '/api/session/code',
    summary: 'Finish signing in with a code of the second factor, or one of its backup codes',
    who: 'anyone',
    input: z.strictObject({ code: Code }),
    output: z.object({ actor: Actor }),
    limit: { max: 30, seconds: 60 },
  }),
  session: route({
    method: 'GET',
    path: '/api/session',
    summary: 'Who is signed in here, if anybody',
    who: 'anyone',
    input: nothing,
    output: z.object({ actor: Actor.nullable() }),
  }),
  signOut: route({
    method: 'DELETE',
    path: '/api/session',
    summary: 'Sign out',
    who: isSignedIn,
    input: nothing,
    output: Done,
  }),
  sessions: route({
    method: 'GET',
    path: '/api/sessions',
    summary: 'Your open sessions',
    who: isProved,
    input: nothing,
    output: z.object({ items: z.array(SessionRow) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'End one of your sessions',
    who: isProved,
    input: z.strictObject({ id: z.string().regex(/^[\w-]{1,100}$/) }),
    output: Done,
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/sessions',
    summary: 'End all your sessions but this one',
    who: isProved,
    input: nothing,
    output: z.object({ ended: z.number() }),
  }),
  ownAccount: route({
    method: 'GET',
    path: '/api/account',
    summary: 'Your account: its name, whether it has a second factor, and how many backup codes are left',
    who: isProved,
    input: nothing,
    output: z.object({
      email: z.string(),
      name: z.string().default(''),
      hasSecondFactor: z.boolean(),
      backupCodesLeft: z.number(),
    }),
  }),
  setName: route({
    method: 'PUT',
    path: '/api/account/name',
    summary: 'Say what you are called: it stands beside what you do from now on',
    who: mayNameThemselves,
    input: z.strictObject({ name: line(120) }),
    output: z.object({ actor: Actor }),
  }),
  organisations: route({
    method: 'GET',
    path: '/api/account/organisations',
    summary: 'For whom you may act, and for whom you do in this session',
    who: isProved,
    input: nothing,
    output: z.object({ items: z.array(OwnPlace) }),
  }),
  choose: route({
    method: 'PUT',
    path: '/api/session/organisation',
    summary: 'Act for another of your organisations, in this session and where you sign in next',
    who: mayNameThemselves,
    input: z.strictObject({ id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    output: z.object({ actor: Actor }),
  }),
  /** Whose it is, too: another tab may have signed somebody else in meanwhile. */
  draftKey: route({
    method: 'GET',
    path: '/api/account/draft-key',
    summary: 'The key with which your page seals a request that you have begun, on this device (base64)',
    who: mayRaise,
    input: nothing,
    output: z.object({ accountId: z.string(), key: z.string() }),
  }),
  changePassword: route({
    method: 'PUT',
    path: '/api/account/password',
    summary: 'Set another password; ends all your sessions but this one',
    who: isProved,
    input: z.strictObject({ current: Password, password: Password }),
    output: z.object({ ended: z.number() }),
  }),
  askEmail: route({
    method: 'POST',
    path: '/api/account/email',
    summary: 'Ask for another e-mail address; it is yours once the link that is sent there was opened',
    who: mayNameThemselves,
    input: z.strictObject({ email: Email, current: Password, code: Code }),
    output: z.object({ message: z.string() }),
    limit: { max: 10, seconds: 3_600 },
  }),
  changeEmail: route({
    method: 'POST',
    path: '/api/email-changes',
    summary: 'Change the e-mail address of an account with the token of the mail; ends every session of it',
    who: 'anyone',
    input: z.strictObject({ token: z.string().min(1).max(200) }),
    output: Done,
    limit: { max: 20, seconds: 600 },
  }),
  beginSecondFactor: route({
    method: 'POST',
    path: '/api/account/second-factor',
    summary: 'Make a key for an authenticator app; it counts once it is confirmed',
    who: isProved,
    input: z.strictObject({ password: Password }),
    output: z.object({ address: z.string(), key: z.string() }),
  }),
  confirmSecondFactor: route({
    method: 'PUT',
    path: '/api/account/second-factor',
    summary:
      'Switch the second factor on with a code of the app; answers with the backup codes, only this once',
    who: isProved,
    input: z.strictObject({ code: Code }),
    output: z.object({ backupCodes: z.array(z.string()) }),
  }),
  removeSecondFactor: route({
    method: 'PUT',
    path: '/api/account/second-factor/removal',
    summary: 'Switch the second factor off with the password and a code',
    who: isProved,
    input: z.strictObject({ password: Password, code: Code }),
    output: Done,
  }),
  forgetPassword: route({
    method: 'POST',
    path: '/api/password-resets',
    summary: 'Ask for a mail with a one-time link to set a new password',
    who: 'anyone',
    input: z.strictObject({ email: Email }),
    output: z.object({ message: z.string() }),
    limit: { max: 10, seconds: 600 },
  }),
  resetPassword: route({
    method: 'PUT',
    path: '/api/password',
    summary: 'Set a new password with the token of the mail; ends every session of the account',
    who: 'anyone',
    input: z.strictObject({ token: z.string().min(1).max(200), password: Password }),
    output: Done,
    limit: { max: 20, seconds: 600 },
  }),
  proveMailbox: route({
    method: 'POST',
    path: '/api/mailbox-proofs',
    summary: 'Show with the token of the mail that the address of your sign-up is yours',
    who: 'anyone',
    input: z.strictObject({ token: z.string().min(1).max(200) }),
    output: Done,
    limit: { max: 20, seconds: 600 },
  }),
  sendProof: route({
    method: 'POST',
    path: '/api/account/mailbox-proof',
    summary: 'Have the link sent again that proves your address',
    who: isUnproved,
    input: nothing,
    output: Done,
  }),
  signUpBank: route({
    method: 'GET',
    path: '/api/sign-up-banks/:id',
    summary: 'The name of the blood bank whose link a hospital signs up with; null if it hands none out',
    who: 'anyone',
    input: z.strictObject({ id: line(200).catch('') }),
    output: z.object({ name: z.string().nullable() }),
    limit: { max: 600, seconds: 600 },
  }),
  signUp: route({
    method: 'POST',
    path: '/api/sign-ups',
    summary: 'Sign a hospital up: its entry and its first account, both waiting for the provider',
    who: 'anyone',
    input: SignUpDraft,
    output: z.object({ message: z.string() }),
    limit: { max: 20, seconds: 3_600 },
    repeatable: true,
  }),
  demoAccounts: route({
    method: 'GET',
    path: '/api/demo-accounts',
    summary: 'The accounts of the demonstration; empty everywhere else',
    who: 'anyone',
    input: nothing,
    output: z.object({ items: z.array(DemoAccount) }),
  }),
}
