import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InputOf, OutputOf, Route } from '#contract/route.ts'
import type { Answer, Client } from './client.ts'

/** Nobody waits longer for an app that is being killed. */
const longestMs = 120_000
const pauseMs = 25
/** Longer than every answer that was promised, the silence of a database included. */
const lineMs = 25_000

/** What a caller saw who never gives up. */
export type Seen = {
  /** Calls that were answered with success. */
  acknowledged: number
  /** Of them those that had to be sent more than once. */
  repeated: number
  /** "Come back later", with a word when. */
  refused: number
  /** "There is no room", for now. */
  full: number
  /** Lines that broke, and apps that were not there. */
  broken: number
  slowestMs: number
}
export const nothingSeen = (): Seen => ({
  acknowledged: 0,
  repeated: 0,
  refused: 0,
  full: 0,
  broken: 0,
  slowestMs: 0,
})

export class WrongAnswer extends Error {}

/** One person at one or more doors of the same house: a call goes to any of them, and to the next when it was not answered. */
export type Person = readonly Client[]

export type Stubborn = {
  /** A call with its key, or a reading, sent until it is answered. */
  ask<R extends Route>(person: Person, row: R, input: InputOf<R>): Promise<OutputOf<R>>
  /**
   * An act on a version of something. Sent again it finds that it has happened, and is refused: then `look` says whether
   * what is there is what was wanted.
   */
  act<R extends Route>(
    person: Person,
    row: R,
    input: InputOf<R>,
    look: () => Promise<boolean>,
  ): Promise<OutputOf<R> | null>
  /** The same for what the client itself cannot send. */
  raw(
    send: (client: Client) => Promise<{ status: number; text: string; headers: Headers }>,
    person: Person,
  ): Promise<string>
}

/** A client as the product's own: it sends a call again, with the same key, until it is answered. */
export function stubbornly(seen: Seen): Stubborn {
  return {
    async ask(person, row, input) {
      const answer = await untilAnswered(person, row, input, row.repeatable ? randomUUID() : undefined)
      if (answer.refusal) throw wrong(row, answer)
      if (row.method !== 'GET') acknowledge(answer)
      return answer.body
    },
    async act(person, row, input, look) {
      const answer = await untilAnswered(person, row, input)
      if (answer.refusal) {
        if (answer.tries === 1 || !(await look())) throw wrong(row, answer)
        acknowledge(answer)
        return null
      }
      acknowledge(answer)
      return answer.body
    },
    async raw(send, person) {
      const answer = await again(person, send)
      if (answer.status !== 200) throw new WrongAnswer(`answered ${answer.status}: ${answer.text}`)
      acknowledge(answer)
      return answer.text
    },
  }

  function acknowledge({ tries }: { tries: number }): void {
    seen.acknowledged++
    if (tries > 1) seen.repeated++
  }

  function untilAnswered<R extends Route>(
    person: Person,
    row: R,
    input: InputOf<R>,
    idempotencyKey?: string,
  ): Promise<Answer<OutputOf<R>> & { tries: number }> {
    const options = idempotencyKey === undefined ? {} : { idempotencyKey }
    return again(person, (client) => client.call(row, input, options))
  }

  async function again<Got extends { status: number; headers: Headers }>(
    person: Person,
    send: (client: Client) => Promise<Got>,
  ): Promise<Got & { tries: number }> {
    const deadline = performance.now() + longestMs
    const door = Math.floor(Math.random() * person.length)
    for (let tries = 1; ; tries++) {
      const began = performance.now()
      const answer = await once(send(person[(door + tries - 1) % person.length] as Client))
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - began)
      if (answer === null) seen.broken++
      else if (answer.status === 503) {
        if (!/^\d+$/.test(answer.headers.get('retry-after') ?? ''))
          throw new WrongAnswer('503 without a word when to come back')
        seen.refused++
      } else if (answer.status === 507) seen.full++
      else if (answer.status >= 500 || answer.status === 401) {
        throw new WrongAnswer(`answered ${answer.status}: ${JSON.stringify(answer)}`)
      } else return { ...answer, tries }
      if (performance.now() > deadline) throw new WrongAnswer(`not answered in ${longestMs / 1000} s`)
      await sleep(pauseMs)
    }
  }
}

/** Null: the line broke. */
async function once<Got>(sent: Promise<Got>): Promise<Got | null> {
  const late = Symbol('late')
  const timer = new AbortController()
  const answer = await Promise.race([
    sent.catch((error: unknown) => {
      // fetch says so of everything that happens to a line, and a body cut short is no JSON
      if (error instanceof TypeError || error instanceof SyntaxError) return null
      throw error
    }),
    sleep(lineMs, late, { signal: timer.signal }).catch(() => late),
  ])
  timer.abort()
  if (answer === late) throw new WrongAnswer(`no answer in ${lineMs / 1000} s`)
  return answer as Got | null
}

const wrong = (row: Route, { status, body, tries }: { status: number; body: unknown; tries: number }) =>
  new WrongAnswer(
    `${row.method} ${row.path} answered ${status} at try ${tries}: ${JSON.stringify(body).slice(0, 500)}`,
  )
