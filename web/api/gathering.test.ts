import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherHints } from './gathering.ts'

let askedAt: number[]
let answerMs: number
let isDown: boolean
let isLookedAt: boolean

beforeEach(() => {
  vi.useFakeTimers()
  askedAt = []
  answerMs = 10
  isDown = false
  isLookedAt = true
})

afterEach(() => {
  vi.useRealTimers()
})

/** When a question was sent, counted from now, and how many answers were awaited at once at most. */
function aGathering(restMs?: number) {
  const begin = performance.now()
  const underWay = { now: 0, most: 0 }
  const gathering = gatherHints({
    async ask() {
      askedAt.push(performance.now() - begin)
      underWay.most = Math.max(underWay.most, ++underWay.now)
      await new Promise((resolve) => setTimeout(resolve, answerMs))
      underWay.now--
      if (isDown) throw new Error('down')
    },
    restMs,
    isLookedAt: () => isLookedAt,
  })
  return { ...gathering, underWay }
}

test('SHELL-37 while little happens each hint is followed at once', async () => {
  const { hint } = aGathering()
  for (const at of [0, 100, 200]) {
    hint()
    expect(askedAt.at(-1)).toBe(at)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(askedAt).toHaveLength(3)
})

test('SHELL-37 what is told while an answer is awaited is asked for once, after it', async () => {
  const { hint } = aGathering()
  hint()
  await vi.advanceTimersByTimeAsync(5)
  hint()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(askedAt).toEqual([0, 30])
})

test('SHELL-37 the slower the answers and the more is told, the more is gathered, and the last hint is followed', async () => {
  const { hint, underWay } = aGathering()
  answerMs = 100
  for (let at = 0; at < 1_000; at++) {
    hint()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(underWay.most).toBe(1)
  // each 100 ms and a rest of 400
  expect(askedAt.length).toBeLessThanOrEqual(21)
  hint()
  const toldAt = performance.now()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(askedAt.at(-1)).toBeLessThanOrEqual(toldAt + 500)
  const before = askedAt.length
  answerMs = 3_000
  hint()
  hint()
  await vi.advanceTimersByTimeAsync(10_000)
  const [one = 0, next = 0] = askedAt.slice(before)
  expect(next - one).toBe(3_800)
})

test('SHELL-37 what has a rest of its own is asked no oftener', async () => {
  const { hint } = aGathering(1_000)
  for (let at = 0; at < 350; at++) {
    hint()
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(5_000)
  expect(askedAt).toEqual([0, 1_000, 2_000, 3_000, 4_000])
})

test('SHELL-37 nobody asks for what nobody looks at, and at the first look it is asked', async () => {
  const { hint, look } = aGathering()
  isLookedAt = false
  for (let at = 0; at < 100; at++) {
    hint()
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(askedAt).toEqual([])
  isLookedAt = true
  look()
  look()
  expect(askedAt).toEqual([5_000])
  await vi.advanceTimersByTimeAsync(5_000)
  look()
  expect(askedAt).toHaveLength(1)
})

test('SHELL-37 after a failure only a new hint asks again', async () => {
  const { hint } = aGathering()
  isDown = true
  hint()
  hint()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(askedAt).toEqual([0])
  hint()
  expect(askedAt).toHaveLength(2)
})
