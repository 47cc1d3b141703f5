import type { people } from '#contract/people.ts'
import type { Route } from '#contract/route.ts'
import type { Actor } from '#domain/people/actor.ts'
import { call } from './client.ts'

/**
 * What the sign-in page asks. Named here and not imported: the schemas of the contract would bring their library and
 * everybody else's calls to a page that has five.
 */
const named = <R extends Route>(method: R['method'], path: R['path']): R =>
  ({ method, path, output: { parse: (answer: unknown) => answer } }) as unknown as R

export const signInCalls = {
  session: named<typeof people.session>('GET', '/api/session'),
  signIn: named<typeof people.signIn>('POST', '/api/session'),
  giveCode: named<typeof people.giveCode>('PUT', '/api/session/code'),
  forgetPassword: named<typeof people.forgetPassword>('POST', '/api/password-resets'),
  demoAccounts: named<typeof people.demoAccounts>('GET', '/api/demo-accounts'),
}

export const askWho = async (): Promise<Actor | null> => (await call(signInCalls.session, {})).actor

/** Null if a code is asked for next: nobody is signed in yet. */
export const signIn = async (email: string, password: string): Promise<Actor | null> =>
  (await call(signInCalls.signIn, { email: email.trim(), password })).actor

export const giveCode = async (code: string): Promise<Actor> =>
  (await call(signInCalls.giveCode, { code })).actor

/** What is said about it. */
export const forgetPassword = async (email: string): Promise<string> =>
  (await call(signInCalls.forgetPassword, { email: email.trim() })).message

export const askDemoAccounts = async () => (await call(signInCalls.demoAccounts, {})).items
