import { readdirSync, readFileSync } from 'node:fs'
import { figure } from './figure.ts'
import { houseUnderLoad, type LoadSize, mixedLoad, p99 } from './load/mixed-load.ts'
import { percentile } from './load/streams.ts'

type Sample = { at: number; mib: number; handles: number }

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
    const samples: Sample[] = []
    const begin = performance.now()
    const look = () => samples.push({ at: performance.now() - begin, ...stateOf(pid) })
    look()
    const timer = setInterval(look, lookEveryMs)
    const { calls, failed, seconds } = await mixedLoad(house, size)
    clearInterval(timer)
    look()
    await house.close()
    const endMs = seconds * 1_000
    const [memoryThen, memoryNow] = grown(samples, endMs, (some) => middle(some.map(({ mib }) => mib)))
    const [handlesThen, handlesNow] = grown(samples, endMs, (some) => middle(some.map((one) => one.handles)))
    const [p99Then, p99Now] = grown(calls, endMs, p99)
    return {
      ...{ calls: calls.length, failed, memoryThen, memoryNow },
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
    const isGrown =
      size === 'full' &&
      (memoryNow > memoryThen + 30 ||
        handlesNow > handlesThen + 10 ||
        p99Now > Math.max(1.2 * p99Then, p99Then + 25))
    return !failed && !isGrown ? null : `${failed} failed`
  },
  say: (seen) => {
    const of = (name: string) => (seen[name] ?? 0).toFixed(0)
    return `${of('calls')} calls; memory ${of('memoryThen')} then ${of('memoryNow')} MiB, handles ${of('handlesThen')} then ${of('handlesNow')}, p99 ${of('p99Then')} then ${of('p99Now')} ms`
  },
})

/** By the kernel's word. */
const stateOf = (pid: number): Omit<Sample, 'at'> => ({
  mib: Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1_024,
  handles: readdirSync(`/proc/${pid}/fd`).length,
})
