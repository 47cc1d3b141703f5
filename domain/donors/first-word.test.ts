import { expect, test } from 'vitest'
import { firstWord } from './first-word.ts'

test.each([
  ['', 'e3b0c442'],
  ['abc', 'ba7816bf'],
  ['a', 'ca978112'],
  ['message digest', 'f7846f55'],
  ['abcdefghijklmnopqrstuvwxyz', '71c480df'],
])('as the standard has it: %j begins with %s', (text, word) => {
  expect((firstWord(text) >>> 0).toString(16).padStart(8, '0')).toBe(word)
})

test('one text after another leaves nothing of the first behind', () => {
  firstWord('x'.repeat(55))
  expect(firstWord('abc') >>> 0).toBe(0xba7816bf)
})
