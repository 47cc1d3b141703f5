import { setTimeout as sleep } from 'node:timers/promises'
import { orders } from '#contract/orders.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import type { Db } from '#server/db/database.ts'
import { hashPassword } from '#server/platform/identity/passwords.ts'
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
export type LoadSize = { perSecond: number; signInsPerSecond: number; seconds: number }

/** For a house that takes it: nobody is too quick, and each sign-in may come from another place. */
export const loadSettings = {
  TRUST_PROXY: '1',
  RAISES_GATHERED_AFTER: '1000000',
  RAISES_REFUSED_FROM: '1000000',
}
const wards = 8

type Asking = { db: Db; as(email: string): Client; anonymous: Client }

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
  house: Asking,
  { perSecond, signInsPerSecond, seconds }: LoadSize,
): Promise<MixedLoad> {
  const nurses = await Promise.all(
    Array.from({ length: wards }, async (_, nth) => {
      const grant = { product: 'pilot', role: 'staff', organisationId: 'firm' } as const
      return house.as((await anAccount(house.db, { email: `firm.ward${nth}`, grant })).email)
    }),
  )
  const [admin, provider] = [house.as('firm'), house.as('bloodsupport')]
  const waiting: { id: string; version: number }[] = []
  const load: MixedLoad = { calls: [], signIns: [], failed: 0, putOff: 0, seconds: 0 }
  await makePasswordDear(house.db)

  async function timed(into: Timed[], act: () => Promise<{ status: number }>): Promise<void> {
    const at = performance.now()
    const status = await act().then(
      (answer) => answer.status,
      () => 0,
    )
    if (into === load.signIns && status === 503) {
      load.putOff++
      return
    }
    into.push({ at: at - begin, ms: performance.now() - at })
    if (status < 200 || status >= 300) load.failed++
  }

  async function call(nth: number) {
    const nurse = nurses[nth % wards] as Client
    const kind = nth % 10
    if (kind < 3) {
      const answer = await nurse.call(requests.raise, aDraft(new Date()))
      if (answer.status < 300) waiting.push({ id: answer.body.id, version: 1 })
      return answer
    }
    const next = kind === 3 ? waiting.shift() : undefined
    if (next) return admin.call(requests.approve, next)
    return kind < 8 ? nurse.call(requests.list, { limit: 20 }) : provider.call(orders.list, {})
  }

  const signIn = (nth: number) =>
    house.anonymous.raw('POST', people.signIn.path, {
      body: { email: whoSignsIn, password: thePassword },
      headers: { 'x-forwarded-for': `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}` },
    })

  await Promise.all(nurses.map((nurse) => nurse.cookies()))
  const all = new Set<Promise<void>>()
  const go = (one: Promise<void>) => {
    all.add(one)
    void one.then(() => all.delete(one))
  }
  const begin = performance.now()
  const everySignIn = Math.round(perSecond / signInsPerSecond)
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    await sleep(Math.max(0, begin + (1_000 * nth) / perSecond - performance.now()))
    go(timed(load.calls, () => call(nth)))
    if (nth % everySignIn === 0) go(timed(load.signIns, () => signIn(nth / everySignIn)))
  }
  await Promise.all(all)
  load.seconds = (performance.now() - begin) / 1_000
  return load
}

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
