import { expect, test } from 'vitest'
import { whyNotChangePassword } from './changing-password.ts'

const draft = { current: 'crossmatch', password: 'seven77', again: 'seven77' }

test('AMB-207 seven characters, twice the same and not the current ones, are a new password', () => {
  expect(whyNotChangePassword(draft)).toBeNull()
})

test.each([
  ['no current password', { current: '' }, 'current-missing', 'current'],
  ['six characters', { password: 'six666', again: 'six666' }, 'password-short', 'password'],
  ['the current one', { password: 'crossmatch', again: 'crossmatch' }, 'password-same', 'password'],
  ['another confirmation', { again: 'seven78' }, 'passwords-differ', 'again'],
  [
    'all of it, in the order of the fields',
    { current: '', password: '', again: 'x' },
    'current-missing',
    'current',
  ],
])('AMB-207 %s is refused', (_, change, code, field) => {
  expect(whyNotChangePassword({ ...draft, ...change })).toEqual({ code, field })
})
