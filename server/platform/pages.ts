import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { newNonce, securityHeaders } from './guards.ts'
import { notFound } from './refuse.ts'

const folder = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The built web app: hashed files for a year, and the one page for every path that is not the API's. */
export async function servePages(app: FastifyInstance, isSecure: boolean): Promise<void> {
  const page = existsSync(`${folder}/index.html`) ? readFileSync(`${folder}/index.html`, 'utf8') : null
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', 'index.html'],
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.get('/*', (request, reply) => {
    if (/^\/api(?=[/?]|$)/.test(request.url)) throw notFound()
    // a script of another build is not there; the page in its place would only confuse the browser
    if (request.url.startsWith('/assets/')) throw notFound()
    if (page === null)
      return reply.status(503).type('text/plain').send('The web app is not built. Run: npm run build')
    const nonce = newNonce()
    return reply
      .headers({ ...securityHeaders(nonce, isSecure), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page.replace('__CSP_NONCE__', nonce))
  })
}

/** Changes with every build: the name of the page's script says which one it is. */
export function readBuildId(): string {
  if (!existsSync(`${folder}/index.html`)) return 'unbuilt'
  const script = readFileSync(`${folder}/index.html`, 'utf8').match(/\/assets\/[\w-]+?-([\w-]+)\.js/)
  return script?.[1] ?? 'unknown'
}
