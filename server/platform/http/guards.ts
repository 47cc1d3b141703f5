import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { no } from '#domain/basics/refusal.ts'
import { isByKey, keyAnywhere, keyUseWords } from '#domain/keys/using.ts'
import { forbidden, refuse } from './refuse.ts'

/**
 * A page of another site can send us a form or a script with our cookie. So what changes something must say that it
 * comes from our own pages; no other site can forge either header.
 */
export function refuseOtherSites(app: FastifyInstance, publicUrl: string): void {
  const { origin: own } = new URL(publicUrl)
  // the same machine by its other name
  const ours = [own, own.replace('//localhost', '//127.0.0.1')]
  app.addHook('onRequest', (request, _reply, done) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return done()
    // no page of another site has a key, and with one no cookie counts (ruling AMB-316)
    if (isByKey(request.headers.authorization)) return done()
    const { origin, 'sec-fetch-site': site } = request.headers
    const isForeign = origin === undefined ? site !== 'same-origin' : !ours.includes(origin)
    done(isForeign ? forbidden() : undefined)
  })
}

/**
 * A key in an address is in the log of every proxy on its way: whoever sends it there is told so, whatever else the
 * call is. Our own log has no query, and no key of a path (`log.ts`).
 */
export function refuseKeysInAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, query }) => {
    const said = [url, JSON.stringify(query ?? null)]
    if (said.some((text) => text.search(keyAnywhere) >= 0)) refuse(keyUseWords, no('key-in-address'), 400)
  })
}

/** For a page that brings its styles with it. */
export const newNonce = (): string => randomBytes(16).toString('base64')

/** Scripts and styles of our own files only. */
const contentPolicy = (nonce?: string, scripts = "'self'"): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    nonce ? `style-src 'nonce-${nonce}'` : "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

/** Of the one worker that compiles bytes of ours (decision 89); no page has it. */
export const readerPolicy = contentPolicy(undefined, "'self' 'wasm-unsafe-eval'")

export function securityHeaders(isSecure: boolean, nonce?: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(nonce),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
