import type { Actor } from '#domain/people/actor.ts'

/** Longer, and a change made behind our back (by SQL alone) would not count within five seconds. */
export const rememberedMs = 3_000
const mostRemembered = 20_000

export type Subject = { subjectKind: string; subjectId: string }

export type RememberedActors = {
  whoIs(token: string): Promise<Actor | null>
  /** Something happened to an account or an organisation: whoever belongs to it is asked for anew. */
  forget(about: Subject): void
}

/**
 * Who holds a session, for a moment (decision 51). What ends a session is an event, and every process hears of events:
 * as long as this one does, it need not ask with each call. Nobody is remembered as nobody.
 */
export function rememberActors(options: {
  ask: (token: string) => Promise<Actor | null>
  /** Whether what happens in other processes is heard of here. */
  hears: () => boolean
  /** 0: asked with each call. */
  forMs?: number | undefined
  elapsedMs?: () => number
}): RememberedActors {
  const { ask, hears, forMs = rememberedMs, elapsedMs = () => performance.now() } = options
  const known = new Map<string, { actor: Actor; until: number }>()
  let changes = 0
  return {
    async whoIs(token) {
      const askedAt = elapsedMs()
      const found = known.get(token)
      if (found && found.until > askedAt && hears()) return found.actor
      known.delete(token)
      const changesBefore = changes
      const actor = await ask(token)
      // an answer from before a change is good for the call that asked, and for no other
      if (actor && changes === changesBefore && hears()) {
        if (known.size >= mostRemembered) known.clear()
        known.set(token, { actor, until: askedAt + forMs })
      }
      return actor
    },
    forget({ subjectKind, subjectId }) {
      const isTheirs = belongsTo[subjectKind]
      if (!isTheirs) return
      changes++
      for (const [token, { actor }] of known) if (isTheirs(actor, subjectId)) known.delete(token)
    },
  }
}

const belongsTo: Record<string, ((actor: Actor, id: string) => boolean) | undefined> = {
  account: ({ accountId }, id) => accountId === id,
  organisation: (actor, id) => actor.kind === 'member' && actor.organisationId === id,
  // whoever is registered as one was something else before; it is rare
  driver: () => true,
}
