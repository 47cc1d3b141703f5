import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { orders } from '#contract/orders.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import type { Route } from '#contract/route.ts'
import type { Db } from '#server/db/database.ts'
import { hashPassword } from '#server/platform/identity/passwords.ts'
import { type Answered, asking } from '#testing/harness/asking.ts'
import type { Client } from '#testing/harness/client.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, anAccount, thePassword } from '#testing/makers/makers.ts'
import { percentile } from './streams.ts'

export type Timed = { at: number; ms: number }
export type MixedLoad = {
  calls: Timed[]
  signIns: Timed[]
  failed: number
  /** Sign-ins that were told to come back: there were more than the machine has processors for. */
  putOff: number
  seconds: number
}
/** `warmUp`: seconds of the same before, which are not told: what has just started has yet to make its own code quick. */
export type LoadSize = { perSecond: number; signInsPerSecond: number; warmUp?: number; seconds: number }

/** For a house that takes it: nobody is too quick, and each sign-in may come from another place. */
export const loadSettings = {
  TRUST_PROXY: '1',
  RAISES_GATHERED_AFTER: '1000000',
  RAISES_REFUSED_FROM: '1000000',
}
const wards = 8

type House = { url: string; db: Db; as(email: string): Client }

export const p99 = (of: readonly Timed[]): number =>
  percentile(
    of.map(({ ms }) => ms),
    0.99,
  )

/** The product as `npm start` runs it; for a small run in this process, and without what it does by itself. */
export const houseUnderLoad = (isProcess: boolean) =>
  isProcess
    ? startServerProcess({ program: 'built', settings: loadSettings })
    : aService({ settings: { ROLE: 'web', ...loadSettings }, isSettling: false })

/**
 * What people do, so many times a second whether the answers come or not: of ten calls six look at lists, three raise
 * and one approves; and some sign in meanwhile.
 */
export async function mixedLoad(
  house: House,
  { perSecond, signInsPerSecond, warmUp = 0, seconds }: LoadSize,
): Promise<MixedLoad> {
  const agent = new Agent({ keepAlive: true })
  const callers = callersOf(house, agent)
  const nurses = await Promise.all(
    Array.from({ length: wards }, async (_, nth) => {
      const grant = { product: 'pilot', role: 'staff', organisationId: 'firm' } as const
      return callers.as((await anAccount(house.db, { email: `firm.ward${nth}`, grant })).email)
    }),
  )
  const [admin, provider] = await Promise.all([callers.as('firm'), callers.as('bloodsupport')])
  const waiting: { id: string; version: number }[] = []
  const load: MixedLoad = { calls: [], signIns: [], failed: 0, putOff: 0, seconds: 0 }
  await makePasswordDear(house.db)

  async function timed(into: Timed[], act: () => Promise<{ status: number }>): Promise<void> {
    const at = performance.now()
    const status = await act().then(
      (answer) => answer.status,
      () => 0,
    )
    const isPutOff = into === load.signIns && status === 503
    if (!isPutOff && (status < 200 || status >= 300)) load.failed++
    if (at < begin) return
    if (isPutOff) load.putOff++
    else into.push({ at: at - begin, ms: performance.now() - at })
  }

  async function call(nth: number) {
    const nurse = nurses[nth % wards] as Caller
    const kind = nth % 10
    if (kind < 3) {
      const answer = await nurse(requests.raise, aDraft(new Date()))
      if (answer.status < 300) waiting.push({ id: JSON.parse(answer.text).id, version: 1 })
      return answer
    }
    const next = kind === 3 ? waiting.shift() : undefined
    if (next) {
      const { id, ...seen } = next
      return admin(requests.approve, seen, requests.approve.path.replace(':id', id))
    }
    return kind < 8 ? nurse(requests.list, null, `${requests.list.path}?limit=20`) : provider(orders.list)
  }

  const signIn = (nth: number) =>
    callers.from(`10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`)(people.signIn, {
      email: whoSignsIn,
      password: thePassword,
    })

  const all = new Set<Promise<void>>()
  const go = (one: Promise<void>) => {
    all.add(one)
    void one.then(() => all.delete(one))
  }
  const first = performance.now()
  const begin = first + warmUp * 1_000
  const everySignIn = Math.round(perSecond / signInsPerSecond)
  for (let nth = 0; nth < perSecond * (warmUp + seconds); nth++) {
    await sleep(Math.max(0, first + (1_000 * nth) / perSecond - performance.now()))
    go(timed(load.calls, () => call(nth)))
    if (nth % everySignIn === 0) go(timed(load.signIns, () => signIn(nth / everySignIn)))
  }
  await Promise.all(all)
  // a sign-in that is still waiting is no call that came late
  load.seconds = load.calls.reduce((last, { at, ms }) => Math.max(last, at + ms), 0) / 1_000
  agent.destroy()
  return load
}

type Caller = (row: Route, input?: object | null, path?: string) => Promise<Answered>

/** By a caller that costs little: it shares the machine with the house, which would lack what `fetch` takes. */
function callersOf({ url, as }: House, agent: Agent) {
  const ask = asking(agent)
  const caller =
    (own: Record<string, string>): Caller =>
    ({ method, path: plain }, input = null, path = plain) =>
      ask({
        url: `${url}${path}`,
        method,
        headers: { 'sec-fetch-site': 'same-origin', ...(input ? {} : packed), ...own },
        ...(input ? { body: JSON.stringify(input) } : {}),
      })
  return {
    as: async (email: string) => caller({ cookie: await as(email).cookies() }),
    from: (place: string) => caller({ 'x-forwarded-for': place }),
  }
}

/** As browsers ask for lists; nobody unpacks it here. */
const packed = { 'accept-encoding': 'gzip' }

const whoSignsIn = 'firm_pilot@crossmatch.example'

/** The makers hash at almost no cost; people's passwords cost what they cost. */
async function makePasswordDear(db: Db): Promise<void> {
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', whoSignsIn)
    .executeTakeFirstOrThrow()
  const password = await hashPassword(thePassword)
  await db.updateTable('credentials').set({ password }).where('accountId', '=', id).execute()
}
