/** What a service worker does with a push, on the dashboard and on the drivers' page alike. */

type Lasting = Event & { waitUntil(done: Promise<unknown>): void }
type Pushed = Lasting & { data: { json(): unknown } | null }
type Pressed = Lasting & { notification: Shown }
type Shown = { body: string; data: unknown; close(): void }
type Page = {
  url: string
  visibilityState?: string
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

/** As much of a service worker's globals as is used here; TypeScript's lib for them cannot stand beside the DOM's. */
export type RingingWorker = {
  addEventListener(kind: 'push', act: (event: Pushed) => void): void
  addEventListener(kind: 'notificationclick', act: (event: Pressed) => void): void
  registration: {
    getNotifications(filter: { tag: string }): Promise<Shown[]>
    showNotification(title: string, options: object): Promise<void>
  }
  clients: {
    matchAll(filter: object): Promise<readonly Page[]>
    openWindow(address: string): Promise<unknown>
  }
}

/** `home`: where the pages of this worker are, and all addresses below. */
export function ringOnPush(worker: RingingWorker, home: string, origin: string): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(event)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(pathIn(event.notification.data)))
  })

  async function show({ data }: Pushed): Promise<void> {
    const { title, words, path, tag, at } = told(data)
    // sent twice after an answer that was lost: it is shown, as browsers insist, and makes no second noise
    const shown = await worker.registration.getNotifications({ tag })
    // a page that is looked at tells it itself
    const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const isSeen = pages.some(({ visibilityState }) => visibilityState === 'visible')
    const isRepeated = shown.some((one) => one.body === words && atIn(one.data) === at)
    await worker.registration.showNotification(title, {
      body: words,
      tag,
      renotify: !isRepeated,
      silent: isRepeated || isSeen,
      icon: '/icon-192.png',
      data: { path, at },
    })
  }

  /** In a page that is open, which goes there by itself, or in a new one. */
  async function open(path: string): Promise<void> {
    const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const page = pages.find(({ url }) => isBelow(new URL(url).pathname))
    if (!page) return void (await worker.clients.openWindow(path))
    await page.focus()
    page.postMessage({ goTo: path })
  }

  /** What cannot be read is told of all the same: somebody was to be rung. */
  function told(data: Pushed['data']) {
    const given = asObject(read(data))
    const text = (name: string, otherwise: string) => {
      const value = given[name]
      return typeof value === 'string' ? value : otherwise
    }
    return {
      title: text('title', 'Crossmatch'),
      words: text('words', 'Something happened. Please open Crossmatch.'),
      path: pathIn(given),
      tag: text('tag', 'crossmatch'),
      at: text('at', ''),
    }
  }

  /** One of these pages and no other. */
  function pathIn(data: unknown): string {
    const { path } = asObject(data)
    if (typeof path !== 'string' || !path.startsWith('/')) return home
    const url = new URL(path, origin)
    return url.origin === origin && isBelow(url.pathname) ? path : home
  }

  function isBelow(path: string): boolean {
    return path === home || path.startsWith(`${home}/`)
  }
}

function read(data: Pushed['data']): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const atIn = (data: unknown): unknown => asObject(data).at
