import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { documentFor, lightPages } from '#contract/light-pages.ts'
import { fromRoot } from '../../basics/root.ts'
import { securityHeaders } from './guards.ts'
import { notFound } from './refuse.ts'

const folder = fromRoot('dist/web')

const documents = ['index.html', ...lightPages.map(({ document }) => document)]

/** The built web app: hashed files for a year, and one of its pages for every path that is not the API's. */
export async function servePages(app: FastifyInstance, isSecure: boolean): Promise<void> {
  const pages = new Map(documents.map((document) => [document, readPage(document)]))
  const dashboard = withDashboard(pages.get('index.html') ?? null)
  if (pages.get('index.html')) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', '*.html'],
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
    const document = documentFor(request.url)
    const isInside = document === 'index.html' && request.url.startsWith('/dashboard')
    const page = isInside ? dashboard : pages.get(document)
    if (!page)
      return reply.status(503).type('text/plain').send('The web app is not built. Run: npm run build')
    return reply
      .headers({ ...securityHeaders(isSecure), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
}

/** What the dashboard begins with, told at once: found one after the other, each would be a round trip. */
function withDashboard(page: string | null): string | null {
  if (!page) return null
  const names = readdirSync(`${folder}/assets`).filter((name) => /^(app|frame|kit)-[\w-]+\.js$/.test(name))
  const links = names.map((name) => `<link rel="modulepreload" crossorigin href="/assets/${name}">`)
  return page.replace('</head>', `${links.join('')}</head>`)
}

/** Changes with every build: the pages name their scripts, and those the ones after them, by what is in them. */
export function readBuildId(): string {
  const built = documents.map(readPage)
  if (built.includes(null)) return 'unbuilt'
  return createHash('sha256').update(built.join('\n')).digest('hex').slice(0, 16)
}

const readPage = (name: string): string | null =>
  existsSync(`${folder}/${name}`) ? readFileSync(`${folder}/${name}`, 'utf8') : null
