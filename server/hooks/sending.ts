import { fhir } from '#contract/fhir.ts'
import { orders } from '#contract/orders.ts'
import type { AllowedNetworks } from '#domain/basics/outgoing.ts'
import { orderBody } from '#domain/hooks/bodies.ts'
import { judge, quietAfter } from '#domain/hooks/retrying.ts'
import type { Clock } from '../basics/clock.ts'
import { type Db, isUnreachable } from '../db/database.ts'
import { theService } from '../db/event-trail.ts'
import type { Transact } from '../db/work.ts'
import { hookCalls, type Tried, tryCall } from './calling.ts'
import { settle, type Taken, take } from './queue-store.ts'
import { type Said, signedCall } from './signing.ts'
import { stopHook } from './stopping-store.ts'

export type HookSender = {
  /** Something may be due. */
  nudge(): void
  /** Resolves when everything that is due now was tried. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const lookEveryMs = 1_000
const mostAtOnce = 32
/** One that does not answer holds up nobody else: of each hook so many are under way, and so many taken at once. */
const mostOfOne = 4
const takenOfOne = 2
const againAfterMs = 1_000
const longestStopMs = 5_000

/** Calls the hooks with what waits for them, as the outbox is sent (decision 80). */
export function startHooks(parts: {
  db: Db
  transact: Transact
  clock: Clock
  secret: string
  publicUrl: string
  networks: AllowedNetworks
  /** Whether it works by itself, or only when it is asked to settle. */
  isWorker: boolean
  whenQuiet: () => Promise<void>
  onError: (error: unknown) => void
}): HookSender {
  const { db, clock } = parts
  const outgoing = hookCalls(parts.networks)
  const underWay = new Map<Promise<void>, number>()
  let again = false
  let stopped = false
  let running: Promise<void> | null = null
  let wake: () => void = () => undefined
  const nudged = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })

  function run(): Promise<void> {
    again = true
    wake()
    running ??= untilNothingIsDue()
    return running
  }

  async function untilNothingIsDue(): Promise<void> {
    try {
      while (!stopped && (again || underWay.size > 0)) {
        const isFull = underWay.size >= mostAtOnce
        if (again && !isFull) await takeSome()
        // one that ended may let the next of its order go
        else await Promise.race([...underWay.keys(), ...(isFull ? [] : [nudged()])])
      }
    } finally {
      running = null
    }
  }

  async function takeSome(): Promise<void> {
    again = false
    await parts.whenQuiet()
    const taken = await take(db, { most: mostAtOnce - underWay.size, takenOfOne, busy: busyHooks() })
    for (const one of taken) {
      const sending = send(one).finally(() => {
        underWay.delete(sending)
        again = true
      })
      underWay.set(sending, one.hookId)
    }
  }

  function busyHooks(): number[] {
    const counts = Map.groupBy(underWay.values(), (id) => id)
    return [...counts].filter(([, many]) => many.length > mostOfOne - takenOfOne).map(([id]) => id)
  }

  async function send(one: Taken): Promise<void> {
    const said = saidOf(one, parts.publicUrl)
    const tried = await tryCall(outgoing, () => signedCall(parts.secret, one, said, clock.now()))
    await settleSurely(one, tried)
  }

  /** What was taken must be known to be: forgotten, it would be sent again. */
  async function settleSurely(one: Taken, tried: Tried): Promise<void> {
    const now = clock.now()
    const quiet = quietAfter(tried.code, tried.retryAfter, now)
    const verdict = judge({ ...one, code: tried.code, quiet }, now, Math.random())
    for (;;) {
      try {
        const isOurs = await settle(db, one, { ...tried, quiet }, verdict)
        if (isOurs && verdict.state === 'given-up' && verdict.isDead)
          await parts.transact(theService, clock.now(), (work) => stopHook(work, one.hookId, tried.code))
        return
      } catch (error) {
        parts.onError(error)
        if (stopped || !isUnreachable(error)) return
        await after(againAfterMs)
      }
    }
  }

  const nudge = () => void (parts.isWorker && !stopped ? run().catch(parts.onError) : undefined)
  const timer = parts.isWorker ? setInterval(nudge, lookEveryMs) : undefined
  return {
    nudge,
    settle: run,
    async stop() {
      stopped = true
      wake()
      clearInterval(timer)
      await Promise.race([Promise.allSettled([running, ...underWay.keys()]), after(longestStopMs)])
    },
  }
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

const saidOf = (one: Taken, publicUrl: string): Said => ({
  id: `msg_${one.hookId}_${one.eventId}`,
  // the provider reads orders where its screens do (ruling AMB-329)
  body: orderBody({
    ...one,
    link: `${publicUrl}${(one.organisationId === null ? orders.show.path : fhir.show.path).replace(':id', one.subject)}`,
  }),
})
