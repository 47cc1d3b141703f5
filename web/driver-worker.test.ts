import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Asking = { request: Request; respondWith: (answer: Promise<Response>) => void }
const acts = new Map<string, (event: Asking) => void>()

beforeAll(async () => {
  vi.stubGlobal('__PAGE_FILES__', [])
  vi.stubGlobal('__PAGE_BUILD__', 'one')
  vi.stubGlobal('location', { origin: 'https://here.test' })
  vi.stubGlobal('addEventListener', (kind: string, act: (event: Asking) => void) => acts.set(kind, act))
  vi.stubGlobal('fetch', async () => new Response('letters'))
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async () => undefined,
      put: async () => {
        throw new DOMException('no room', 'QuotaExceededError')
      },
    }),
  })
  await import('./driver-worker.ts')
})
afterAll(() => vi.unstubAllGlobals())

test('AMB-115 on a phone without room a file that cannot be kept is given all the same', async () => {
  const request = new Request('https://here.test/assets/account.js')
  const answer = await new Promise<Response>((resolve, reject) =>
    acts.get('fetch')?.({ request, respondWith: (given) => given.then(resolve, reject) }),
  )
  expect(await answer.text()).toBe('letters')
})
