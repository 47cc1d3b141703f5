import { setTimeout as sleep } from 'node:timers/promises'
import { requests } from '#contract/requests.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, anAccount } from '#testing/makers/makers.ts'
import { sessionCookie } from '#testing/makers/sessions.ts'
import { figure } from './figure.ts'
import { type OpenStream, openBareStream, percentile } from './load/streams.ts'

type Size = { streams: number; seconds: number; perSecond: number; isProcess: boolean; reopened: number }
type Change = { hospital: string; askedAt: number; answeredAt: number }
type Follower = {
  hospital: string | null
  openedAt: number
  closedAt: number
  heard: string[]
  stream: OpenStream
}

/** What is told right before a stream is closed may be under way. */
const graceMs = 2_000
const hospitals = ['firm', 'noble']
const many = { RAISES_GATHERED_AFTER: '1000000', RAISES_REFUSED_FROM: '1000000' }

figure<Size>({
  id: 'F13',
  promise: 'delay of a change to a thousand streams',
  target: '1,000 streams for 10 minutes, 100 of them opened again: p99 250 ms, none missed, none stray',
  small: { streams: 12, seconds: 1, perSecond: 20, isProcess: false, reopened: 3 },
  full: {
    parts: 5,
    size: { streams: 1_000, seconds: 120, perSecond: 10, isProcess: true, reopened: 20 },
    minutes: 4,
  },
  async part({ streams, seconds, perSecond, isProcess, reopened }) {
    const house = isProcess
      ? await startServerProcess({ program: 'built', settings: many })
      : await aService({ settings: { ROLE: 'web', ...many }, isSettling: false })
    const cookies = await cookiesOf(house.db, Math.ceil(streams / 40))
    const changes = new Map<string, Change>()
    const hints: { id: string; at: number }[] = []
    const followers: Follower[] = []
    const open = async (nth: number) => {
      const { cookie, hospital } = cookies[nth % cookies.length] as (typeof cookies)[number]
      const heard: string[] = []
      const stream = await openBareStream(house.url, cookie, (id, at) => {
        heard.push(id)
        hints.push({ id, at })
      })
      followers.push({
        hospital,
        openedAt: performance.now(),
        closedAt: Number.POSITIVE_INFINITY,
        heard,
        stream,
      })
    }
    for (let nth = 0; nth < streams; nth += 50)
      await Promise.all(Array.from({ length: Math.min(50, streams - nth) }, (_, more) => open(nth + more)))

    const staff = hospitals.map((hospital) => house.as(`${hospital}_pilot`))
    const raises: Promise<void>[] = []
    const begin = performance.now()
    const count = seconds * perSecond
    for (let nth = 0; nth < count; nth++) {
      await sleep(Math.max(0, begin + (1_000 * nth) / perSecond - performance.now()))
      const askedAt = performance.now()
      const by = nth % hospitals.length
      raises.push(
        (staff[by] as (typeof staff)[number]).done(requests.raise, aDraft(new Date())).then(({ id }) => {
          changes.set(id, { hospital: hospitals[by] as string, askedAt, answeredAt: performance.now() })
        }),
      )
      const isTime = nth % Math.ceil(count / reopened) === 0
      const oldest = isTime ? followers.find(({ closedAt }) => closedAt === Number.POSITIVE_INFINITY) : null
      if (!oldest) continue
      oldest.closedAt = performance.now()
      oldest.stream.close()
      await open(nth)
    }
    await Promise.all(raises)
    await sleep(graceMs)
    for (const { stream } of followers) stream.close()
    const { missed, stray, doubled } = judged(followers, changes)
    const delays = hints.flatMap(({ id, at }) => {
      const change = changes.get(id)
      return change ? [Math.max(0, at - change.answeredAt)] : []
    })
    await house.close()
    return {
      changes: changes.size,
      hints: hints.length,
      missed,
      stray,
      doubled,
      p99Most: percentile(delays, 0.99),
    }
  },
  whyMissed({ hints, missed, stray, doubled, p99Most = 0 }, size) {
    const isSlow = size === 'full' && p99Most > 250
    return hints && !missed && !stray && !doubled && !isSlow
      ? null
      : `${missed} missed, ${stray} stray, ${doubled} doubled, p99 ${p99Most.toFixed(0)} ms`
  },
  say: ({ changes, hints, p99Most = 0 }) =>
    `${changes} changes, ${hints} hints: p99 ${p99Most.toFixed(0)} ms, none missed, stray or doubled`,
})

/** Of the people of some hospitals, and of the provider; one account may have a hundred streams. */
async function cookiesOf(db: Parameters<typeof sessionCookie>[0], each: number) {
  const cookies: { cookie: string; hospital: string | null }[] = []
  for (let nth = 0; nth < Math.max(2, each); nth++) {
    const hospital = hospitals[nth % hospitals.length] as string
    const grant = { product: 'pilot', role: 'staff', organisationId: hospital } as const
    const { email } = await anAccount(db, { email: `${hospital}.follower${nth}`, grant })
    cookies.push({ cookie: await sessionCookie(db, email), hospital })
  }
  const grant = { product: 'admin', role: 'admin', organisationId: null } as const
  const { email } = await anAccount(db, { email: 'provider.follower', grant })
  cookies.push({ cookie: await sessionCookie(db, email), hospital: null })
  return cookies
}

function judged(followers: readonly Follower[], changes: ReadonlyMap<string, Change>) {
  const sum = { missed: 0, stray: 0, doubled: 0 }
  for (const { hospital, openedAt, closedAt, heard } of followers) {
    const counts = new Map<string, number>()
    for (const id of heard) counts.set(id, (counts.get(id) ?? 0) + 1)
    for (const [id, change] of changes) {
      const times = counts.get(id) ?? 0
      const isTheirs = hospital === null || hospital === change.hospital
      if (!isTheirs) sum.stray += times
      else if (times > 1) sum.doubled++
      else if (times === 0 && change.askedAt > openedAt && change.answeredAt + graceMs < closedAt)
        sum.missed++
    }
  }
  return sum
}
