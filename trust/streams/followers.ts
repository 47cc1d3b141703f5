import { setTimeout as sleep } from 'node:timers/promises'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import type { Db } from '#server/db/database.ts'
import { type Client, clientOf } from '#testing/harness/client.ts'
import { anAccount } from '#testing/makers/makers.ts'
import { sessionCookie } from '#testing/makers/sessions.ts'
import { type OpenStream, openBareStream } from '../load/streams.ts'

export type Change = { hospital: string; askedAt: number; answeredAt: number }

/** As long as a stream stays open. */
type Span = {
  openedAt: number
  closedAt: number
  heard: { id: string; at: number }[]
  /** What its lists said when it came back: a browser asks everything again. */
  listed: string[]
}
type Follower = { hospital: string | null; spans: Span[] }
type Known = { cookie: string; hospital: string | null }

/** What is told right before a stream is closed may be under way. */
export const graceMs = 2_000
export const hospitals = ['firm', 'noble']

/** Of the people of some hospitals, and of the provider; one account may have a hundred streams. */
export async function cookiesOf(db: Db, each: number): Promise<Known[]> {
  const cookies: Known[] = []
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

type Reach = { url: string; awayMs: number; longestMs: number }

/** So many open streams, each of which comes back when it was ended or cut off, and asks then what it missed. */
export function followersAt(reach: Reach, cookies: readonly Known[], count: number) {
  const { url, awayMs, longestMs } = reach
  const open = new Map<number, OpenStream>()
  const faults: Error[] = []
  let [isOver, cuts] = [false, 0]
  const all = Array.from({ length: count }, (_, nth) => {
    const { cookie, hospital } = cookies[nth % cookies.length] as Known
    const follower: Follower = { hospital, spans: [] }
    const client = clientOf({ url, origin: url, firstCookies: async () => cookie })
    return { follower, done: follow(nth, follower, cookie, client).catch((error) => faults.push(error)) }
  })

  async function follow(nth: number, { hospital, spans }: Follower, cookie: string, client: Client) {
    while (!isOver) {
      const span: Span = { openedAt: 0, closedAt: Number.POSITIVE_INFINITY, heard: [], listed: [] }
      const hear = (id: string, at: number) => span.heard.push({ id, at })
      const stream = await openBareStream(url, cookie, hear).catch(() => null)
      if (stream && !isOver) {
        const closed = new Promise((resolve) => stream.socket.once('close', resolve))
        span.openedAt = performance.now()
        const before = spans.at(-1)
        spans.push(span)
        if (before) span.listed = await listedSince(client, hospital, before.closedAt)
        open.set(nth, stream)
        if (!stream.socket.destroyed) await closed
        open.delete(nth)
        span.closedAt = performance.now()
      } else stream?.close()
      if (!isOver) await sleep(awayMs * (0.25 + 0.75 * Math.random()))
    }
  }

  /** Everything of that list since then, asked until it is answered. */
  async function listedSince(client: Client, hospital: string | null, then: number): Promise<string[]> {
    const since = Date.now() - (performance.now() - then) - 2 * graceMs
    const ids: string[] = []
    const until = performance.now() + longestMs
    for (let after: string | undefined; performance.now() < until; ) {
      const asked = after === undefined ? {} : { after }
      const answer = await (hospital === null
        ? client.call(orders.list, asked)
        : client.call(requests.list, { ...asked, limit: 100 })
      ).catch(() => null)
      if (answer?.refusal !== null) {
        await sleep(100)
        continue
      }
      const { items, next } = answer.body
      ids.push(...items.map(({ id }) => id))
      after = next ?? undefined
      if (after === undefined || items.some(({ raisedAt }) => raisedAt.getTime() < since)) return ids
    }
    throw new Error('A list was not answered')
  }

  return {
    async allOpen(withinMs: number): Promise<void> {
      const until = performance.now() + withinMs
      while (open.size < count) {
        if (faults[0]) throw faults[0]
        if (performance.now() > until) throw new Error(`Only ${open.size} of ${count} streams are open`)
        await sleep(20)
      }
    },
    /** As when a browser dies, or its line; false: that one is away. */
    cutOff(nth: number): boolean {
      const stream = open.get(nth % count)
      stream?.close()
      if (stream) cuts++
      return stream !== undefined
    },
    cuts: () => cuts,
    async end(): Promise<Follower[]> {
      isOver = true
      for (const stream of open.values()) stream.close()
      await Promise.all(all.map(({ done }) => done))
      if (faults[0]) throw faults[0]
      return all.map(({ follower }) => follower)
    },
  }
}

/** Whoever was there all the while hears it; whoever was away finds it when they are back. */
export function judged(followers: readonly Follower[], changes: ReadonlyMap<string, Change>) {
  const sum = { missed: 0, stray: 0, doubled: 0 }
  for (const { hospital, spans } of followers) {
    const counted = spans.map((span) => ({ ...span, times: timesOf(span.heard.map(({ id }) => id)) }))
    const listed = new Set(spans.flatMap((span) => span.listed))
    const [first, last] = [spans.at(0), spans.at(-1)]
    for (const [id, change] of changes) {
      const times = counted.map((span) => span.times.get(id) ?? 0)
      const isKnown = listed.has(id) || times.some((one) => one > 0)
      if (hospital !== null && hospital !== change.hospital) sum.stray += Number(isKnown)
      else {
        sum.doubled += times.filter((one) => one > 1).length
        const isDeaf = counted.some((span, at) => times[at] === 0 && isWithin(change, span))
        const isDue = first && last && isWithin(change, { ...first, closedAt: last.closedAt })
        if (isDeaf || (isDue && !isKnown)) sum.missed++
      }
    }
  }
  return sum
}

const isWithin = (change: Change, { openedAt, closedAt }: Pick<Span, 'openedAt' | 'closedAt'>): boolean =>
  change.askedAt > openedAt && change.answeredAt + graceMs < closedAt

function timesOf(ids: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}
