import { expect, test } from 'vitest'
import { restWhileBusy } from './resting.ts'

/** A process that is busy for that part of its time; looked at every 200 ms. */
function aProcess() {
  let [now, busy] = [0, 0]
  const rest = restWhileBusy(
    () => now,
    () => ({ idle: 0, active: 0, utilization: busy }),
  )
  return (part: number) => {
    busy = part
    now += 200
    return rest()
  }
}

test('a process with time left lets nobody rest', () => {
  const restAt = aProcess()
  expect([restAt(0.1), restAt(0.5), restAt(0.89)]).toEqual([0, 0, 0])
})

test('without time the rest doubles up to its end, stays while it is enough, and ends when the storm does', () => {
  const restAt = aProcess()
  expect([1, 1, 1, 1, 1].map(restAt)).toEqual([100, 200, 400, 800, 800])
  expect([0.8, 0.8].map(restAt)).toEqual([800, 800])
  const after = Array.from({ length: 12 }, () => restAt(0.2))
  expect(after.toSorted((one, other) => other - one)).toEqual(after)
  expect(after.at(-1)).toBe(0)
})

test('it is looked at no more often than ten times a second', () => {
  let now = 0
  const rest = restWhileBusy(
    () => now,
    () => ({ idle: 0, active: 0, utilization: 1 }),
  )
  const rests = Array.from({ length: 11 }, () => {
    now += 20
    return rest()
  })
  expect(rests).toEqual([0, 0, 0, 0, 100, 100, 100, 100, 100, 200, 200])
})
