import { expect, test } from 'vitest'
import { matchesPart, readSearch } from './searching.ts'

test.each([
  ['SHELL-40', '', { kind: 'all' }],
  ['SHELL-40', '   ', { kind: 'all' }],
  ['SHELL-39', 'a', { kind: 'part', text: 'a' }],
  ['SHELL-39', '0123abc', { kind: 'part', text: '0123abc' }],
  ['SHELL-39', ' 3AB ', { kind: 'part', text: '3ab' }],
  ['SHELL-38', '0123abcd', { kind: 'exact', id: '0123abcd' }],
  ['SHELL-38', ' 0123ABCD ', { kind: 'exact', id: '0123abcd' }],
  ['SHELL-38', '0123 abcd', { kind: 'exact', id: '0123abcd' }],
  ['SHELL-38', '#0123-abcd', { kind: 'exact', id: '0123abcd' }],
  ['SHELL-40', '0123abcde', { kind: 'ignored' }],
  ['SHELL-40', '0123abcd 0123abcd', { kind: 'ignored' }],
])('%s typing %j', (_row, typed, search) => {
  expect(readSearch(typed)).toEqual(search)
})

test.each([
  ['0123abcd', '123', true],
  ['0123abcd', '0123abc', true],
  ['0123abcd', 'ABC', true],
  ['0123abcd', '124', false],
  ['0123abcd', '.', false],
])('SHELL-39 %s is among the rows for %j: %s', (id, text, isThere) => {
  expect(matchesPart(id, text)).toBe(isThere)
})
