import { expect, test } from 'vitest'
import { makeKeys } from './key.ts'

const input = { component: 'PRBC', seenAt: new Date(0) }

test('X05 what is sent again as it is has the same key, and whatever else another one', () => {
  const { keyFor } = makeKeys()
  const key = keyFor(input)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(keyFor({ ...input })).toBe(key)
  expect(keyFor({ ...input, seenAt: new Date(1) })).not.toBe(key)
  // the one before was given up by sending another
  expect(keyFor(input)).not.toBe(key)
})

test('X05 what was answered has another key when it is sent again, unless it is recalled', () => {
  const { keyFor, forget, recall } = makeKeys()
  expect(forget()).toBeNull()
  const key = keyFor(input)
  const kept = forget()
  expect(keyFor(input)).not.toBe(key)
  recall(kept)
  expect(keyFor(input)).toBe(key)
})

test('X05 a form that was begun before has the key it had, until it is answered', () => {
  const { keyFor, forget } = makeKeys('of-yesterday')
  expect(keyFor()).toBe('of-yesterday')
  forget()
  const key = keyFor()
  expect(key).not.toBe('of-yesterday')
  expect(keyFor()).toBe(key)
})
