import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const served = (queue: ReturnType<typeof fairQueue<string>>) => {
  const all: string[] = []
  for (let item = queue.next(); item !== undefined; item = queue.next()) all.push(item)
  return all
}

test('T54 owners are served in turn, each in the order in which they came', () => {
  const queue = fairQueue<string>(9)
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item.charAt(0), item)
  expect(queue.next()).toBe('a1')
  queue.add('d', 'd1')
  expect(served(queue)).toEqual(['b1', 'c1', 'a2', 'd1', 'b2', 'a3'])
})

test('T54 when it is full the last of whoever has most has to go, and of equals the one who comes', () => {
  const queue = fairQueue<string>(4)
  for (const item of ['a1', 'a2', 'a3', 'a4']) expect(queue.add('a', item)).toBeNull()
  expect(queue.add('a', 'a5')).toBe('a5')
  expect(queue.add('b', 'b1')).toBe('a4')
  expect(queue.add('b', 'b2')).toBe('a3')
  expect(queue.add('b', 'b3')).toBe('b3')
  expect(queue.add('c', 'c1')).toBe('a2')
  expect(served(queue)).toEqual(['a1', 'b1', 'c1', 'b2'])
})

test('T54 one that has no room for anybody turns each away', () => {
  const queue = fairQueue<string>(0)
  expect(queue.add('a', 'a1')).toBe('a1')
  expect(queue.next()).toBeUndefined()
})
