import { expect, test } from 'vitest'
import { stillTyped } from './still-typed.ts'

test.each([
  ['what was sent as it is', { pulse: '72' }, { pulse: '72' }, {}],
  ['a field typed into since', { pulse: '72', heart: 'S1' }, { pulse: '72' }, { heart: 'S1' }],
  ['a field typed further since', { pulse: '720' }, { pulse: '72' }, { pulse: '720' }],
  ['a field emptied since', { pulse: '' }, { pulse: '72' }, { pulse: '' }],
])('CONSENT-STAFF-10 of a form that was saved there is left: %s', (_, now, sent, left) => {
  expect(stillTyped<Record<string, string>>(now, sent)).toEqual(left)
})
