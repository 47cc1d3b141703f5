import type { z } from 'zod'
import type { Route, Routes } from '#contract/route.ts'
import type { Actor } from '#domain/people/actor.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

/** Who is asking, as far as the route lets strangers ask. */
type ActorFor<R extends Route> = 'anyone' extends R['who'] ? Actor | null : Actor

/** What a handler is given besides its input. */
export type Call<R extends Route = Route> = {
  readonly actor: ActorFor<R>
  readonly now: Date
  /** For reading. What is written is written in a transaction. */
  readonly db: Db
  inTransaction<Result>(act: (work: Work) => Promise<Result>): Promise<Result>
  readonly sessionToken: string | null
  /** Where the call comes from, for limits. */
  readonly network: string
  readonly headers: Headers
  setCookies(cookies: readonly string[]): void
}

export type Handler<R extends Route> = (
  call: Call<R>,
  input: z.output<R['input']>,
) => Promise<z.input<R['output']>> | z.input<R['output']>

/** One handler for each route of a capability: a missing one does not compile. Streams are served apart. */
export type Handlers<Table extends Routes> = {
  readonly [Verb in keyof Table as Table[Verb] extends { stream: true } ? never : Verb]: Handler<Table[Verb]>
}
