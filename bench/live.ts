import { Agent } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { hours, later, wholeMinute } from '#domain/basics/time.ts'
import { asking } from '#testing/harness/asking.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { gatherHints } from '#web/api/gathering.ts'
import { type House, withHouse } from './house.ts'
import { percentiles } from './load.ts'
import { processorSeconds } from './processor.ts'
import { tell } from './telling.ts'

/*
 * From a change to another screen's row. A screen is a stream over a bare socket and a question after each hint,
 * gathered by the browser's own code.
 */

export type Side = {
  name: string
  pid: number
  /** The event stream, the list and the change, with the headers of the nth person. */
  live: string
  list: string
  summary?: string
  raise: string
  headers: (nth: number) => Record<string, string>
}

type Screen = { seen: (change: string) => Promise<number>; hints: () => number; close: () => void }

const draft = JSON.stringify(aDraft(new Date(), { pickupAt: later(wholeMinute(new Date()), hours(1)) }))

/** Milliseconds from the answer of a raise until it stands in the list of the screen that follows. */
export async function changeToRow(side: Side, { streams, changes }: { streams: number; changes: number }) {
  const agent = new Agent({ keepAlive: true })
  const ask = asking(agent)
  const listeners = await openStreams(side, streams - 1, () => undefined)
  const screen = await followingScreen(side, ask)
  const times: number[] = []
  for (let nth = 0; nth < changes + 5; nth++) {
    const { text } = await ask(raiseOf(side, nth))
    const answeredAt = performance.now()
    const seenAt = await screen.seen((JSON.parse(text) as { id: string }).id)
    // the first ones compile what they need
    if (nth >= 5) times.push(Math.max(0, seenAt - answeredAt))
    await sleep(20 + Math.random() * 60)
  }
  screen.close()
  for (const close of listeners) close()
  agent.destroy()
  return percentiles(times)
}

/** One that asks its list when hinted, and knows when it saw what. */
async function followingScreen(side: Side, ask: ReturnType<typeof asking>): Promise<Screen> {
  const waiting = new Map<string, (at: number) => void>()
  const seen = new Map<string, number>()
  let hints = 0
  const { hint } = gatherHints({
    async ask() {
      const { text } = await ask({ url: side.list, headers: side.headers(0) })
      const at = performance.now()
      for (const [, id = ''] of text.matchAll(/"id":"([^"]+)"/g)) {
        if (!seen.has(id)) seen.set(id, at)
        waiting.get(id)?.(at)
      }
    },
  })
  const [close = () => undefined] = await openStreams(side, 1, () => {
    hints++
    hint()
  })
  return {
    seen: (id) =>
      new Promise((resolve) => {
        const at = seen.get(id)
        if (at !== undefined) resolve(at)
        else waiting.set(id, resolve)
      }),
    hints: () => hints,
    close,
  }
}

/** So many changes a second while so many screens follow: until every one of them has shown each. */
export async function storm(
  side: Side,
  { screens, perSecond, seconds }: { screens: number; perSecond: number; seconds: number },
) {
  const agent = new Agent({ keepAlive: true })
  const ask = asking(agent)
  /** In the order of the list, whose first row tells which of them an answer holds. */
  const changes: { raisedAt: string; answeredAt: number }[] = []
  const histogram = new Uint32Array(6_000)
  let [asked, refused] = [0, 0]
  const shown = new Array<string>(screens).fill('')
  const agents = [agent]
  const follow = (nth: number) => {
    // a browser keeps its own connections
    const own = new Agent({ keepAlive: true })
    agents.push(own)
    const ask = asking(own)
    const list = gatherHints({
      async ask() {
        asked++
        const { status, text } = await ask({ url: side.list, headers: side.headers(nth) })
        if (status !== 200) refused++
        const raisedAt = text.match(/"raised(?:At|_at)":"([^"]+)"/)?.[1]
        if (raisedAt === undefined) return
        const now = performance.now()
        for (let at = changes.length - 1; at >= 0; at--) {
          const change = changes[at]
          if (!change || change.raisedAt <= (shown[nth] ?? '')) break
          if (change.raisedAt > raisedAt) continue
          const ms = Math.max(0, Math.round(now - change.answeredAt))
          const slot = Math.min(ms, histogram.length - 1)
          histogram[slot] = (histogram[slot] ?? 0) + 1
        }
        if (raisedAt > (shown[nth] ?? '')) shown[nth] = raisedAt
      },
    })
    const summary = gatherHints({
      async ask() {
        if (side.summary) await ask({ url: side.summary, headers: side.headers(nth) })
      },
      restMs: 1_000,
    })
    return () => {
      list.hint()
      summary.hint()
    }
  }
  const hinted = Array.from({ length: screens }, (_, nth) => follow(nth))
  const streams = await openStreams(side, screens, (nth) => hinted[nth]?.())
  // a screen that is open has shown its list before, over the connections that it has
  for (let nth = 0; nth < screens; nth += 50) {
    for (const hint of hinted.slice(nth, nth + 50)) hint()
    await sleep(100)
  }
  await sleep(1_000)
  asked = 0
  const before = processorSeconds(side.pid)
  const begin = performance.now()
  const raises: Promise<void>[] = []
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const early = begin + (1_000 * nth) / perSecond - performance.now()
    if (early > 0) await sleep(early)
    const raise = raiseOf(side, nth)
    raises.push(
      // a connection that was closed while it was idle: the same call again, by its key
      again(() => ask(raise)).then(
        ({ status, text }) => {
          if (status >= 300) return void refused++
          const { raisedAt } = JSON.parse(text) as { raisedAt: string }
          changes.push({ raisedAt, answeredAt: performance.now() })
        },
        () => void refused++,
      ),
    )
  }
  await Promise.all(raises)
  const took = (performance.now() - begin) / 1_000
  const last =
    changes
      .map(({ raisedAt }) => raisedAt)
      .toSorted()
      .at(-1) ?? ''
  for (let tries = 0; tries < 100 && shown.some((at) => at < last); tries++) await sleep(100)
  const missed = shown.filter((at) => at < last).length
  const server = (processorSeconds(side.pid) - before) / took
  for (const close of streams) close()
  for (const one of agents) one.destroy()
  return { ...percentilesOf(histogram), missed, refused, asked, server, perSecond: changes.length / took }
}

const again = <Answer>(act: () => Promise<Answer>): Promise<Answer> => act().catch(act)

const raiseOf = (side: Side, nth: number) => ({
  method: 'POST',
  url: side.raise,
  headers: { ...side.headers(nth), 'idempotency-key': crypto.randomUUID() },
  body: draft,
})

/** Streams over bare sockets: a thousand clients of their own would cost more than what is measured. */
async function openStreams(
  side: Side,
  count: number,
  onHint: (nth: number) => void,
): Promise<(() => void)[]> {
  const { hostname, port, pathname } = new URL(side.live)
  const open = (nth: number) =>
    new Promise<() => void>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      const headers = Object.entries({ host: `${hostname}:${port}`, ...side.headers(nth) })
      socket.write(`GET ${pathname} HTTP/1.1\r\n${headers.map((one) => one.join(': ')).join('\r\n')}\r\n\r\n`)
      socket.once('data', (bytes) => {
        if (!bytes.includes(' 200 ')) reject(new Error(bytes.toString()))
        socket.on('data', (more) => {
          if (more.includes('event: change')) onHint(nth)
        })
        resolve(() => socket.destroy())
      })
      socket.on('error', reject)
    })
  const opened: (() => void)[] = []
  // not more at once than the system lets wait
  for (let nth = 0; nth < count; nth += 50) {
    const some = Array.from({ length: Math.min(50, count - nth) }, (_, at) => open(nth + at))
    opened.push(...(await Promise.all(some)))
  }
  return opened
}

function percentilesOf(histogram: Uint32Array): { p50: number; p99: number } {
  const all = histogram.reduce((sum, count) => sum + count, 0)
  const at = (part: number) => {
    let passed = 0
    return histogram.findIndex((count) => {
      passed += count
      return passed > part * all
    })
  }
  return { p50: at(0.5), p99: at(0.99) }
}

export async function sidesOf(house: House): Promise<{ floor: Side; product: Side }> {
  const [app, floor] = [await house.startApp(), await house.startFloor()]
  return {
    floor: {
      name: 'floor',
      pid: floor.child.pid ?? 0,
      live: `${floor.url}/live`,
      list: `${floor.url}/list`,
      raise: `${floor.url}/raise`,
      headers: () => ({}),
    },
    product: {
      name: 'product',
      pid: app.child.pid ?? 0,
      live: `${app.url}/api/live`,
      list: `${app.url}/api/requests?limit=20`,
      summary: `${app.url}/api/requests/summary`,
      raise: `${app.url}/api/requests`,
      headers: (nth) => ({ cookie: house.nurses[nth % house.nurses.length] ?? '', origin: app.url }),
    },
  }
}

/** What is told by `npm run bench`, too. */
export async function measureLive(house: House, isFull: boolean): Promise<void> {
  const { floor, product } = await sidesOf(house)
  const changes = isFull ? 200 : 40
  for (const streams of [200, 1_000]) {
    for (const side of [floor, product]) {
      const { p50, p99 } = await changeToRow(side, { streams, changes })
      tell(
        `${`change to row, ${streams} streams`.padEnd(30)} ${side.name.padEnd(8)} p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`,
      )
    }
  }
  const seconds = isFull ? 60 : 10
  const { p50, p99, missed, refused, asked, server, perSecond } = await storm(product, {
    screens: 1_000,
    perSecond: 100,
    seconds,
  })
  tell(
    `${'storm, 1,000 screens'.padEnd(30)} ${product.name.padEnd(8)} p50 ${p50} ms  p99 ${p99} ms  missed ${missed}  refused ${refused}` +
      `  ${perSecond.toFixed(0)} changes/s  ${(asked / seconds).toFixed(0)} lists/s  server ${server.toFixed(2)} cores`,
  )
}

if (import.meta.main) await withHouse(10_000, (house) => measureLive(house, process.argv.includes('--full')))
