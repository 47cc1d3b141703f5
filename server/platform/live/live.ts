import type { ServerResponse } from 'node:http'
import { heartbeatMs } from '#contract/live.ts'
import type { Actor } from '#domain/people/actor.ts'
import type { Db } from '../../db/database.ts'
import { type Change, type Cursor, readChanges, startOfReading } from '../../db/event-reader.ts'
import { openAudiences } from './audiences.ts'
import { listenFor } from './listener.ts'
import { followNews } from './news.ts'

const lookEveryMs = 1_000
const lookSoonMs = 5
const recheckEveryMs = 4_000
const longestSilenceMs = 5_000
const batch = 500
const mostInAll = 6_000

export type Live = {
  /** Keeps the response open and tells it what its actor may hear. */
  open(response: ServerResponse, actor: Actor, sessionToken: string): void
  /** Something was committed: wake every reader, here and in the other processes. */
  nudge(): void
  /** News was written. */
  nudgeNews(): void
  /** Whether what happens in other processes is heard of here without delay. */
  hears(): boolean
  streams(): number
  stop(): Promise<void>
}

/**
 * One reader of the events for the whole process. The table is the truth; the notification only wakes the reader
 * sooner than its look each second would.
 */
export async function startLive(options: {
  db: Db
  url: string
  /** Who these sessions belong to now; sessions that ended are absent. */
  whoAre: (sessionTokens: string[]) => Promise<Map<string, Actor>>
  onError: (error: unknown) => void
  /** Everything that happens, whoever may hear of it. */
  onChange?: (change: Change) => void
  /** Unless told otherwise, as often as browsers expect it. */
  beatEveryMs?: number
  /** Unless told otherwise, as many as a process carries easily. */
  mostStreams?: number
}): Promise<Live> {
  const audiences = openAudiences()
  let cursor: Cursor = await startOfReading(options.db)
  let reading: Promise<void> | null = null
  let again = false
  let lastRead = Date.now()
  let hold: { by: string | null; since: number; times: number } = { by: null, since: 0, times: 0 }
  let soon: NodeJS.Timeout | null = null
  let stopped = false

  function read(): void {
    if (stopped) return
    if (reading) {
      again = true
      return
    }
    reading = readOn()
      .catch(options.onError)
      .finally(() => {
        reading = null
        if (again) {
          again = false
          read()
        }
      })
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const { changes, heldUpBy } = await readChanges(options.db, cursor, batch)
      lastRead = Date.now()
      for (const change of changes) options.onChange?.(change)
      audiences.tell(changes)
      const last = changes.at(-1)
      if (last) cursor = { txid: last.txid, id: last.id }
      waitFor(heldUpBy)
      if (changes.length < batch) return
    }
  }

  /**
   * Somebody's transaction holds up every change after it; busy writers take turns in doing so. Its end may be told by
   * nobody, so it is looked for again: soon, since most are short, and then ever more seldom.
   */
  function waitFor(by: string | null): void {
    const isSame = by === hold.by
    hold = { by, since: isSame ? hold.since : Date.now(), times: isSame ? hold.times : 0 }
    const inMs = lookSoonMs * 2 ** hold.times
    if (by === null || soon || stopped || inMs >= lookEveryMs) return
    soon = setTimeout(() => {
      soon = null
      hold.times++
      read()
    }, inMs)
  }

  /** A stream that would not hear of changes must not look live. */
  function beat(): void {
    const isHeldUp = hold.by !== null && Date.now() - hold.since > longestSilenceMs
    if (isHeldUp || Date.now() - lastRead > longestSilenceMs) return
    for (const stream of audiences.all()) audiences.write(stream, 'event: beat\ndata: {}\n\n')
  }

  async function recheck(): Promise<void> {
    // only those that were asked about: one that opens meanwhile is not among the answers
    const asked = audiences.all()
    if (asked.length === 0) return
    const actors = await options.whoAre([...new Set(asked.map((stream) => stream.sessionToken))])
    const texts = new Map([...actors].map(([token, actor]) => [token, JSON.stringify(actor)]))
    for (const stream of asked) {
      const isSame = texts.get(stream.sessionToken) === JSON.stringify(stream.actor)
      if (!isSame && audiences.has(stream)) audiences.end(stream, 'event: signed-out\ndata: {}\n\n')
    }
  }

  const news = await followNews({ db: options.db, tell: audiences.tellNews, onError: options.onError })
  const listener = listenFor(options.url, read, options.onError)
  const timers = [
    setInterval(read, lookEveryMs),
    setInterval(beat, options.beatEveryMs ?? heartbeatMs),
    setInterval(() => recheck().catch(options.onError), recheckEveryMs),
  ]

  return {
    open(response, actor, sessionToken) {
      if (stopped || audiences.size() >= (options.mostStreams ?? mostInAll)) {
        response.writeHead(503, { 'retry-after': stopped ? '2' : '30', connection: 'close' }).end()
        return
      }
      // gone while it was asked who it is
      if (response.destroyed) return
      const stream = { response, actor, sessionToken }
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // a proxy that gathers before it sends would make the stream look dead
        'x-accel-buffering': 'no',
        // the connection ends with the stream; kept alive, it would hold up a shutdown
        connection: 'close',
      })
      audiences.add(stream)
      audiences.write(
        stream,
        `retry: ${1_000 + Math.floor(Math.random() * 2_000)}\nevent: beat\ndata: {}\n\n`,
      )
    },
    nudge() {
      read()
      // after the commit: inside each transaction it would take a lock of the whole database at every commit
      listener.hint()
    },
    nudgeNews: news.look,
    hears: () => listener.isUp() && Date.now() - lastRead < 2 * lookEveryMs,
    streams: audiences.size,
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      if (soon) clearTimeout(soon)
      for (const stream of audiences.all())
        audiences.end(stream, `retry: ${1_000 + Math.floor(Math.random() * 9_000)}\n\n`)
      await listener.stop()
      await news.stop()
      await reading
    },
  }
}
