import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let sources: Source[]
let synced: number

class Source extends EventTarget {
  static readonly CLOSED = 2
  isClosed = false
  onopen?: () => void
  constructor() {
    super()
    sources.push(this)
  }
  close() {
    this.isClosed = true
  }
}

beforeEach(() => {
  sources = []
  synced = 0
  // what these triggers subscribe to must not stay for other tests
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => {
    synced += 1
    throw new TypeError('no signal')
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

test('AMB-115 a driver’s page listens while somebody is signed in, and syncs once for hints that come together', async () => {
  const { change } = await import('./phone.ts')
  const { startSyncTriggers } = await import('./sync-triggers.ts')
  startSyncTriggers()
  change({ phase: 'open', isReached: false })
  expect(sources).toHaveLength(0)
  change({ isReached: true })
  change({ isReached: true })
  expect(sources).toHaveLength(1)
  const [source] = sources as [Source]
  source.onopen?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(synced).toBe(0)

  const data = JSON.stringify({ topic: 'requests', id: 'a', kind: 'approved' })
  for (let hint = 0; hint < 3; hint++) source.dispatchEvent(new MessageEvent('change', { data }))
  await vi.advanceTimersByTimeAsync(100)
  expect(synced).toBe(1)
  source.onopen?.()
  await vi.advanceTimersByTimeAsync(100)
  expect(synced).toBe(2)

  change({ phase: 'signed-out' })
  expect([sources.length, source.isClosed]).toEqual([1, true])
})
