import type { Actor } from '#domain/people/actor.ts'
import type { Work } from '../db/work.ts'
import type { Call } from '../platform/http/call.ts'
import { aboutAccount } from './own-account.ts'
import { ownAccountWriter } from './own-account-store.ts'
import { peopleStore } from './store.ts'

export async function signOut(work: Work, actor: Actor, token: string): Promise<void> {
  await ownAccountWriter(work, actor.accountId)
  await peopleStore(work.db).endSession(token)
  await work.record({ ...aboutAccount(actor), kind: 'signed-out', detail: { email: actor.email } })
}

/** Whoever signs in where somebody is signed in takes their place: no session stays open behind a lost cookie. */
export async function endFormer({ actor, sessionToken, inTransaction }: Former): Promise<void> {
  if (actor && sessionToken) await inTransaction((work) => signOut(work, actor, sessionToken), actor)
}

type Former = { actor: Actor | null } & Pick<Call, 'sessionToken' | 'inTransaction'>
