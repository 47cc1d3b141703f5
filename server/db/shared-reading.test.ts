import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { sharedReading } from './shared-reading.ts'

/** Readings that end when they are told to. */
function theReadings() {
  const begun: { asked: unknown; end: (answer: string) => void; fail: (error: Error) => void }[] = []
  const ask = sharedReading((_: Db, asked: unknown) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    begun.push({ asked, end: resolve, fail: reject })
    return promise
  })
  return { begun, ask: (asked: unknown, of = db) => ask(of, asked) }
}

const db = {} as Db
const other = {} as Db

test('who asks while a reading is under way shares the one after it, with all who ask until then', async () => {
  const { begun, ask } = theReadings()
  const first = ask({ of: 'noble' })
  const [second, third] = [ask({ of: 'noble' }), ask({ of: 'noble' })]
  expect(begun).toHaveLength(1)
  begun[0]?.end('before the change')
  expect(await first).toBe('before the change')
  await expect.poll(() => begun.length).toBe(2)
  const fourth = ask({ of: 'noble' })
  begun[1]?.end('after it')
  expect([await second, await third]).toEqual(['after it', 'after it'])
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.end('later still')
  expect(await fourth).toBe('later still')
  void ask({ of: 'noble' })
  expect(begun).toHaveLength(4)
})

test('another question, and the same one of another database, are read by themselves at once', () => {
  const { begun, ask } = theReadings()
  void ask({ of: 'noble' })
  void ask({ of: 'vaigai' })
  void ask({ of: 'noble' }, other)
  expect(begun.map(({ asked }) => asked)).toEqual([{ of: 'noble' }, { of: 'vaigai' }, { of: 'noble' }])
})

test('a reading that fails is told to those who share it, and the next one begins all the same', async () => {
  const { begun, ask } = theReadings()
  const [first, second] = [ask({}), ask({})]
  begun[0]?.fail(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.end('there again')
  expect(await second).toBe('there again')
})
