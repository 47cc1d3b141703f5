import { setTimeout as sleep } from 'node:timers/promises'
import { handlesOf, heldMiB, residentMiB } from '#testing/harness/process-state.ts'
import { figure } from './figure.ts'
import { houseUnderLoad, type LoadSize, mixedLoad, p99 } from './load/mixed-load.ts'
import { percentile } from './load/streams.ts'

type Sample = { at: number; resident: number; handles: number }

const lookEveryMs = 1_000
const middle = (values: readonly number[]): number => percentile(values, 0.5)

/** What is measured of the process in the second tenth, when all is warm, and in the last. */
function grown<Of>(of: readonly (Of & { at: number })[], endMs: number, measure: (part: Of[]) => number) {
  const between = (from: number, to: number) => of.filter(({ at }) => at >= from * endMs && at < to * endMs)
  return [measure(between(0.1, 0.2)), measure(between(0.9, 1.01))] as const
}

figure<LoadSize & { isProcess: boolean }>({
  id: 'F16',
  promise: 'growth over a day',
  target:
    '30 minutes of mixed load at 70 %, in the place of a day: memory within 30 MiB, handles within 10, p99 within 1.2 times or 25 ms',
  small: { perSecond: 30, signInsPerSecond: 1, seconds: 1, isProcess: false },
  full: {
    parts: 1,
    size: { perSecond: 200, signInsPerSecond: 2, seconds: 1_800, isProcess: true },
    minutes: 35,
  },
  async part({ isProcess, ...size }) {
    const house = await houseUnderLoad(isProcess)
    const pid = 'pid' in house ? house.pid : process.pid
    const port = Number(new URL(house.url).port)
    const held = () => (isProcess ? heldMiB(pid) : process.memoryUsage().heapUsed / 2 ** 20)
    const samples: Sample[] = []
    const begin = performance.now()
    const look = () =>
      samples.push({
        at: performance.now() - begin,
        resident: residentMiB(pid),
        handles: handlesOf(pid, port),
      })
    look()
    const timer = setInterval(look, lookEveryMs)
    // between what is compared: collecting stops everything for a moment
    const warm = sleep(size.seconds * 210).then(held)
    const { calls, failed, seconds } = await mixedLoad(house, size)
    clearInterval(timer)
    look()
    const [memoryThen, memoryNow] = [await warm, await held()]
    await house.close()
    const endMs = seconds * 1_000
    const residents = grown(samples, endMs, (some) => middle(some.map(({ resident }) => resident)))
    const [handlesThen, handlesNow] = grown(samples, endMs, (some) => middle(some.map((one) => one.handles)))
    const [p99Then, p99Now] = grown(calls, endMs, p99)
    return {
      ...{ calls: calls.length, failed, memoryThen, memoryNow },
      ...{ residentThen: residents[0], residentNow: residents[1] },
      ...{ handlesThen, handlesNow, p99Then, p99Now },
    }
  },
  whyMissed(seen, size) {
    const {
      failed,
      memoryThen = 0,
      memoryNow = 0,
      handlesThen = 0,
      handlesNow = 0,
      p99Then = 0,
      p99Now = 0,
    } = seen
    const grew = [
      memoryNow > memoryThen + 30 && 'memory',
      handlesNow > handlesThen + 10 && 'handles',
      p99Now > Math.max(1.2 * p99Then, p99Then + 25) && 'p99',
    ].filter((what) => what !== false)
    if (failed) return `${failed} failed`
    return size === 'full' && grew.length > 0 ? `${grew.join(', ')} grew` : null
  },
  say: (seen) => {
    const of = (name: string) => (seen[name] ?? 0).toFixed(0)
    return `${of('calls')} calls; held ${of('memoryThen')} then ${of('memoryNow')} MiB of memory (resident ${of('residentThen')} then ${of('residentNow')}), handles ${of('handlesThen')} then ${of('handlesNow')}, p99 ${of('p99Then')} then ${of('p99Now')} ms`
  },
})
