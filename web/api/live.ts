import { useSyncExternalStore } from 'react'
import { heartbeatMs, silenceMs } from '#contract/live.ts'
import { people } from '#contract/people.ts'
import { hours } from '#domain/basics/time.ts'
import { now } from '../server-clock.ts'
import { call } from './client.ts'
import { openLiveStream } from './live-stream.ts'
import { askAgain, askWaiting, queryClient } from './queries.ts'

/** `paused` says since when nothing was heard: a list that is not live must not look so. */
export type LiveState = { kind: 'live' } | { kind: 'reconnecting' } | { kind: 'paused'; since: Date }

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

const newsHeard = new Set<(id: number) => void>()

/** Told of each piece of news as it comes, also while nobody looks at the page. Returns how to stop. */
export function onNews(tell: (id: number) => void): () => void {
  newsHeard.add(tell)
  return () => void newsHeard.delete(tell)
}

/**
 * Listens until stopped. On every (re)connection all queries in view are refetched, which covers whatever was missed
 * meanwhile; a message then refetches only the queries of its topic.
 */
export function listen(onSignedOut: () => void): () => void {
  let last = thisMoment()
  let stopped = false

  function heard(): void {
    last = thisMoment()
    become({ kind: 'live' })
  }

  const stream = openLiveStream({
    onOpen() {
      heard()
      askAllAgain()
    },
    onBeat: heard,
    onChange({ topic, id }) {
      heard()
      if (topic === 'news') for (const tell of newsHeard) tell(Number(id))
      askAgain(({ queryKey: [own], meta }) =>
        [own, ...((meta?.also as string[] | undefined) ?? [])].includes(topic),
      )
    },
    onSignedOut,
    onLost(isRefused) {
      if (state.kind === 'live') become({ kind: 'reconnecting' })
      if (isRefused) void leaveIfSignedOut()
    },
  })

  async function leaveIfSignedOut(): Promise<void> {
    const session = await call(people.session, {}).catch(() => null)
    if (session && !session.actor && !stopped) onSignedOut()
  }

  const watch = setInterval(() => {
    const isSilent = sinceMs(last) >= silenceMs
    const wasSetBack = awakeMs(last) - wallMs(last) > 2 * heartbeatMs
    if (!isSilent && !wasSetBack) return
    if (isSilent) {
      become({ kind: 'paused', since: last.at })
      stream.reconnect()
    }
    // in case it does not come back; and the answers tell what time it is
    askAllAgain()
    last = { ...thisMoment(), at: last.at, restMs: isSilent ? silenceMs - heartbeatMs : sinceMs(last) }
  }, 1_000)

  // "in the last 7 days", "the next camp": they change with the clock, without an event
  const hourly = setInterval(askAllAgain, hours(1))

  const look = () => {
    if (document.visibilityState === 'visible') askWaiting()
  }
  document.addEventListener('visibilitychange', look)

  return () => {
    stopped = true
    document.removeEventListener('visibilitychange', look)
    clearInterval(watch)
    clearInterval(hourly)
    stream.close()
    become({ kind: 'reconnecting' })
  }
}

/** By the server's clock, by this machine's, and by what runs on whatever that is set to, but not while it sleeps. */
type Moment = { at: Date; wall: number; awake: number; restMs: number }

const thisMoment = (): Moment => ({ at: now(), wall: Date.now(), awake: performance.now(), restMs: 0 })
const wallMs = ({ wall }: Moment): number => Date.now() - wall
const awakeMs = ({ awake }: Moment): number => performance.now() - awake
/** Whichever says more: a clock that is set back must not let a dead list look live. */
const sinceMs = (then: Moment): number => then.restMs + Math.max(wallMs(then), awakeMs(then))

/** A request that is under way may never be answered over a dead connection, so first loads are asked again too. */
function askAllAgain(): void {
  askAgain((query) => isLiveQuestion(query) && query.state.data === undefined)
  void queryClient.invalidateQueries({ predicate: isLiveQuestion })
}

const isLiveQuestion = (query: { queryKey: readonly unknown[] }): boolean => query.queryKey[0] !== 'session'
