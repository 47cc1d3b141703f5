import { documentFor } from '#contract/light-pages.ts'

/** Put in by the build: what the page is made of, and a name for all of it together. */
declare const __PAGE_FILES__: string[]
declare const __PAGE_BUILD__: string

/** The globals of a service worker; TypeScript's lib for them cannot be used together with the DOM's. */
type Lasting = Event & { waitUntil(done: Promise<unknown>): void }
type Asking = Lasting & { request: Request; respondWith(answer: Promise<Response>): void }
type Worker = {
  addEventListener(kind: 'install' | 'activate', act: (event: Lasting) => void): void
  addEventListener(kind: 'fetch', act: (event: Asking) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
const worker = globalThis as unknown as Worker

const page = '/verify'
const files = [page, '/scheme.js', '/mark.svg', ...__PAGE_FILES__]
const ownCaches = 'verify-page '
const cacheName = `${ownCaches}${__PAGE_BUILD__}`

worker.addEventListener('install', (event) => event.waitUntil(keepAll()))
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  // the keys are kept by the page itself, which says how old they are
  if (request.mode === 'navigate') {
    if (documentFor(pathname) === 'verify.html') event.respondWith(keptOrFetched(page, request))
    return
  }
  if (files.includes(pathname) || pathname.startsWith('/assets/'))
    event.respondWith(keptOrFetched(pathname, request))
})

/** All of one build or nothing: half a page would not open. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))
  await worker.skipWaiting()
}

async function dropOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(ownCaches) && name !== cacheName)
  await Promise.all(others.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

async function keptOrFetched(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(path)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && path.startsWith('/assets/'))
    await cache.put(path, response.clone()).catch(() => undefined)
  return response
}
