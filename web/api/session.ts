import { people } from '#contract/people.ts'
import type { Actor, Member } from '#domain/people/actor.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from './client.ts'
import { ask, queryClient } from './queries.ts'

const question = ask(people.session, {})

/** Who is signed in here. Asked once, and again after signing in or out. */
export const whoIsHere = async (): Promise<Actor | null> => (await queryClient.ensureQueryData(question)).actor

/** The signed-in person of the dashboard: its routes let nobody else in. */
export function useMember(): Member {
  const { data } = useQuery(question)
  if (data?.actor?.kind !== 'member') throw new Error('a screen of the dashboard is open without a member')
  return data.actor
}

export async function signIn(email: string, password: string): Promise<Actor> {
  const { actor } = await call(people.signIn, { email: email.trim(), password })
  queryClient.clear()
  queryClient.setQueryData(question.queryKey, { actor })
  return actor
}

export async function signOut(): Promise<void> {
  await call(people.signOut, {})
  forgetSession()
}

/** Nothing of one person stays in memory for the next. */
export function forgetSession(): void {
  queryClient.clear()
  queryClient.setQueryData(question.queryKey, { actor: null })
}
