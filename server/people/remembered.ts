import type { Actor } from '#domain/people/actor.ts'

/** Longer, and a change made behind our back (by SQL alone) would not count within five seconds. */
export const rememberedMs = 3_000
const mostRemembered = 20_000

export type Subject = { subjectKind: string; subjectId: string }

export type Remembered<Found> = {
  whoIs(token: string): Promise<Found | null>
  /** Something happened to an account, an organisation or a key: whoever belongs to it is asked for anew. */
  forget(about: Subject): void
}

type Remembering<Found> = {
  ask: (token: string) => Promise<Found | null>
  /** Whether what happens in other processes is heard of here. */
  hears: () => boolean
  /** 0: asked with each call. */
  forMs?: number | undefined
  elapsedMs?: () => number
}

/** Who holds a session, for a moment. */
export const rememberActors = (options: Remembering<Actor>): Remembered<Actor> =>
  remember({ ...options, belongsTo: actorsOf })

/**
 * Who holds something, for a moment (decision 51). What ends a session is an event, and every process hears of events:
 * as long as this one does, it need not ask with each call. Nobody is remembered as nobody.
 */
export function remember<Found>(
  options: Remembering<Found> & {
    belongsTo: Record<string, ((found: Found, id: string) => boolean) | undefined>
  },
): Remembered<Found> {
  const { ask, hears, belongsTo, forMs = rememberedMs, elapsedMs = () => performance.now() } = options
  const known = new Map<string, { found: Found; until: number }>()
  let changes = 0
  return {
    async whoIs(token) {
      const askedAt = elapsedMs()
      const before = known.get(token)
      if (before && before.until > askedAt && hears()) return before.found
      known.delete(token)
      const changesBefore = changes
      const found = await ask(token)
      // an answer from before a change is good for the call that asked, and for no other
      if (found && changes === changesBefore && hears()) {
        if (known.size >= mostRemembered) known.clear()
        known.set(token, { found, until: askedAt + forMs })
      }
      return found
    },
    forget({ subjectKind, subjectId }) {
      const isTheirs = belongsTo[subjectKind]
      if (!isTheirs) return
      changes++
      for (const [token, { found }] of known) if (isTheirs(found, subjectId)) known.delete(token)
    },
  }
}

const actorsOf: Record<string, ((actor: Actor, id: string) => boolean) | undefined> = {
  account: ({ accountId }, id) => accountId === id,
  organisation: (actor, id) => actor.kind === 'member' && actor.organisationId === id,
  // whoever is registered as one was something else before; it is rare
  driver: () => true,
}
