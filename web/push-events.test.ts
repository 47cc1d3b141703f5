import { beforeEach, expect, test } from 'vitest'
import { type RingingWorker, ringOnPush } from './push-events.ts'

type Notified = { title: string; options: Record<string, unknown> }
type Page = { url: string; focused: number; told: unknown[] }

let shown: Notified[]
let pages: Page[]
let opened: string[]
let acts: Map<string, (event: never) => void>

function aWorker(home: string): void {
  acts = new Map()
  const worker: RingingWorker = {
    addEventListener: (kind: string, act: (event: never) => void) => void acts.set(kind, act),
    registration: {
      getNotifications: async ({ tag }) =>
        shown
          .filter(({ options }) => options.tag === tag)
          .map(({ options }) => ({ body: String(options.body), data: options.data, close: () => undefined })),
      showNotification: async (title, options) => {
        // as a browser does it: of several with one tag the last
        shown = shown.filter((one) => one.options.tag !== (options as Notified['options']).tag)
        shown.push({ title, options: { ...options } })
      },
    },
    clients: {
      matchAll: async () =>
        pages.map((page) => ({
          url: page.url,
          focus: async () => page.focused++,
          postMessage: (message) => page.told.push(message),
        })),
      openWindow: async (address) => opened.push(address),
    },
  }
  ringOnPush(worker, home, 'https://here.test')
}

beforeEach(() => {
  shown = []
  pages = []
  opened = []
  aWorker('/dashboard')
})

async function happen(kind: string, event: object): Promise<void> {
  let done: Promise<unknown> = Promise.resolve()
  acts.get(kind)?.({ ...event, waitUntil: (wait: Promise<unknown>) => (done = wait) } as never)
  await done
}

const words = {
  title: 'Order 1a2b3c4d is late',
  words: 'Please call us.',
  path: '/dashboard/pilot/deliveryStatus',
  tag: 'arrival 1a2b3c4d',
  at: '2026-11-16T10:00:00.000Z',
}
const push = (data: unknown) => happen('push', { data: { json: () => data } })
const press = (data: unknown) =>
  happen('notificationclick', { notification: { close: () => undefined, data } })

test('AMB-305 a push is shown with its words; a newer one about the same takes its place and rings', async () => {
  await push(words)
  await push({ ...words, title: 'Order 1a2b3c4d was delivered', at: '2026-11-16T10:05:00.000Z' })
  await push({ ...words, tag: 'arrival 9' })
  expect(shown).toMatchObject([
    {
      title: 'Order 1a2b3c4d was delivered',
      options: { body: 'Please call us.', renotify: true, silent: false },
    },
    { title: 'Order 1a2b3c4d is late', options: { tag: 'arrival 9' } },
  ])
})

test('AMB-305 a push that comes twice is shown once and rings once', async () => {
  await push(words)
  await push(words)
  expect(shown).toMatchObject([{ options: { renotify: false, silent: true } }])
})

test.each([
  ['nothing', null],
  ['no words', 'text'],
  ['other words', { title: 5, path: 7 }],
])('of a push with %s something is shown all the same', async (_, data) => {
  await push(data)
  await happen('push', {
    data: {
      json: () => {
        throw new SyntaxError('no JSON')
      },
    },
  })
  expect(shown).toMatchObject([{ title: 'Crossmatch', options: { data: { path: '/dashboard' } } }])
})

test('AMB-305 pressed, an open page comes to the front and goes there; otherwise one is opened', async () => {
  pages = [
    { url: 'https://here.test/driver', focused: 0, told: [] },
    { url: 'https://here.test/dashboard/pilot/raise', focused: 0, told: [] },
  ]
  await press(words)
  expect(pages).toMatchObject([
    { focused: 0, told: [] },
    { focused: 1, told: [{ goTo: words.path }] },
  ])
  pages = []
  await press(words)
  expect(opened).toEqual([words.path])
})

test.each(['//evil.test', 'https://evil.test/dashboard', '/driver', '/dashboard/../api', '/dashboards', 5])(
  'AMB-305 a push that leads to %j leads home',
  async (path) => {
    await push({ ...words, path })
    expect(shown).toMatchObject([{ options: { data: { path: '/dashboard' } } }])
    await press({ path })
    expect(opened).toEqual(['/dashboard'])
  },
)

test('AMB-305 the drivers’ worker keeps to the drivers’ page', async () => {
  aWorker('/driver')
  await press({ path: '/driver/1a2b3c4d' })
  await press({ path: '/dashboard' })
  expect(opened).toEqual(['/driver/1a2b3c4d', '/driver'])
})
