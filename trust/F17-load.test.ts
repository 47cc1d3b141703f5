import { startServerProcess } from '#testing/harness/server-process.ts'
import { aService } from '#testing/harness/service.ts'
import { figure } from './figure.ts'
import { loadSettings, mixedLoad } from './mixed-load.ts'
import { percentile } from './streams.ts'

type Size = { perSecond: number; signInsPerSecond: number; seconds: number; isProcess: boolean }

figure<Size>({
  id: 'F17',
  promise: 'calls a second',
  target: '300 calls a second, p99 250 ms, no errors; 10 sign-ins a second',
  small: { perSecond: 30, signInsPerSecond: 2, seconds: 1, isProcess: false },
  full: {
    parts: 1,
    size: { perSecond: 300, signInsPerSecond: 10, seconds: 60, isProcess: true },
    minutes: 3,
  },
  async part({ isProcess, ...size }) {
    const house = isProcess
      ? await startServerProcess({ program: 'built', settings: loadSettings })
      : await aService({ settings: { ROLE: 'web', ...loadSettings }, isSettling: false })
    const { calls, signIns, failed, seconds } = await mixedLoad(house, size)
    await house.close()
    const p99 = (of: typeof calls) =>
      percentile(
        of.map(({ ms }) => ms),
        0.99,
      )
    return {
      ...{ calls: calls.length, signIns: signIns.length, failed },
      perSecondLeast: calls.length / seconds,
      p99Most: p99(calls),
      signInP99Most: p99(signIns),
    }
  },
  whyMissed({ failed, perSecondLeast = 0, p99Most = 0 }, size) {
    const isSlow = size === 'full' && (p99Most > 250 || perSecondLeast < 295)
    return !failed && !isSlow
      ? null
      : `${failed} failed, ${perSecondLeast.toFixed(0)}/s, p99 ${p99Most.toFixed(0)} ms`
  },
  say: ({ calls, signIns, perSecondLeast = 0, p99Most = 0, signInP99Most = 0 }) =>
    `${calls} calls at ${perSecondLeast.toFixed(0)}/s, p99 ${p99Most.toFixed(0)} ms; ${signIns} sign-ins, p99 ${signInP99Most.toFixed(0)} ms; no error`,
})
