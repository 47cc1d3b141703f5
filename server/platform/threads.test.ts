import { afterEach, expect, test } from 'vitest'
import type { OddTasks } from '#testing/odd-thread.ts'
import { type Threads, TooBusy, threadsOf } from './threads.ts'

let threads: Threads<OddTasks>
afterEach(() => threads.close())

const entry = new URL('../../testing/odd-thread.ts', import.meta.url)
const one = (limits: Parameters<typeof threadsOf>[1] = {}) => {
  threads = threadsOf(entry, { threads: 1, ...limits })
  return threads
}

test('T54 what is asked is answered, and one that fails fails alone', async () => {
  const { run } = one()
  const answers = await Promise.allSettled([run('twice', 4), run('fail', undefined), run('twice', 5)])
  expect(answers).toEqual([
    { status: 'fulfilled', value: 8 },
    {
      status: 'rejected',
      reason: expect.objectContaining({ message: expect.stringContaining('drawn wrongly') }),
    },
    { status: 'fulfilled', value: 10 },
  ])
})

test.each([
  ['hangs', 'hang', /hang took longer than 2000 ms/],
  ['ends its thread', 'die', /the thread ended/],
] as const)('T54 one that %s is answered, and the next has another thread', async (_, name, why) => {
  const { run } = one({ longestMs: name === 'hang' ? 2_000 : 20_000 })
  const odd = run(name, undefined)
  const next = run('twice', 4)
  await expect(odd).rejects.toThrow(why)
  expect(await next).toBe(8)
})

test('T54 those that would wait too long are turned away at once', async () => {
  const { run } = one({ waiting: 2 })
  const taken = [run('twice', 1), run('twice', 2), run('twice', 3)]
  await expect(run('twice', 4)).rejects.toBeInstanceOf(TooBusy)
  expect(await Promise.all(taken)).toEqual([2, 4, 6])
  expect(await run('twice', 5)).toBe(10)
})

test('T54 a thread that rested gives its memory back, and the next task has a new one', async () => {
  const { run } = one({ restMs: 1 })
  expect(await run('twice', 1)).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await run('twice', 2)).toBe(4)
})

test('closed, it ends what runs and what waits, and takes nothing more', async () => {
  const { run, close } = one()
  const asked = [run('hang', undefined), run('twice', 1)].map((answer) => expect(answer).rejects.toThrow())
  await close()
  await Promise.all(asked)
  await expect(run('twice', 2)).rejects.toThrow('closed')
})
