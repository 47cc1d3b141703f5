import type pg from 'pg'
import { wayTo } from '../../db/hosts.ts'

const channel = 'crossmatch_events'
const connectAgainMs = 1_000
/** The first hint goes at once. Those after it are gathered, since every process reads for each. */
const coalesceMs = 20

export type Listener = {
  isUp(): boolean
  /** Wakes the readers of the other processes. */
  hint(): void
  stop(): Promise<void>
}

/** A connection of its own that hears the hints of the other processes, and is made again when it breaks. */
export function listenFor(url: string, onHint: () => void, onError: (error: unknown) => void): Listener {
  let client: pg.Client | null = null
  let stopped = false
  let retry: NodeJS.Timeout | null = null
  let waiting: NodeJS.Timeout | null = null
  let notifiedAt = Number.NEGATIVE_INFINITY
  let isNotifying = false
  let again = false

  async function connect(): Promise<void> {
    const { connectionString, Client } = wayTo(url)
    const next = new Client({
      connectionString,
      application_name: 'crossmatch live',
      keepAlive: true,
    })
    // a hint of our own comes back to us too, and what it tells of was read when it was sent
    const own = next as pg.Client & { processID?: number | null }
    next.on('notification', ({ processId }) => {
      if (processId !== own.processID) onHint()
    })
    next.on('error', onError)
    next.on('end', () => {
      if (client === next) client = null
      if (!stopped) retry = setTimeout(() => void connect(), connectAgainMs)
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

  async function notify(): Promise<void> {
    waiting = null
    notifiedAt = performance.now()
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
  }

  /** Whoever stops cuts off what is under way, which is no fault. */
  const tell = () =>
    void notify().catch((error) => {
      if (!stopped) onError(error)
    })

  void connect()
  return {
    isUp: () => client !== null,
    hint() {
      if (waiting || stopped) return
      const early = notifiedAt + coalesceMs - performance.now()
      if (early > 0) waiting = setTimeout(tell, early)
      else tell()
    },
    async stop() {
      stopped = true
      if (retry) clearTimeout(retry)
      if (waiting) clearTimeout(waiting)
      await client?.end()
    },
  }
}
