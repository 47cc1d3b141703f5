import { createContext, useContext } from 'react'
import { people } from '#contract/people.ts'
import type { Actor, Member } from '#domain/people/actor.ts'
import { makeStore, type Store } from '../ui/store.ts'
import { call, drawnFor, Refused } from './client.ts'
import { ask, queryClient } from './queries.ts'
import { ringing } from './ringing.ts'
import { endDraft } from './sealed-draft.ts'

const question = ask(people.session, {})
// once garbage-collected, the next navigation would fetch it again, and a failure would replace the whole screen
queryClient.setQueryDefaults(question.queryKey, { gcTime: Number.POSITIVE_INFINITY })

/** Who is signed in here. Asked once, and again after signing in or out. */
export async function whoIsHere(): Promise<Actor | null> {
  const { actor } = await queryClient.ensureQueryData(question)
  drawnFor.actor = actor
  return actor
}

/** Around the dashboard: who is in it stays the same until it is left. */
export const MemberHere = createContext<Member | null>(null)

/** The signed-in person of the dashboard: its routes let nobody else in. */
export function useMember(): Member {
  const member = useContext(MemberHere)
  if (!member) throw new Error('a screen of the dashboard is open without a member')
  return member
}

const lookMs = 15_000

/** For those who may not open the live stream: polls, and calls back once the session is another's or has ended. */
export function watchSession(actor: Actor, onChange: () => void): () => void {
  const timer = setInterval(async () => {
    const session = await call(people.session, {}).catch(() => null)
    if (session && JSON.stringify(session.actor) !== JSON.stringify(actor)) onChange()
  }, lookMs)
  return () => clearInterval(timer)
}

const ownStores = new Set<() => void>()

/** For what the page keeps in memory of whoever is here: with them it is gone. */
export function makeOwnStore<T>(first: T): Store<T> {
  const store = makeStore(first)
  ownStores.add(() => store.set(first))
  return store
}

function forgetAll(): void {
  drawnFor.actor = null
  queryClient.clear()
  for (const empty of ownStores) empty()
}

/** Somebody has signed in. */
export function beginSession(actor: Actor): void {
  isThrownOut = false
  forgetAll()
  drawnFor.actor = actor
  queryClient.setQueryData(question.queryKey, { actor })
}

/** Everything from here on is for that organisation; other tabs of the session are refused and load again. */
export async function chooseOrganisation(id: number): Promise<void> {
  const before = drawnFor.actor
  drawnFor.actor = null
  const { actor } = await call(people.choose, { id }).catch((error: unknown) => {
    drawnFor.actor = before
    throw error
  })
  // what was begun for one organisation is not sent for another
  endDraft(actor.accountId)
  beginSession(actor)
}

/** What whoever is here is called from now on. */
export function renameHere(actor: Actor): void {
  queryClient.setQueryData(question.queryKey, { actor })
}

export async function signOut(): Promise<void> {
  const actor = queryClient.getQueryData<{ actor: Actor | null }>(question.queryKey)?.actor
  drawnFor.actor = null
  try {
    await call(people.signOut, {})
  } catch (error) {
    // the session had ended before, which is what was wanted
    if (!(error instanceof Refused && error.status === 401)) throw error
  }
  await ringing.leave().catch(() => undefined)
  if (actor) endDraft(actor.accountId)
  isThrownOut = false
  forgetAll()
  queryClient.setQueryData(question.queryKey, { actor: null })
}

/** The session ended or changed elsewhere: everything cached is dropped, and the server is asked again. */
export const doubtSession = forgetAll

let isThrownOut = false

/** The same, in the middle of somebody's work. */
export function throwOut(): void {
  isThrownOut = true
  doubtSession()
}

/** Whether whoever sees the sign-in page was led there without having asked for it. */
export const wasThrownOut = (): boolean => isThrownOut
