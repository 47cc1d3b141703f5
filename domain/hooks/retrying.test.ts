import { expect, test } from 'vitest'
import { days, earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { deliveriesKept, replayWindow, whyNotReplay, whyTooMany } from './replaying.ts'
import { isTaken, judge, longestQuiet, quietAfter, waits } from './retrying.ts'

const now = instantOf('2026-11-17', '10:00')

test('AMB-321 the waits: seconds, minutes, hours, half days', () => {
  expect(waits).toEqual([
    ...[5_000, 30_000, minutes(2), minutes(10), minutes(30)],
    ...[hours(1), hours(2), hours(4), hours(8), hours(12), hours(12), hours(12), hours(12), hours(9)],
  ])
})

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
  [null, false],
])('AMB-321 an answer of %s is taken: %s', (code, is) => {
  expect(isTaken(code)).toBe(is)
})

test('AMB-322 what took something at the very first try is not dead', () => {
  const tried = { code: 500, tries: waits.length + 1, firstAt: now, quiet: 0 }
  expect(judge({ ...tried, lastTakenAt: now }, now, 0.5)).toEqual({ state: 'given-up', isDead: false })
  expect(judge({ ...tried, lastTakenAt: earlier(now, 1) }, now, 0.5)).toEqual({
    ...{ state: 'given-up', isDead: true },
  })
})

test.each([
  [429, '120', minutes(2)],
  [503, ' 120 ', minutes(2)],
  [503, 'Tue, 17 Nov 2026 04:32:00 GMT', minutes(2)],
  // the hour before
  [503, 'Tue, 17 Nov 2026 03:30:00 GMT', 0],
  [503, '0', 0],
  [503, '-5', 0],
  [503, '1.5', 0],
  [503, 'soon', 0],
  [503, '2026-11-17T04:32:00Z', 0],
  [503, '', 0],
  [503, null, 0],
  [429, '86399', days(1) - 1_000],
  [429, '86401', longestQuiet],
  [429, '9'.repeat(400), longestQuiet],
  [503, 'Fri, 17 Nov 2028 04:30:00 GMT', longestQuiet],
  [500, '120', 0],
  [200, '120', 0],
  [null, '120', 0],
])('AMB-356 who answers %s and "Retry-After: %s" is left alone for %d ms', (code, retryAfter, ms) => {
  expect(quietAfter(code, retryAfter, now)).toBe(ms)
})

test('AMB-356 what was asked for counts where it is longer than the usual wait, and for three days at most', () => {
  const tried = { code: 503, tries: 2, firstAt: now, lastTakenAt: null }
  const waitOf = (quiet: number) => judge({ ...tried, quiet }, now, 0.5)
  expect(waitOf(hours(1))).toEqual({ state: 'failed', wait: hours(1) })
  expect(waitOf(1_000)).toEqual({ state: 'failed', wait: 30_000 })
  const after = (ms: number, quiet: number) => judge({ ...tried, quiet }, later(now, ms), 0.5).state
  expect(after(days(3) - 1, hours(1))).toBe('failed')
  expect(after(days(3), hours(1))).toBe('given-up')
  expect(after(days(3), 0)).toBe('failed')
})

const hook = { state: 'on', isReplaying: false } as const
test.each([
  ['ends-before-it-begins', 'until', now, now],
  ['window-too-long', 'until', earlier(now, days(2)), now],
  ['in-future', 'from', later(now, 1), later(now, 2)],
  ['too-long-ago', 'from', earlier(now, days(31)), earlier(now, days(30))],
])('AMB-324 %s is said at %s', (code, field, from, until) => {
  expect(whyNotReplay(hook, { from, until }, now)).toMatchObject({ code, field })
})

test('AMB-324 a replay may begin now; its end is as asked; deliveries are kept as long as they are replayed', () => {
  expect(whyNotReplay(hook, { from: now, until: later(now, 1) }, now)).toBeNull()
  expect(replayWindow({ from: now, until: later(now, 5) })).toEqual({ from: now, until: later(now, 5) })
  expect(whyTooMany(20_001)).toEqual({ code: 'too-many-events', field: 'until', values: { most: 20_000 } })
  expect(deliveriesKept).toBe(days(30))
})
