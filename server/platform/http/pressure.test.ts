import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerErrors } from './errors.ts'
import {
  gaugeOfProcess,
  hopelessMs,
  pressing,
  refuseUnderPressure,
  roomForOld,
  type Strain,
  watchPressure,
} from './pressure.ts'

const calm: Strain = { delayMs: 20, heap: 0.3, memory: 0 }
const strained = (change: Partial<Strain>): Strain => ({ ...calm, ...change })

const slow = strained({ delayMs: 1_001 })
const full = strained({ heap: 0.91 })

test.each([
  ['a bad second', [slow], null],
  ['two of them', [calm, slow, slow], null],
  ['three in a row', [calm, slow, slow, slow], 'delayMs'],
  ['three with a good one between', [slow, calm, slow, slow], null],
  ['what was and is over', [slow, slow, slow, calm], null],
  ['as much as may be', Array(3).fill(strained({ delayMs: 1_000, heap: 0.9, memory: 0.9 })), null],
  ['a heap that stays full', [full, full, full], 'heap'],
  ['memory above its bound', Array(3).fill(strained({ memory: 0.91 })), 'memory'],
  ['now the one, now the other', [full, slow, full], null],
])('X28 pressure: %s', (_, looks, by) => {
  expect(pressing(looks)).toBe(by)
})

test.each([
  ['a container of 512 MiB', 259, '', 237],
  ['one of 1 GiB', 560, '', 512],
  ['a large machine', 4288, '', 4096],
  ['an old space that is set', 448, '--max-old-space-size=256', 256],
  ['both set', 259, '--max-old-space-size=256 --max-semi-space-size=1', 256],
  ['the young alone, in the other spelling', 4144, '--max_semi_space_size 16', 4096],
  ['set twice', 448, '--max-old-space-size=512 --max-old-space-size=256', 256],
  ['nonsense', 100, '--max-semi-space-size=900', 50],
])('X28 of the heap’s limit what lives on can use: %s', (_, limit, options, room) => {
  expect(Math.round(roomForOld(limit * 2 ** 20, options) / 2 ** 20)).toBe(room)
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function watched() {
  const now = { strain: calm }
  const changes: (keyof Strain | null)[] = []
  const hopeless = vi.fn()
  const pressure = watchPressure({
    gauge: { look: () => now.strain, stop: () => undefined },
    onChange: (by) => void changes.push(by),
    onHopeless: hopeless,
  })
  return { now, changes, hopeless, pressure }
}

test('X28 under pressure calls get 503 and when to come back; pages, watchers and signing out are answered; after it all are', async () => {
  const { now, changes, pressure } = watched()
  const app = Fastify()
  answerErrors(app)
  refuseUnderPressure(app, pressure)
  for (const path of ['/healthz', '/', '/api/requests', '/api/sendSMS']) app.get(path, () => ({}))
  app.delete('/api/session', () => ({}))
  app.post('/api/session', () => ({}))
  const statuses = async () => {
    const asked = [
      ...['/healthz', '/', '/api/requests', '/api/sendSMS', '/none'].map((url) => app.inject(url)),
      app.inject({ method: 'DELETE', url: '/api/session' }),
      app.inject({ method: 'POST', url: '/api/session' }),
    ]
    return (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  }
  const served = [200, 200, 200, 200, 404, 200, 200]
  expect(await statuses()).toEqual(served)
  now.strain = slow
  vi.advanceTimersByTime(3_000)
  expect(await statuses()).toEqual([200, 200, 503, 503, 404, 200, 503])
  const refused = await app.inject('/api/requests')
  expect([refused.headers['retry-after'], refused.json()]).toMatchObject(['5', { code: 'too-busy' }])
  now.strain = calm
  vi.advanceTimersByTime(1_000)
  expect(await statuses()).toEqual(served)
  expect(changes).toEqual(['delayMs', null])
  pressure.stop()
})

test('X28 memory that does not come back is told after a minute; a busy loop is not', () => {
  const { now, hopeless, pressure } = watched()
  now.strain = slow
  vi.advanceTimersByTime(10 * hopelessMs)
  expect(hopeless).not.toHaveBeenCalled()
  now.strain = calm
  vi.advanceTimersByTime(1_000)
  now.strain = full
  vi.advanceTimersByTime(3_000 + hopelessMs - 1_000)
  expect(hopeless).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(hopeless).toHaveBeenCalledWith('heap')
  pressure.stop()
})

test('X28 a process that does nothing is under no strain, and one with a bound knows its share', () => {
  vi.useRealTimers()
  const [bound, free] = [gaugeOfProcess(1_000_000, ''), gaugeOfProcess(undefined, '')]
  const { heap, memory } = bound.look()
  expect(heap).toBeLessThan(0.9)
  expect(memory).toBeGreaterThan(0)
  expect(free.look().memory).toBe(0)
  for (const gauge of [bound, free]) gauge.stop()
})
