import { expect, test } from 'vitest'
import { typedAhead } from './type-ahead.ts'

const groups = ['A POS', 'A NEG', 'B POS', 'O POS', 'O NEG', 'AB POS', 'AB NEG'].map((label) => ({
  value: label,
  label,
  disabled: label === 'B POS',
}))

test.each([
  ['o', null, 'O POS'],
  ['O', 'A POS', 'O POS'],
  ['o', 'O POS', 'O NEG'],
  ['oo', 'O NEG', 'O POS'],
  ['ab', 'A POS', 'AB POS'],
  ['ab', 'AB POS', 'AB POS'],
  ['o n', 'O POS', 'O NEG'],
  ['b', 'A POS', undefined],
  ['x', 'A POS', undefined],
  [' ', 'A POS', undefined],
])('RAISE-03 typing %j with %s chosen means %s', (typed, value, meant) => {
  expect(typedAhead(groups, typed, value)).toBe(meant)
})

test('RAISE-03 of no options none is meant', () => {
  expect(typedAhead([], 'o', null)).toBeUndefined()
})
