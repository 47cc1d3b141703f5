import type { ServerResponse } from 'node:http'
import pg from 'pg'
import { heartbeatMs, type LiveMessage } from '#contract/live.ts'
import { events, isEventKind } from '#domain/events/events.ts'
import { type Fact, providerAlone } from '#domain/events/fact.ts'
import { type Actor, isBank, isProvider } from '#domain/people/actor.ts'
import { mayHear } from '#domain/people/hearing.ts'
import type { Db } from '../../db/database.ts'
import { type Change, type Cursor, heldUpBy, readChanges, startOfReading } from '../../db/event-reader.ts'

const channel = 'crossmatch_events'
const lookEveryMs = 1_000
const recheckEveryMs = 4_000
const coalesceMs = 5
const longestSilenceMs = 5_000
const batch = 500
const fullestBuffer = 1_000_000
const longestEndMs = 2_000
/** Ruling AMB-229: the tabs of one person, or the machines of a ward that share an account. */
export const mostOfOneAccount = 100
const mostInAll = 6_000
/** For a page that does not know the word and comes back by itself. */
const crowded = 'retry: 60000\nevent: crowded\ndata: {}\n\n'

export type Live = {
  /** Keeps the response open and tells it what its actor may hear. */
  open(response: ServerResponse, actor: Actor, sessionToken: string): void
  /** Something was committed: wake every reader, here and in the other processes. */
  nudge(): void
  /** Whether what happens in other processes is heard of here without delay. */
  hears(): boolean
  streams(): number
  stop(): Promise<void>
}

type Stream = { response: ServerResponse; actor: Actor; sessionToken: string }

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
  const streams = new Set<Stream>()
  let cursor: Cursor = await startOfReading(options.db)
  let reading: Promise<void> | null = null
  let again = false
  let lastRead = Date.now()
  let hold: { by: string | null; since: number; lookedAt: number } = { by: null, since: 0, lookedAt: 0 }
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
      const changes = await readChanges(options.db, cursor, batch)
      lastRead = Date.now()
      for (const change of changes) {
        options.onChange?.(change)
        tell(change)
      }
      const last = changes.at(-1)
      if (last) cursor = { txid: last.txid, id: last.id }
      if (changes.length < batch) return lookForHold()
    }
  }

  /** Somebody's transaction that does not end holds up every change after it. Busy writers take turns in doing so. */
  async function lookForHold(): Promise<void> {
    const lookedAt = Date.now()
    if (lookedAt - hold.lookedAt < lookEveryMs) return
    const by = await heldUpBy(options.db)
    hold = { by, since: by === hold.by ? hold.since : lookedAt, lookedAt }
  }

  function tell(change: Change): void {
    const fact: Fact | null = isEventKind(change.kind) ? events[change.kind] : null
    const topic = fact?.live ?? null
    if (fact === null || topic === null) return
    for (const stream of streams) {
      if (!mayHear(stream.actor, { ...change, topic })) continue
      const kind = isNamedTo(stream.actor, fact) ? change.kind : 'changed'
      const message: LiveMessage = { topic, id: change.subjectId, kind }
      write(stream, `event: change\ndata: ${JSON.stringify(message)}\n\n`)
    }
  }

  function write(stream: Stream, text: string): void {
    // a reader that does not read is let go; it comes back and asks again
    if (stream.response.writableLength > fullestBuffer) {
      stream.response.destroy()
      return
    }
    stream.response.write(text)
  }

  /** Written to no more, or that would be an error of the whole process. Nobody waits for one that does not read. */
  function end(stream: Stream, text: string): void {
    streams.delete(stream)
    stream.response.end(text)
    setTimeout(() => stream.response.destroy(), longestEndMs).unref()
  }

  /** A stream that would not hear of changes must not look live. */
  function beat(): void {
    const isHeldUp = hold.by !== null && Date.now() - hold.since > longestSilenceMs
    if (isHeldUp || Date.now() - lastRead > longestSilenceMs) return
    for (const stream of streams) write(stream, 'event: beat\ndata: {}\n\n')
  }

  async function recheck(): Promise<void> {
    if (streams.size === 0) return
    // only those that were asked about: one that opens meanwhile is not among the answers
    const asked = [...streams]
    const actors = await options.whoAre(asked.map((stream) => stream.sessionToken))
    for (const stream of asked) {
      const actor = actors.get(stream.sessionToken)
      const isSame = actor !== undefined && JSON.stringify(actor) === JSON.stringify(stream.actor)
      if (!isSame && streams.has(stream)) end(stream, 'event: signed-out\ndata: {}\n\n')
    }
  }

  const listener = listenFor(options.url, read, options.onError)
  const timers = [
    setInterval(read, lookEveryMs),
    setInterval(beat, options.beatEveryMs ?? heartbeatMs),
    setInterval(() => recheck().catch(options.onError), recheckEveryMs),
  ]
  let hint: NodeJS.Timeout | null = null

  return {
    open(response, actor, sessionToken) {
      if (stopped || streams.size >= (options.mostStreams ?? mostInAll)) {
        response.writeHead(503, { 'retry-after': stopped ? '2' : '30', connection: 'close' }).end()
        return
      }
      // gone while it was asked who it is
      if (response.destroyed) return
      const stream: Stream = { response, actor, sessionToken }
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // a proxy that gathers before it sends would make the stream look dead
        'x-accel-buffering': 'no',
        // the connection ends with the stream; kept alive, it would hold up a shutdown
        connection: 'close',
      })
      const [oldest, ...others] = [...streams].filter((one) => one.actor.accountId === actor.accountId)
      if (oldest && others.length + 1 >= mostOfOneAccount) end(oldest, crowded)
      streams.add(stream)
      response.on('close', () => streams.delete(stream))
      write(stream, `retry: ${1_000 + Math.floor(Math.random() * 2_000)}\nevent: beat\ndata: {}\n\n`)
    },
    nudge() {
      read()
      // after the commit and gathered over a few milliseconds: inside each transaction it would take a lock of the
      // whole database at every commit
      hint ??= setTimeout(() => {
        hint = null
        listener.notify().catch(options.onError)
      }, coalesceMs)
    },
    hears: () => listener.isUp() && Date.now() - lastRead < 2 * lookEveryMs,
    streams: () => streams.size,
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      if (hint) clearTimeout(hint)
      for (const stream of [...streams])
        end(stream, `retry: ${1_000 + Math.floor(Math.random() * 9_000)}\n\n`)
      await listener.stop()
      await reading
    },
  }
}

/**
 * What is the provider's and the bank's alone in a timeline has no name on the streams of others either. Where that
 * depends on what is told, which is not read here, neither.
 */
const isNamedTo = (actor: Actor, { readers }: Fact): boolean =>
  isProvider(actor) || isBank(actor) || (typeof readers !== 'function' && readers !== providerAlone)

/** A connection of its own that hears the hints, and is made again when it breaks. */
function listenFor(url: string, onHint: () => void, onError: (error: unknown) => void) {
  let client: pg.Client | null = null
  let stopped = false
  let retry: NodeJS.Timeout | null = null
  let isNotifying = false
  let again = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'crossmatch live',
      keepAlive: true,
    })
    next.on('notification', onHint)
    next.on('error', onError)
    next.on('end', () => {
      if (client === next) client = null
      if (!stopped) retry = setTimeout(() => void connect(), 1_000)
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      // told to stop while it was being made
      if (stopped) return await next.end()
      client = next
      onHint()
    } catch (error) {
      onError(error)
      await next.end().catch(() => undefined)
    }
  }

  void connect()
  return {
    isUp: () => client !== null,
    async notify() {
      // the one under way may be older than this change: one more follows it, however many asked
      again = true
      if (isNotifying) return
      isNotifying = true
      try {
        while (again && !stopped) {
          again = false
          await client?.query(`notify ${channel}`)
        }
      } finally {
        isNotifying = false
      }
    },
    async stop() {
      stopped = true
      if (retry) clearTimeout(retry)
      await client?.end()
    },
  }
}
