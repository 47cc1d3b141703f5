import { expect, test } from 'vitest'
import { keepEqual } from './keep-equal.ts'

const order = (id: string, status = 'pending') => ({
  id,
  status,
  raisedAt: new Date('2026-03-01T09:00:00Z'),
  bank: { name: 'Red Bank', notes: ['cold'] },
})

test('an answer that says the same is the one that was there', () => {
  const before = { items: [order('a'), order('b')], next: null }
  expect(keepEqual(before, structuredClone(before))).toBe(before)
})

test('of an answer with one other row the rest is what was there, wherever it stands now', () => {
  const before = { items: [order('a'), order('b'), order('c')], next: 'c' }
  const now = { items: [order('new'), order('a'), order('b', 'issued'), order('c')], next: 'c' }
  const kept = keepEqual(before, structuredClone(now))
  expect(kept).toEqual(now)
  expect(kept.items[1]).toBe(before.items[0])
  expect(kept.items[2]).not.toBe(before.items[1])
  expect(kept.items[2]?.raisedAt).toBe(before.items[1]?.raisedAt)
  expect(kept.items[3]).toBe(before.items[2])
})

test.each([
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: 1, b: undefined }, { a: 1 }],
  [{ at: new Date(0) }, { at: new Date(1) }],
  [[1, 2], [1]],
  [
    [{ id: 1 }, { id: 2 }],
    [{ id: 2 }, { id: 1 }],
  ],
  [{ a: [] }, { a: {} }],
  [null, { a: 1 }],
  [{ a: 1 }, null],
  [undefined, []],
])('%j becomes %j', (before, now) => expect(keepEqual(before, structuredClone(now))).toStrictEqual(now))
