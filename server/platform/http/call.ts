import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Route, Routes } from '#contract/route.ts'
import type { Actor } from '#domain/people/actor.ts'
import type { JsonText } from '../../db/as-json.ts'
import type { Db } from '../../db/database.ts'
import type { Doer } from '../../db/event-trail.ts'
import type { KeyToClaim } from '../../db/idempotency.ts'
import type { AtOnce, Work } from '../../db/work.ts'

/** Who is asking, as far as the route lets strangers ask. */
type ActorFor<R extends Route> = 'anyone' extends R['who'] ? Actor | null : Actor

export type KeyedAtOnce = AtOnce & {
  /** Null if the call has none. */
  readonly key: KeyToClaim | null
  /** For what must be done before, whatever becomes of the call: it claims no key. */
  transact<Result>(act: (work: Work) => Promise<Result>): Promise<Result>
}

/** What a handler is given besides its input. */
export type Call<R extends Route = Route> = {
  readonly actor: ActorFor<R>
  readonly now: Date
  /** For reading. What is written is written in a transaction. */
  readonly db: Db
  /** `by`: who does it, where only the call itself finds that out. */
  inTransaction<Result>(act: (work: Work) => Promise<Result>, by?: Doer): Promise<Result>
  /** For what is written by one statement, which claims the key of the call with that answer. */
  atOnce(answer: AnswerFor<R>): Promise<KeyedAtOnce>
  readonly sessionToken: string | null
  /** Where the call comes from, for limits. */
  readonly network: string
  readonly headers: Headers
  /** The body of a route that takes a file; empty for every other. */
  readonly file: Buffer
  setCookies(cookies: readonly string[]): void
}

/** A file to hand out, as what it is and under which name; never shown as a page. */
export type FileAnswer = { name: string; type: `${string}/${string}` } & (
  | { bytes: Uint8Array }
  /** Made while it is sent, as fast as it is taken. */
  | { stream: Readable }
)

/** Something came of the call that has an address of its own. */
export class Created<Resource> {
  readonly resource: Resource
  readonly at: string
  constructor(resource: Resource, at: string) {
    this.resource = resource
    this.at = at
  }
}

type AnswerFor<R extends Route> = R extends { givesFile: true }
  ? FileAnswer
  : z.input<R['output']> | JsonText<z.output<R['output']>> | Created<z.input<R['output']>>

export type Handler<R extends Route> = (
  call: Call<R>,
  input: z.output<R['input']>,
) => Promise<AnswerFor<R>> | AnswerFor<R>

/** One handler for each route of a capability: a missing one does not compile. */
export type Handlers<Table extends Routes> = { readonly [Verb in keyof Table]: Handler<Table[Verb]> }

/** One set of handlers for each capability of the contract: one that is not served does not compile. */
export type AllHandlers<Tables extends Record<string, Routes>> = {
  readonly [Capability in keyof Tables]: Handlers<Tables[Capability]>
}
