import { Resolver } from 'node:dns/promises'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { readIp } from '#domain/basics/ip-address.ts'
import { type AllowedNetworks, outgoingWords, whyNotCall, whyNotReach } from '#domain/basics/outgoing.ts'
import { type Refusal, say } from '#domain/basics/refusal.ts'

/** Nobody was called: what somebody wrote down does not lead where the server calls. */
export class NotCalled extends Error {}

export type OutgoingAnswer = {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | null
}
export type Outgoing = (call: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}) => Promise<OutgoingAnswer>

type LookUp = (host: string) => Promise<readonly string[]>

const defaults = {
  /** Of the whole call, from the first look at the name to the last byte that is read. */
  longestMs: 10_000,
  /** What is more is not read: nothing of ours depends on it. */
  mostBytes: 16_384,
  /**
   * Asked of the name server itself: the system's way waits in the threads that files and passwords need, and is not
   * given up with the call.
   */
  async lookUp(host: string): Promise<readonly string[]> {
    const resolver = new Resolver({ timeout: 2_000, tries: 1 })
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  },
}

/**
 * Posts to an address that somebody else wrote down (domain/basics/outgoing.ts). The name is looked up once, each of its
 * addresses is asked about, and the connection goes to one of these: who answers the name differently a moment later
 * gains nothing. Nothing is followed, and nobody can hold it up.
 */
export function outgoingTo(allowed: AllowedNetworks, options: Partial<typeof defaults> = {}): Outgoing {
  const { longestMs, mostBytes, lookUp } = { ...defaults, ...options }
  return ({ url: text, headers, body }) =>
    new Promise((resolve, reject) => {
      const url = URL.parse(text)
      const refusal = whyNotCall(url, allowed)
      if (url === null || refusal) return reject(notCalled(refusal ?? { code: 'no-address' }))
      const request = (url.protocol === 'http:' ? overHttp : overHttps)(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length), connection: 'close' },
        // one connection for each call: a kept one would not be looked up anew
        agent: false,
        lookup: checkedLookUp(lookUp, allowed),
        signal: AbortSignal.timeout(longestMs),
      })
      let answered: (() => void) | null = null
      request.on('error', (error) => {
        // whoever answers and then falls silent has answered
        if (answered) return answered()
        reject(isTimeout(error) ? new Error(`no answer within ${longestMs} ms`) : error)
      })
      request.on('response', (response) => {
        let read = Buffer.alloc(0)
        const end = () => {
          response.destroy()
          resolve({
            status: response.statusCode ?? 0,
            text: read.toString('utf8'),
            retryAfter: response.headers['retry-after'] ?? null,
          })
        }
        response.on('data', (chunk: Buffer) => {
          read = Buffer.concat([read, chunk]).subarray(0, mostBytes)
          if (read.length === mostBytes) end()
        })
        answered = end
        response.on('end', end)
        response.on('error', end)
      })
      request.end(body)
    })
}

const isTimeout = (error: Error): boolean => error.name === 'AbortError' || error.name === 'TimeoutError'

const notCalled = (refusal: Refusal<keyof typeof outgoingWords>): NotCalled =>
  new NotCalled(say(outgoingWords, refusal).text)

/** Node asks it for the address to connect to, so nothing can come between the question and the connection. */
const checkedLookUp =
  (find: LookUp, allowed: AllowedNetworks): LookupFunction =>
  (host, options, answer) => {
    find(host).then(
      (addresses) => {
        const refusal = addresses
          .map((address) => whyNotReach(readIp(address) ?? [], allowed))
          .find((one) => one !== null)
        const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        const [first] = found
        if (refusal) return answer(notCalled(refusal), '', 0)
        if (!first) return answer(new Error(`${host} stands for no address`), '', 0)
        if (options.all) answer(null, found)
        else answer(null, first.address, first.family)
      },
      (error) => answer(error, '', 0),
    )
  }
