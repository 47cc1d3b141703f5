import { getPriority, platform } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import type { OddTasks } from '#testing/harness/odd-thread.ts'
import { threadPriority } from './thread-tasks.ts'
import { type Threads, TooBusy, TookTooLong, threadsOf } from './threads.ts'

let threads: Threads<OddTasks>
afterEach(() => threads.close())

const entry = new URL('../../../testing/harness/odd-thread.ts', import.meta.url)
const one = (limits: Parameters<typeof threadsOf>[1] = {}) => {
  threads = threadsOf(entry, { threads: 1, ...limits })
  return threads
}

test('T54 what is asked is answered, and one that fails fails alone', async () => {
  const { run } = one()
  const answers = await Promise.allSettled([
    run('twice', 4, 'a'),
    run('fail', undefined, 'a'),
    run('twice', 5, 'a'),
  ])
  expect(answers).toEqual([
    { status: 'fulfilled', value: 8 },
    {
      status: 'rejected',
      reason: expect.objectContaining({ message: expect.stringContaining('drawn wrongly') }),
    },
    { status: 'fulfilled', value: 10 },
  ])
})

test('T54 a thread stands back for the main one, which stays as it was', async () => {
  const before = getPriority()
  expect(await one().run('priority', undefined, 'a')).toBe(platform() === 'linux' ? threadPriority : before)
  expect(getPriority()).toBe(before)
})

test.each([
  ['hangs', 'hang', /hang took longer than 2000 ms/],
  ['ends its thread', 'die', /the thread ended/],
] as const)('T54 one that %s is answered, and the next has another thread', async (_, name, why) => {
  const { run } = one({ longestMs: name === 'hang' ? 2_000 : 20_000 })
  const odd = run(name, undefined, 'a')
  const next = run('twice', 4, 'a')
  await expect(odd).rejects.toThrow(why)
  await expect(odd.catch((error) => error instanceof TookTooLong)).resolves.toBe(name === 'hang')
  expect(await next).toBe(8)
})

test('T54 those that would wait too long are turned away at once', async () => {
  const { run } = one({ waiting: 2 })
  const taken = [run('twice', 1, 'a'), run('twice', 2, 'a'), run('twice', 3, 'a')]
  await expect(run('twice', 4, 'a')).rejects.toBeInstanceOf(TooBusy)
  expect(await Promise.all(taken)).toEqual([2, 4, 6])
  expect(await run('twice', 5, 'a')).toBe(10)
})

test('T54 of forty of one owner the one that is being done and one more come before the first of another', async () => {
  const { run } = one()
  const order: string[] = []
  const ask = (whose: string) => run('twice', 1, whose).then(() => order.push(whose))
  await Promise.all([...Array.from({ length: 40 }, () => ask('a')), ask('b')])
  expect(order.indexOf('b')).toBe(2)
})

test('T54 when too many wait, one of the greedy is turned away and not who comes', async () => {
  const { run } = one({ waiting: 2 })
  const greedy = [run('twice', 1, 'a'), run('twice', 2, 'a'), run('twice', 3, 'a')]
  const other = run('twice', 4, 'b')
  const [first, second, third] = await Promise.allSettled(greedy)
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(third).toMatchObject({ status: 'rejected', reason: expect.any(TooBusy) })
  expect(await other).toBe(8)
})

test('T54 a thread that rested gives its memory back, and the next task has a new one', async () => {
  const { run } = one({ restMs: 1 })
  expect(await run('twice', 1, 'a')).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await run('twice', 2, 'a')).toBe(4)
})

test('closed, it ends what runs and what waits, and takes nothing more', async () => {
  const { run, close } = one()
  const asked = [run('hang', undefined, 'a'), run('twice', 1, 'a')].map((answer) =>
    expect(answer).rejects.toThrow(),
  )
  await close()
  await Promise.all(asked)
  await expect(run('twice', 2, 'a')).rejects.toThrow('closed')
})
