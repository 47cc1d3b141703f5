import type { z } from 'zod'
import type { Scope } from '#domain/keys/scopes.ts'
import type { Who } from '#domain/people/actor.ts'

/** How often one address, or one account, may call before it is told to wait. */
export type Limit = { readonly max: number; readonly seconds: number; readonly of?: 'account' }

/** One row of the contract: what crosses the wire, and who may send it. Path, query and body arrive as one input. */
export type Route<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  May extends 'anyone' | Who = 'anyone' | Who,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}` | `/fhir/${string}`
  readonly summary: string
  readonly who: May
  /**
   * What a key has to have for it, besides being of somebody who may; `any` where everybody is told. Without this it is
   * closed to keys.
   */
  readonly key?: Scope | 'any'
  readonly input: Input
  readonly output: Output
  readonly limit?: Limit
  /** Topics it follows besides its own: what it tells is made of them too. */
  readonly also?: readonly string[]
  /** A screen that follows it asks at most once in so many milliseconds: counts that nobody reads faster. */
  readonly restMs?: number
  /** Takes an `Idempotency-Key`: sent twice, done once, answered alike. */
  readonly repeatable?: true
  /** May answer 428 with `values.challenge`, and then takes what solves it in that header. */
  readonly work?: { readonly header: string; readonly how: string }
  /** Answers with a stream of server-sent events; `output` is one message of it. */
  readonly stream?: true
  /** The body is one file of at most so many bytes, as it is; the rest of the input stands in path and query. */
  readonly takesFile?: {
    readonly maxBytes: number
    /** Sent from a phone, maybe over a bad line: it may take its time. */
    readonly isPatient?: true
  }
  /** Answers with a file instead of `output`. */
  readonly givesFile?: true
  /** The body is the input's `resource`, as FHIR writes it, and so is what is answered; refusals are OperationOutcomes. */
  readonly speaks?: 'fhir'
  /** What is new is answered with 201 and its place, what was there with 200. */
  readonly creates?: true
  /** Takes `If-Match`: 428 without, 412 with another version than there is. */
  readonly asksVersion?: true
}

export const route = <Input extends z.ZodType, Output extends z.ZodType, const May extends 'anyone' | Who>(
  row: Route<Input, Output, May>,
): Route<Input, Output, May> => row

/** The routes of one capability, by verb. */
export type Routes = Readonly<Record<string, Route>>

export type InputOf<R extends Route> = z.input<R['input']>
export type OutputOf<R extends Route> = z.output<R['output']>

/** The topic of a route's data, told by the live stream: the first noun of its path. */
export const topicOf = (row: Route): string => row.path.split('/')[2] ?? ''
