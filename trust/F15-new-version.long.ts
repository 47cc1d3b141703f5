import { setTimeout as sleep } from 'node:timers/promises'
import { requests } from '#contract/requests.ts'
import { type Client, clientOf } from '#testing/harness/client.ts'
import { freePort, type Program, startApp } from '#testing/harness/process.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { sessionCookie, theSecret } from '#testing/makers/sessions.ts'
import { figure } from './figure.ts'
import { loadSettings } from './load/mixed-load.ts'
import { openBareStream } from './load/streams.ts'

type Size = { streams: number; perSecond: number; deploys: number; program: Program }

/** Between a lost answer and the next try. */
const againMs = 200
const longestMs = 30_000
/** Who calls, and who listen: one account may have a hundred streams. */
const people = ['firm_pilot', 'firm', 'bloodsupport', 'redbank_bloodbank']

figure<Size>({
  id: 'F15',
  promise: 'failed calls at a new version',
  target:
    '20 new versions in one place under 50 calls a second and 200 streams: none failed after a repeat, gap 3 s, all streams back in 30 s',
  small: { streams: 5, perSecond: 10, deploys: 1, program: 'main' },
  full: { parts: 4, size: { streams: 200, perSecond: 50, deploys: 5, program: 'built' }, minutes: 4 },
  async part({ streams, perSecond, deploys, program }) {
    // its database, and the account that follows
    const house = await startServerProcess({ settings: { ROLE: 'worker' } })
    const port = String(await freePort())
    const start = () =>
      startApp(
        {
          ...{ PORT: port, ROLE: 'web', DATA_DIR: house.dataFolder, DATABASE_URL: house.databaseUrl },
          ...{ AUTH_SECRET: theSecret, DEMO: '0', ...loadSettings },
        },
        program,
      )
    let app = await start()
    const url = app.url
    const [caller, ...listeners] = await Promise.all(
      people.map((name) => sessionCookie(house.db, `${name}@crossmatch.example`)),
    )
    const staff = clientOf({ url, origin: url, firstCookies: async () => caller ?? '' })
    const seen = { calls: 0, failed: 0, gapMsMost: 0, backMsMost: 0, streamsLost: 0 }
    let isOver = false
    let lastSuccess = performance.now()

    /** As a browser does: the same key until it is answered. */
    async function insist(act: (client: Client) => Promise<{ status: number }>): Promise<void> {
      const until = performance.now() + longestMs
      while (performance.now() < until) {
        const status = await act(staff).then(
          (answer) => answer.status,
          () => 503,
        )
        if (status < 300) {
          seen.gapMsMost = Math.max(seen.gapMsMost, performance.now() - lastSuccess)
          lastSuccess = performance.now()
          seen.calls++
          return
        }
        if (status < 500) break
        await sleep(againMs)
      }
      seen.failed++
    }

    async function callOn(): Promise<void> {
      const under: Promise<void>[] = []
      for (let nth = 0; !isOver; nth++) {
        const key = crypto.randomUUID()
        const draft = aDraft(new Date())
        under.push(
          nth % 3 === 0
            ? insist((client) => client.call(requests.raise, draft, { idempotencyKey: key }))
            : insist((client) => client.call(requests.list, { limit: 20 })),
        )
        await sleep(1_000 / perSecond)
      }
      await Promise.all(under)
    }

    let open = 0
    /** Comes back when it was ended, after the time that it was told. */
    async function follow(cookie = ''): Promise<void> {
      while (!isOver) {
        const stream = await openBareStream(url, cookie, () => undefined).catch(() => null)
        if (stream) {
          open++
          await new Promise((resolve) => stream.socket.once('close', resolve))
          open--
        }
        await sleep(500 + Math.random() * 1_500)
      }
    }
    const followers = Array.from({ length: streams }, (_, nth) => follow(listeners[nth % listeners.length]))
    await untilOpen()
    lastSuccess = performance.now()
    const calling = callOn()
    for (let nth = 0; nth < deploys; nth++) {
      await sleep(1_000)
      await app.signal('SIGTERM')
      app = await start()
      const from = performance.now()
      const isBack = await untilOpen()
      seen.backMsMost = Math.max(seen.backMsMost, performance.now() - from)
      if (!isBack) seen.streamsLost += streams - open
    }
    isOver = true
    await calling
    await app.signal('SIGTERM')
    await Promise.all(followers)
    await house.close()
    return seen

    async function untilOpen(): Promise<boolean> {
      const until = performance.now() + longestMs
      while (open < streams && performance.now() < until) await sleep(50)
      return open === streams
    }
  },
  whyMissed({ calls, failed, gapMsMost: gap = 0, streamsLost }, size) {
    return calls && !failed && !streamsLost && (size === 'small' || gap <= 3_000)
      ? null
      : `${failed} failed, gap ${gap.toFixed(0)} ms, ${streamsLost} streams not back`
  },
  say: ({ calls, gapMsMost: gap = 0, backMsMost: back = 0 }) =>
    `${calls} calls, none failed after a repeat; longest gap ${(gap / 1_000).toFixed(1)} s, all streams back ${(back / 1_000).toFixed(1)} s after the start`,
})
