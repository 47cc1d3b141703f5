import { expect, test } from 'vitest'
import { fillIn } from './fill-in.ts'

test('what is filled in stands where its name stood; a name that is not known stays', () => {
  expect(fillIn('{count} of {all} {more}', { count: 0, all: 3 })).toBe('0 of 3 {more}')
})
