import type { RefusalAnswer } from '#contract/answers.ts'
import type { LiveMessage } from '#contract/live.ts'
import { people } from '#contract/people.ts'
import type { InputOf, OutputOf, Route } from '#contract/route.ts'
import { emailOf, thePassword } from '../../server/demo/makers/rows.ts'
import { type LiveStream, openStream } from './live-stream.ts'

export type Answer<Body> = {
  status: number
  /** What the contract promises, if the call succeeded; else what was answered instead. */
  body: Body
  /** Null if the call succeeded. */
  refusal: RefusalAnswer | null
  headers: Headers
}

export type RawAnswer = { status: number; text: string; bytes: Buffer; headers: Headers; json(): unknown }

type RawOptions = {
  /** Text and bytes go as they are, anything else as JSON. */
  body?: unknown
  /** Over the usual ones; null leaves one out. */
  headers?: Record<string, string | null>
}

/** A browser without a screen: keeps its cookies, says where it comes from, never throws at an answer. */
export type Client = {
  signIn(email: string, password?: string): Promise<Answer<OutputOf<typeof people.signIn>>>
  call<R extends Route>(
    row: R,
    input: InputOf<R>,
    options?: { idempotencyKey?: string },
  ): Promise<Answer<OutputOf<R>>>
  /** The same for a call that must succeed: its answer alone; throws if it is refused. */
  done<R extends Route>(
    row: R,
    input: InputOf<R>,
    options?: { idempotencyKey?: string },
  ): Promise<OutputOf<R>>
  raw(method: string, path: string, options?: RawOptions): Promise<RawAnswer>
  /** The stream of live messages, open and heard of when this resolves. */
  live(): Promise<LiveStream<LiveMessage>>
  /** As the Cookie header has them. */
  cookies(): Promise<string>
}

export function clientOf(options: {
  url: string
  origin: string
  /** Asked once, before the first call. */
  firstCookies?: () => Promise<string>
  /** With each call, over the usual ones; null leaves one out. */
  headers?: Record<string, string | null>
  /** Awaited after each call that may have changed something, so that a test finds what followed from it. */
  settled?: () => Promise<void>
}): Client {
  const jar = new Map<string, string>()
  let begun: Promise<void> | null = null

  async function begin(): Promise<void> {
    keep((await options.firstCookies?.())?.split('; ') ?? [])
  }

  function keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split(';')
      const cut = pair.indexOf('=')
      const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
      if (isGone) jar.delete(pair.slice(0, cut))
      else jar.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
  }

  async function cookies(): Promise<string> {
    begun ??= begin()
    await begun
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async function headersWith(extra: Record<string, string | null> = {}): Promise<Headers> {
    const headers = new Headers({ origin: options.origin })
    const cookie = await cookies()
    if (cookie) headers.set('cookie', cookie)
    for (const [name, value] of Object.entries({ ...options.headers, ...extra })) {
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    }
    return headers
  }

  const raw: Client['raw'] = async (method, path, { body, headers: extra } = {}) => {
    const headers = await headersWith(extra)
    const isAsItIs = typeof body === 'string' || body instanceof Uint8Array
    if (body !== undefined && !isAsItIs && !headers.has('content-type'))
      headers.set('content-type', 'application/json')
    const response = await fetch(new URL(path, options.url), {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: isAsItIs ? (body as BodyInit) : JSON.stringify(body) }),
    })
    keep(response.headers.getSetCookie())
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    if (method !== 'GET' && response.ok) await options.settled?.()
    return { status: response.status, text, bytes, headers: response.headers, json: () => JSON.parse(text) }
  }

  const call: Client['call'] = async (row, input, { idempotencyKey } = {}) => {
    const { path, body } = sentFor(row, input)
    const answer = await raw(row.method, path, {
      ...(body === undefined ? {} : { body }),
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    })
    const { status, headers } = answer
    const said = answer.text === '' ? null : answer.json()
    if (status >= 400) return { status, headers, body: said as never, refusal: said as RefusalAnswer }
    return { status, headers, body: row.output.parse(said) as never, refusal: null }
  }

  return {
    call,
    raw,
    cookies,
    signIn: (email, password = thePassword) => call(people.signIn, { email: emailOf(email), password }),
    async done(row, input, callOptions) {
      const { status, body, refusal } = await call(row, input, callOptions)
      if (refusal) throw new Error(`${row.method} ${row.path} answered ${status}: ${JSON.stringify(refusal)}`)
      return body
    },
    live: async () => openStream(new URL('/api/live', options.url), await headersWith()),
  }
}

/** Fills the path from the input; the rest is the query of a GET and the body of everything else. */
function sentFor(row: Route, input: unknown): { path: string; body?: unknown } {
  const rest = { ...(input as Record<string, unknown>) }
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (row.speaks === 'fhir' && row.method !== 'GET') return { path, body: rest.resource }
  if (row.method !== 'GET') return Object.keys(rest).length === 0 ? { path } : { path, body: rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    for (const one of [value].flat()) if (one !== undefined) query.append(name, asText(one))
  }
  return { path: query.size === 0 ? path : `${path}?${query}` }
}

const asText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))
