import { figure } from './figure.ts'
import { houseUnderLoad, type LoadSize, mixedLoad, p99 } from './load/mixed-load.ts'

figure<LoadSize & { isProcess: boolean }>({
  id: 'F17',
  promise: 'calls a second',
  target:
    '300 calls a second for a minute, ten seconds after their beginning: p99 250 ms, no errors; 10 sign-ins a second',
  small: { perSecond: 30, signInsPerSecond: 2, seconds: 1, isProcess: false },
  full: {
    parts: 1,
    size: { perSecond: 300, signInsPerSecond: 10, warmUp: 10, seconds: 60, isProcess: true },
    minutes: 3,
  },
  async part({ isProcess, ...size }) {
    const house = await houseUnderLoad(isProcess)
    const { calls, signIns, failed, putOff, seconds } = await mixedLoad(house, size)
    await house.close()
    return {
      ...{ calls: calls.length, signIns: signIns.length, failed, putOff },
      perSecondLeast: calls.length / seconds,
      p99Most: p99(calls),
      signInP99Most: p99(signIns),
    }
  },
  whyMissed({ failed, putOff = 0, perSecondLeast = 0, p99Most = 0 }, size) {
    const isSlow = size === 'full' && (p99Most > 250 || perSecondLeast < 295 || putOff > 0)
    return !failed && !isSlow
      ? null
      : `${failed} failed, ${putOff} sign-ins told to come back, ${perSecondLeast.toFixed(0)}/s, p99 ${p99Most.toFixed(0)} ms`
  },
  say: ({ calls, signIns, perSecondLeast = 0, p99Most = 0, signInP99Most = 0 }) =>
    `${calls} calls at ${perSecondLeast.toFixed(0)}/s, p99 ${p99Most.toFixed(0)} ms; ${signIns} sign-ins, p99 ${signInP99Most.toFixed(0)} ms`,
})
