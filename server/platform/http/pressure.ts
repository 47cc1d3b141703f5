import { Session } from 'node:inspector'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import type { RefusalAnswer } from '#contract/answers.ts'
import { people } from '#contract/people.ts'
import { Answer } from './refuse.ts'

/** How the process is at one moment. */
export type Strain = {
  /** How long what is due has to wait for its turn, on average over the last second. */
  delayMs: number
  /** What is in use of all that there may be, from 0 to 1. */
  heap: number
  memory: number
}

const most: Strain = { delayMs: 1_000, heap: 0.9, memory: 0.9 }
/** A single bad second is no pressure: a machine sleeps, a large list is drawn. */
const inARow = 3
const lookEveryMs = 1_000
const collectEveryMs = 10_000
/** Memory that has not come back by then is lost; the supervisor starts a new process in a second. */
export const hopelessMs = 60_000
export const comeBackAfter = 5

/** Nothing was done of it: unlike after a call that the database did not answer, it can be sent again as it is. */
export const tooBusy: RefusalAnswer = {
  code: 'too-busy',
  title: 'Not Available',
  text: 'The service has too much to do at the moment. Please try again in a few seconds.',
}

/** What has been too much in each of the last looks, the newest last. */
export function pressing(looks: readonly Strain[]): keyof Strain | null {
  const last = looks.slice(-inARow)
  if (last.length < inARow) return null
  const kinds = ['memory', 'heap', 'delayMs'] as const
  return kinds.find((kind) => last.every((look) => look[kind] > most[kind])) ?? null
}

export type Pressure = { isHigh(): boolean; stop(): void }

export type Gauge = { look(): Strain; stop(): void }

export function watchPressure(parts: {
  gauge: Gauge
  onChange: (by: keyof Strain | null, strain: Strain) => void
  /** It does not get better by itself. */
  onHopeless: (by: keyof Strain) => void
}): Pressure {
  let looks: Strain[] = []
  let by: keyof Strain | null = null
  let since = 0
  const timer = setInterval(() => {
    const strain = parts.gauge.look()
    looks = [...looks, strain].slice(-inARow)
    const now = pressing(looks)
    if ((now === null) !== (by === null)) {
      since = performance.now()
      parts.onChange(now, strain)
    }
    by = now
    // a busy loop is worked off, and a new process would begin with the same work
    if (by !== null && by !== 'delayMs' && performance.now() - since >= hopelessMs) parts.onHopeless(by)
  }, lookEveryMs)
  timer.unref()
  return {
    isHigh: () => by !== null,
    stop() {
      clearInterval(timer)
      parts.gauge.stop()
    },
  }
}

/** `memoryMb`: what the process may take in all, where somebody has set a bound. */
export function gaugeOfProcess(memoryMb: number | undefined, nodeOptions: string): Gauge {
  const heapInUse = () => heapShare([nodeOptions, ...process.execArgv].join(' '))
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let lookedAt = performance.now()
  let collectedAt = Number.NEGATIVE_INFINITY

  function look(): Strain {
    // not once since the last look: then it is all the time since
    const delayMs = delays.count === 0 ? performance.now() - lookedAt : delays.mean / 1e6
    lookedAt = performance.now()
    delays.reset()
    // what nobody needs any more is no strain; but nobody collects it while all calls are refused
    if (heapInUse() > most.heap && performance.now() - collectedAt > collectEveryMs) {
      collectGarbage()
      collectedAt = performance.now()
    }
    const memory = memoryMb ? process.memoryUsage.rss() / (memoryMb * megabyte) : 0
    return { delayMs, heap: heapInUse(), memory }
  }

  return { look, stop: () => void delays.disable() }
}

const megabyte = 1024 * 1024
/** What V8 takes for the young of a heap that it sizes by itself: a share of its limit, and never more than this. */
const young = { share: 3 / 35, most: 192 * megabyte }

/**
 * How much of V8's limit is for what lives on: the limit counts the young as well, and with a small heap and much for
 * the young it would never be reached. V8 does not tell the two apart, but the options that set them do.
 */
export function roomForOld(limit: number, options: string): number {
  const old = sizeIn(options, 'old')
  if (old) return Math.min(limit, old)
  const semi = sizeIn(options, 'semi')
  return limit - (semi ? Math.min(3 * semi, limit / 2) : Math.min(young.most, limit * young.share))
}

/** The last one counts. 0: V8 decides. */
function sizeIn(options: string, space: 'old' | 'semi'): number {
  const named = new RegExp(`--max[-_]${space}[-_]space[-_]size[= ](\\d+)`, 'g')
  return Number([...options.matchAll(named)].at(-1)?.[1] ?? 0) * megabyte
}

function heapShare(options: string): number {
  const old = getHeapSpaceStatistics().filter(({ space_name: name }) => !name.startsWith('new_'))
  const used = old.reduce((sum, space) => sum + space.space_used_size, 0)
  return used / roomForOld(getHeapStatistics().heap_size_limit, options)
}

function collectGarbage(): void {
  const session = new Session()
  session.connect()
  session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

/**
 * Calls are told to come back while the process could die of them. Pages go on: they are cheap, and say it to people.
 * So do those who watch, whoever signs out, and streams that are open.
 */
export function refuseUnderPressure(app: FastifyInstance, { isHigh }: Pressure): void {
  app.addHook('onRequest', ({ method, routeOptions: { url = '' } }, _reply, done) => {
    if (!isHigh() || !/^\/(api|fhir)\//.test(url)) return done()
    if (method === people.signOut.method && url === people.signOut.path) return done()
    done(new Answer(503, tooBusy, comeBackAfter))
  })
}
