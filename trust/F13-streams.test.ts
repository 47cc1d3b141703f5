import { setTimeout as sleep } from 'node:timers/promises'
import { requests } from '#contract/requests.ts'
import { type Client, clientOf } from '#testing/harness/client.ts'
import { freePort, startApp } from '#testing/harness/process.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { sessionCookie, theSecret } from '#testing/makers/sessions.ts'
import { figure } from './figure.ts'
import { percentile } from './load/streams.ts'
import { type Change, cookiesOf, followersAt, graceMs, hospitals, judged } from './streams/followers.ts'

type Size = {
  streams: number
  seconds: number
  perSecond: number
  isProcess: boolean
  /** Clients that are cut off, one after the other, and come back. */
  killed: number
  /** How long at most a browser waits until it comes back. */
  awayMs: number
}

const many = { RAISES_GATHERED_AFTER: '1000000', RAISES_REFUSED_FROM: '1000000' }
const longestMs = 30_000

figure<Size>({
  id: 'F13',
  promise: 'delay of a change to a thousand streams',
  target:
    '1,000 streams for 10 minutes, in which the app stops and comes back 5 times and 100 clients are cut off and come back: p99 250 ms but for the gaps of the restarts, all back in 30 s, none missed, none stray',
  small: { streams: 12, seconds: 1, perSecond: 20, isProcess: false, killed: 3, awayMs: 300 },
  full: {
    parts: 5,
    size: { streams: 1_000, seconds: 120, perSecond: 10, isProcess: true, killed: 20, awayMs: 2_000 },
    minutes: 4,
  },
  async part({ streams, seconds, perSecond, isProcess, killed, awayMs }) {
    const house = await (isProcess ? processes() : services())
    const { url } = house
    const reach = { url, awayMs, longestMs }
    const following = followersAt(reach, await cookiesOf(house.db, Math.ceil(streams / 40)), streams)
    await following.allOpen(longestMs)
    const changes = new Map<string, Change>()
    const staff = await Promise.all(
      hospitals.map(async (hospital) => {
        const cookie = await sessionCookie(house.db, `${hospital}_pilot@crossmatch.example`)
        return clientOf({ url, origin: url, firstCookies: async () => cookie })
      }),
    )
    const raises: Promise<void>[] = []
    const begin = performance.now()
    const count = seconds * perSecond
    let due = 0
    let gap: Promise<{ from: number; until: number }> | null = null
    for (let nth = 0; nth < count; nth++) {
      await sleep(Math.max(0, begin + (1_000 * nth) / perSecond - performance.now()))
      raises.push(raise(nth % hospitals.length))
      if (nth % Math.ceil(count / killed) === 0) due++
      if (due > 0 && following.cutOff(nth)) due--
      if (nth === Math.floor(count / 2)) gap = restarted()
    }
    await Promise.all(raises)
    const { from, until } = (await gap) ?? { from: 0, until: 0 }
    await following.allOpen(longestMs)
    await sleep(graceMs)
    const followers = await following.end()
    await house.close()
    const isInGap = ({ askedAt, answeredAt }: Change) => askedAt < until && answeredAt > from
    const hints = followers.flatMap(({ spans }) => spans.flatMap(({ heard }) => heard))
    const delays = hints.flatMap(({ id, at }) => {
      const change = changes.get(id)
      return change && !isInGap(change) ? [Math.max(0, at - change.answeredAt)] : []
    })
    return {
      ...{ changes: changes.size, hints: hints.length, timed: delays.length },
      ...{ restarts: 1, cutOff: following.cuts() },
      ...judged(followers, changes),
      p99Most: percentile(delays, 0.99),
      gapMsMost: until - from,
    }

    /** As a browser does: the same key until it is answered. */
    async function raise(by: number): Promise<void> {
      const askedAt = performance.now()
      const [draft, idempotencyKey] = [aDraft(new Date()), crypto.randomUUID()]
      while (performance.now() < askedAt + longestMs) {
        const answer = await (staff[by] as Client)
          .call(requests.raise, draft, { idempotencyKey })
          .catch(() => null)
        if (answer?.refusal === null) {
          const answeredAt = performance.now()
          changes.set(answer.body.id, { hospital: hospitals[by] as string, askedAt, answeredAt })
          return
        }
        await sleep(100)
      }
      throw new Error('A raise was not taken')
    }

    /** From the signal until everybody is back. */
    async function restarted() {
      const from = performance.now()
      await house.restart()
      await following.allOpen(longestMs)
      return { from, until: performance.now() }
    }
  },
  whyMissed({ hints, timed, missed, stray, doubled, p99Most = 0 }, size) {
    const isSlow = size === 'full' && p99Most > 250
    return hints && timed && !missed && !stray && !doubled && !isSlow
      ? null
      : `${missed} missed, ${stray} stray, ${doubled} doubled, p99 ${p99Most.toFixed(0)} ms of ${timed} hints`
  },
  say: ({ changes, hints, timed, restarts, cutOff, p99Most = 0, gapMsMost = 0 }) =>
    `${changes} changes, ${hints} hints, ${restarts} restarts, ${cutOff} clients cut off: none missed, stray or doubled; p99 ${p99Most.toFixed(0)} ms of the ${timed} hints outside of the gaps, which took ${(gapMsMost / 1_000).toFixed(1)} s at most from the signal until all were back`,
})

/** On one port, with one database under both lives. */
async function processes() {
  const house = await startServerProcess({ settings: { ROLE: 'worker' } })
  const settings = {
    ...{ PORT: String(await freePort()), ROLE: 'web', DATA_DIR: house.dataFolder },
    ...{ DATABASE_URL: house.databaseUrl, AUTH_SECRET: theSecret, DEMO: '0', ...many },
  }
  let app = await startApp(settings, 'built')
  return {
    ...{ url: app.url, db: house.db },
    async restart() {
      await app.signal('SIGTERM')
      app = await startApp(settings, 'built')
    },
    async close() {
      await app.signal('SIGTERM')
      await house.close()
    },
  }
}

/** The same in this process. */
async function services() {
  const house = await aService({ settings: { ROLE: 'web' }, isSettling: false })
  const port = String(await freePort())
  const start = () =>
    aService({
      databaseUrl: house.databaseUrl,
      settings: { ROLE: 'web', PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...many },
      isSettling: false,
    })
  let service = await start()
  return {
    ...{ url: service.settings.publicUrl, db: house.db },
    async restart() {
      await service.close()
      service = await start()
    },
    async close() {
      await service.close()
      await house.close()
    },
  }
}
