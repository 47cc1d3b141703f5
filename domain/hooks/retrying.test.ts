import { expect, test } from 'vitest'
import { days, earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { deliveriesKept, replayWindow, whyNotReplay, whyTooMany } from './replaying.ts'
import { isTaken, judge, waits } from './retrying.ts'

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
  const tried = { code: 500, tries: waits.length + 1, firstAt: now }
  expect(judge({ ...tried, lastTakenAt: now }, 0.5)).toEqual({ state: 'given-up', isDead: false })
  expect(judge({ ...tried, lastTakenAt: earlier(now, 1) }, 0.5)).toEqual({ state: 'given-up', isDead: true })
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
