import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { nothing, page, pageOf } from '#contract/answers.ts'
import { route } from '#contract/route.ts'
import { listen } from './live.ts'
import { ask, loadMore, pagesOf, queryClient } from './queries.ts'

/** What the server would say now; it is read when the question arrives, and the answer takes its time. */
let serverSays = 1
let answerMs = 50
let asked = 0
let isDown = false

class Stream extends EventTarget {
  static last: Stream
  static opened = 0
  static readonly CLOSED = 2
  onopen?: () => void
  constructor() {
    super()
    Stream.last = this
    Stream.opened += 1
  }
  close() {}
}

const change = () =>
  Stream.last.dispatchEvent(
    new MessageEvent('change', { data: JSON.stringify({ topic: 'requests', id: 'a', kind: 'approved' }) }),
  )

const summary = route({
  method: 'GET',
  path: '/api/requests/count',
  summary: 'One number',
  who: 'anyone',
  input: nothing,
  output: z.object({ count: z.number() }),
})

/** Three pages of one row each, which say what the server said when they were read. */
const rows = route({
  method: 'GET',
  path: '/api/requests/rows',
  summary: 'Rows by the page',
  who: 'anyone',
  input: z.strictObject(page),
  output: pageOf(z.number()),
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  Stream.opened = 0
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    asked += 1
    const count = serverSays
    await new Promise((resolve, reject) => {
      setTimeout(resolve, answerMs)
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
    if (isDown) return Response.json({ code: 'x', title: 'x', text: 'x' }, { status: 500 })
    const at = Number(new URL(address, 'http://here').searchParams.get('after') ?? '0')
    return Response.json({ count, items: [count], next: at < 2 ? String(at + 1) : null })
  })
  serverSays = 1
  answerMs = 50
  asked = 0
  isDown = false
})

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('SHELL-37 what changes while a list is loaded for the first time is in it all the same', async () => {
  answerMs = 400
  const stop = listen(() => undefined)
  const seen = new QueryObserver(queryClient, ask(summary, {}))
  const leave = seen.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  serverSays = 2
  change()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(seen.getCurrentResult().data).toEqual({ count: 2 })
  expect(asked).toBe(2)
  leave()
  stop()
})

test('SHELL-37 what changes while a load fails leaves its failure to be read', async () => {
  isDown = true
  const stop = listen(() => undefined)
  const seen = new QueryObserver(queryClient, ask(summary, {}))
  const leave = seen.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  change()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(seen.getCurrentResult().status).toBe('error')
  expect(asked).toBe(3)
  leave()
  stop()
})

test('SHELL-37 a list that changes faster than it can be read follows all the same', async () => {
  const { list, end } = await openList(3)
  answerMs = 300
  for (let second = 0; second < 30; second++) {
    serverSays += 1
    change()
    await vi.advanceTimersByTimeAsync(500)
  }
  // at worst as old as two readings of three pages
  expect(Math.min(...shown(list))).toBeGreaterThan(serverSays - 6)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown(list)).toEqual([serverSays, serverSays, serverSays])
  end()
})

test('SHELL-37 a page that is loaded while a change is fetched does not hide the change', async () => {
  const { list, end } = await openList(1)
  answerMs = 300
  serverSays = 2
  change()
  await vi.advanceTimersByTimeAsync(200)
  void loadMore(list.options.queryKey, () => list.fetchNextPage())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown(list)).toEqual([2, 2])
  end()
})

test('SHELL-37 a change does not call off the page that is being loaded', async () => {
  const { list, end } = await openList(1)
  answerMs = 300
  void loadMore(list.options.queryKey, () => list.fetchNextPage())
  serverSays = 2
  change()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown(list)).toEqual([2, 2])
  end()
})

test('SHELL-37 a stream that opens, or opens again, does not call off the page that is being loaded', async () => {
  const { list, end } = await openList(1)
  answerMs = 300
  void loadMore(list.options.queryKey, () => list.fetchNextPage())
  for (let opened = 0; opened < 3; opened++) {
    await vi.advanceTimersByTimeAsync(200)
    serverSays++
    Stream.last.onopen?.()
  }
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown(list)).toEqual([serverSays, serverSays])
  end()
})

test('SHELL-37 a page that cannot be loaded, or is no longer wanted, is asked for once', async () => {
  const { list, end } = await openList(1)
  isDown = true
  void loadMore(list.options.queryKey, () => list.fetchNextPage())
  await vi.advanceTimersByTimeAsync(20_000)
  expect(list.getCurrentResult().status).toBe('error')
  isDown = false
  void list.refetch()
  await vi.advanceTimersByTimeAsync(100)
  const before = asked
  void loadMore(list.options.queryKey, () => list.fetchNextPage())
  await vi.advanceTimersByTimeAsync(10)
  end()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toBe(before + 1)
})

test('SHELL-37 on a page that stays open what depends on the day follows, though nothing changes', async () => {
  const stop = listen(() => undefined)
  const seen = new QueryObserver(queryClient, ask(summary, {}))
  const leave = seen.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  serverSays = 2
  for (let beat = 0; beat < 4 * 61; beat++) {
    Stream.last.dispatchEvent(new Event('beat'))
    await vi.advanceTimersByTimeAsync(15_000)
  }
  expect(seen.getCurrentResult().data).toEqual({ count: 2 })
  expect(asked).toBe(2)
  leave()
  stop()
})

test.each([-26 * 3_600, -300, 300, 26 * 3_600])(
  'T47 F30 a stream that has gone silent is noticed though the clock of the machine is set %d seconds on',
  async (seconds) => {
    const stop = listen(() => undefined)
    Stream.last.onopen?.()
    await vi.advanceTimersByTimeAsync(1_000)
    vi.setSystemTime(Date.now() + seconds * 1_000)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(Stream.opened).toBeGreaterThan(1)
    stop()
  },
)

test('T43 F30 after the clock of the machine was set back everything is asked again, and with it what time it is', async () => {
  const stop = listen(() => undefined)
  const seen = new QueryObserver(queryClient, ask(summary, {}))
  const leave = seen.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  const before = asked
  vi.setSystemTime(Date.now() - 300_000)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([asked, Stream.opened]).toEqual([before + 1, 1])
  leave()
  stop()
})

test('AMB-229 a page whose stream was closed for one too many asks now and then, and listens again only when it is looked at', async () => {
  const stop = listen(() => undefined)
  const seen = new QueryObserver(queryClient, ask(summary, {}))
  const leave = seen.subscribe(() => undefined)
  Stream.last.dispatchEvent(new Event('crowded'))
  serverSays = 2
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen.getCurrentResult().data).toEqual({ count: 2 })
  serverSays = 3
  await vi.advanceTimersByTimeAsync(600_000)
  expect(seen.getCurrentResult().data).toEqual({ count: 3 })
  expect(Stream.opened).toBe(1)
  document.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(Stream.opened).toBe(2)
  leave()
  stop()
})

test('SHELL-37 the first change is asked for at once, and while nobody looks none is, until somebody does', async () => {
  const { list, end } = await openList(1)
  const before = asked
  change()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(before + 1)
  await vi.advanceTimersByTimeAsync(1_000)
  Object.assign(document, { visibilityState: 'hidden' })
  serverSays = 7
  change()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toBe(before + 1)
  Object.assign(document, { visibilityState: 'visible' })
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(100)
  expect(shown(list)).toEqual([7])
  end()
})

test('SHELL-37 a list that is opened while its change waits to be asked for is asked at once', async () => {
  const { list, end } = await openList(1)
  answerMs = 600
  change()
  await vi.advanceTimersByTimeAsync(650)
  answerMs = 50
  serverSays = 3
  change()
  const again = new InfiniteQueryObserver(queryClient, pagesOf(rows, {}))
  const leave = again.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(shown(list)).toEqual([3])
  leave()
  end()
})

/** Open, and so many pages of it loaded. */
async function openList(pages: number) {
  const stop = listen(() => undefined)
  const list = new InfiniteQueryObserver(queryClient, pagesOf(rows, {}))
  const leave = list.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  for (let page = 1; page < pages; page++) {
    void list.fetchNextPage()
    await vi.advanceTimersByTimeAsync(100)
  }
  function end() {
    leave()
    stop()
  }
  return { list, end }
}

const shown = (list: Awaited<ReturnType<typeof openList>>['list']): number[] =>
  list.getCurrentResult().data?.pages.flatMap(({ items }) => items) ?? []
