import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { documentFor, lightPages } from '#contract/light-pages.ts'
import { fromRoot } from '../../basics/root.ts'
import { readerPolicy, securityHeaders } from './guards.ts'
import { notFound } from './refuse.ts'

const folder = fromRoot('dist/web')

const documents = ['index.html', ...lightPages.map(({ document }) => document)]

/** The built web app: hashed files for a year, and one of its pages for every path that is not the API's. */
export async function servePages(app: FastifyInstance, isSecure: boolean): Promise<void> {
  const pages = new Map(documents.map((document) => [document, readPage(document)]))
  const index = pages.get('index.html') ?? null
  const dashboard = index?.replace('</head>', `${dashboardLinks(readdirSync(`${folder}/assets`))}</head>`)
  const signIn = index?.replace('</head>', `${demoAccounts}</head>`)
  if (index) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', '*.html'],
      setHeaders: (reply, path) => {
        for (const [name, value] of Object.entries(headersOfFile(path))) reply.header(name, value)
      },
    })
  }
  app.get('/*', (request, reply) => {
    if (/^\/(api|fhir)(?=[/?]|$)/.test(request.url)) throw notFound()
    // a script of another build is not there; the page in its place would only confuse the browser
    if (request.url.startsWith('/assets/')) throw notFound()
    const document = documentFor(request.url)
    const page =
      document !== 'index.html'
        ? pages.get(document)
        : request.url.startsWith('/dashboard')
          ? dashboard
          : /^\/(?=\?|$)/.test(request.url)
            ? signIn
            : index
    if (!page)
      return reply
        .status(503)
        .type('text/plain; charset=utf-8')
        .send('The web app is not built. Run: npm run build')
    return reply
      .headers({ ...securityHeaders(isSecure), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
}

export const headersOfFile = (path: string): Record<string, string> => ({
  'cache-control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  ...(/\/assets\/camera-worker-[\w-]+\.js(\.br|\.gz)?$/.test(path)
    ? { 'content-security-policy': readerPolicy }
    : {}),
})

/** The sign-in page asks for them, and is told to begin before its script is there. */
const demoAccounts = '<link rel="preload" href="/api/demo-accounts" as="fetch" crossorigin>'

/** In the order in which they build on one another (scripts/chunk-layers.ts): their sheets have to stand in it. */
const dashboardLayers = ['app', 'light', 'frame', 'kit']

/** What the dashboard begins with, told at once: found one after the other, each would be a round trip. */
export const dashboardLinks = (files: readonly string[]): string =>
  dashboardLayers
    .flatMap((layer) => files.filter((file) => new RegExp(`^${layer}-[\\w-]{8}\\.(js|css)$`).test(file)))
    .map((file) => {
      const rel = file.endsWith('.js') ? 'modulepreload' : 'stylesheet'
      return `<link rel="${rel}" crossorigin href="/assets/${file}">`
    })
    .join('')

/** Changes with every build: the pages name their scripts, and those the ones after them, by what is in them. */
export function readBuildId(): string {
  const built = documents.map(readPage)
  if (built.includes(null)) return 'unbuilt'
  return createHash('sha256').update(built.join('\n')).digest('hex').slice(0, 16)
}

const readPage = (name: string): string | null =>
  existsSync(`${folder}/${name}`) ? readFileSync(`${folder}/${name}`, 'utf8') : null
