import { actingFor, actingForOf } from '#contract/acting-for.ts'
import type { RefusalAnswer } from '#contract/answers.ts'
import type { InputOf, OutputOf, Route } from '#contract/route.ts'
import type { Actor } from '#domain/people/actor.ts'
import { hearTime } from '../server-clock.ts'
import { lookForAnotherBuild } from './build.ts'

/** The server said no, and why. */
export class Refused extends Error {
  readonly status: number
  readonly answer: RefusalAnswer
  /** In seconds: when the same may well be taken, if the server said so. */
  readonly retryAfter: number | null
  constructor(status: number, answer: RefusalAnswer, retryAfter: string | null = null) {
    super(answer.text)
    this.status = status
    this.answer = answer
    this.retryAfter = retryAfter !== null && /^\d{1,2}$/.test(retryAfter) ? Number(retryAfter) : null
  }
}

/** Refused for what was sent or for who sent it: trying again as it is would not help. */
export const isRefusal = (error: unknown): error is Refused => error instanceof Refused && error.status < 500

/** What to tell a person about any failed call. */
export function wordsFor(error: unknown): { title: string; text: string } {
  if (error instanceof Refused) return error.answer
  return { title: 'Not Connected', text: 'The server could not be reached. Please check the connection.' }
}

/** For whom this page is drawn; null before anybody is known. */
export const drawnFor: { actor: Actor | null; onOther: () => void } = {
  actor: null,
  onOther: () => undefined,
}

export const saysFor = (): Record<string, string> =>
  drawnFor.actor ? { [actingFor]: actingForOf(drawnFor.actor) } : {}

/** Calls a route of the contract. The key makes a repeated call the same call. */
export async function call<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: { key?: string; signal?: AbortSignal } = {},
): Promise<OutputOf<R>> {
  const isRead = route.method === 'GET'
  const { url, rest } = fillPath(route.path, input as Record<string, unknown>)
  const askedAt = Date.now()
  const response = await fetch(isRead ? addressOf(route, input) : url, {
    method: route.method,
    headers: {
      ...(route.who === 'anyone' ? {} : saysFor()),
      ...(isRead ? {} : { 'content-type': 'application/json' }),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
    },
    ...(isRead ? {} : { body: JSON.stringify(rest) }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
  hearTime(response.headers.get('date'), askedAt)
  if (!response.ok) {
    const refused = new Refused(
      response.status,
      await answerOf(response),
      response.headers.get('retry-after'),
    )
    if (refused.answer.code === 'other-organisation') drawnFor.onOther()
    throw refused
  }
  const said: unknown = await response.json()
  try {
    return route.output.parse(said) as OutputOf<R>
  } catch (error) {
    if (isRead) lookForAnotherBuild()
    throw error
  }
}

/** Everything of the input in the address: for what is read, and for what is sent beside a file. */
export function addressOf<R extends Route>(route: R, input: InputOf<R>): string {
  const { url, rest } = fillPath(route.path, input as Record<string, unknown>)
  return withQuery(url, rest)
}

function fillPath(path: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const url = path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { url, rest }
}

function withQuery(url: string, input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    for (const one of [value].flat()) query.append(name, String(one))
  }
  return query.size > 0 ? `${url}?${query}` : url
}

/** A proxy's error page is no JSON of ours; then only the status is known. */
export async function answerOf(response: Response): Promise<RefusalAnswer> {
  try {
    const answer = (await response.json()) as Partial<RefusalAnswer>
    if (answer.code && answer.title && answer.text) return answer as RefusalAnswer
  } catch {}
  return {
    code: 'unexpected',
    title: 'Not Available',
    text: `The server cannot be used just now (${response.status}). Please try again in a minute.`,
  }
}
