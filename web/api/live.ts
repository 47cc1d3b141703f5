import { useSyncExternalStore } from 'react'
import { heartbeatMs, type LiveMessage, live, silenceMs } from '#contract/live.ts'
import { people } from '#contract/people.ts'
import { hours } from '#domain/basics/time.ts'
import { call } from './client.ts'
import { askAgain, queryClient } from './queries.ts'

/** `paused` says since when nothing was heard: a list that is not live must not look so. */
export type LiveState = { kind: 'live' } | { kind: 'reconnecting' } | { kind: 'paused'; since: Date }

const gatherMs = 100
const retryMs = 3_000

let state: LiveState = { kind: 'reconnecting' }
const watchers = new Set<() => void>()

export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => state,
  )

function become(next: LiveState): void {
  if (next.kind === state.kind) return
  state = next
  for (const watcher of watchers) watcher()
}

/**
 * Listens until stopped. On every (re)connection everything open is asked again, which covers whatever was missed
 * meanwhile; a message then asks again only what its topic concerns.
 */
export function listen(onSignedOut: () => void): () => void {
  let source: EventSource | null = null
  let lastHeard = Date.now()
  let retry: ReturnType<typeof setTimeout> | null = null
  const changed = new Set<string>()
  let gathering: ReturnType<typeof setTimeout> | null = null
  let stopped = false
  /** The account has too many streams open. One that came back by itself would only push out the next. */
  let isCrowded = false

  function heard(): void {
    lastHeard = Date.now()
    become({ kind: 'live' })
  }

  function connect(): void {
    if (retry) clearTimeout(retry)
    source?.close()
    const opened = new EventSource(live.stream.path)
    source = opened
    opened.onopen = () => {
      heard()
      askAllAgain()
    }
    opened.onerror = () => {
      if (state.kind === 'live') become({ kind: 'reconnecting' })
      // a refused stream is not tried again by the browser: the session may have ended, or the server is starting
      if (opened.readyState === EventSource.CLOSED) void afterRefusal()
    }
    opened.addEventListener('beat', heard)
    opened.addEventListener('change', (event) => {
      heard()
      changed.add((JSON.parse(event.data) as LiveMessage).topic)
      gathering ??= setTimeout(askChanged, gatherMs)
    })
    opened.addEventListener('signed-out', onSignedOut)
    opened.addEventListener('crowded', () => {
      isCrowded = true
      opened.close()
      become({ kind: 'reconnecting' })
    })
  }

  /** Somebody looks at this page now: it is its turn again. */
  function comeBack(): void {
    if (!isCrowded || document.visibilityState !== 'visible') return
    isCrowded = false
    connect()
  }

  async function afterRefusal(): Promise<void> {
    retry = setTimeout(connect, retryMs)
    const session = await call(people.session, {}).catch(() => null)
    if (session && !session.actor && !stopped) onSignedOut()
  }

  function askChanged(): void {
    gathering = null
    const topics = new Set(changed)
    changed.clear()
    askAgain(({ queryKey: [own], meta }) =>
      [own, ...((meta?.also as string[] | undefined) ?? [])].some((topic) => topics.has(topic as string)),
    )
  }

  const watch = setInterval(() => {
    const since = new Date(lastHeard)
    if (Date.now() - lastHeard < silenceMs) return
    become({ kind: 'paused', since })
    // the connection may be dead without either end having noticed; what is open is asked for meanwhile
    if (!isCrowded) connect()
    askAllAgain()
    lastHeard = Date.now() - silenceMs + heartbeatMs
  }, 1_000)

  // "in the last 7 days", "the next camp": the clock changes them, and tells nobody
  const hourly = setInterval(askAllAgain, hours(1))

  connect()
  document.addEventListener('visibilitychange', comeBack)
  return () => {
    stopped = true
    document.removeEventListener('visibilitychange', comeBack)
    clearInterval(watch)
    clearInterval(hourly)
    if (retry) clearTimeout(retry)
    if (gathering) clearTimeout(gathering)
    source?.close()
    become({ kind: 'reconnecting' })
  }
}

/** An answer that is awaited may never come over a line that was dead: what has been read before is asked for anew. */
function askAllAgain(): void {
  askAgain((query) => isLiveQuestion(query) && query.state.data === undefined)
  void queryClient.invalidateQueries({ predicate: isLiveQuestion })
}

const isLiveQuestion = (query: { queryKey: readonly unknown[] }): boolean => query.queryKey[0] !== 'session'
