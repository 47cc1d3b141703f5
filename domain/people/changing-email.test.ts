import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { emailChangeAsked, emailWords, whyNotChangeEmail } from './changing-email.ts'

const own = 'priya@firm.example'

test.each([
  ['', 'secret', 'email-missing'],
  ['   ', 'secret', 'email-missing'],
  ['priya', 'secret', 'email-invalid'],
  ['priya@', 'secret', 'email-invalid'],
  [own, 'secret', 'email-same'],
  [' Priya@Firm.example ', 'secret', 'email-same'],
  ['priya@new.example', '', 'current-missing'],
  ['priya@new.example', 'secret', null],
  [' Priya@New.example ', 'secret', null],
])('AMB-312 an address %j with the password %j: %s', (email, current, code) => {
  expect(whyNotChangeEmail({ email, current }, own)?.code ?? null).toBe(code)
})

test('AMB-312 an address in capitals is the same one', () => {
  expect(whyNotChangeEmail({ email: own, current: 'secret' }, 'Priya@Firm.example')?.code).toBe('email-same')
})

test('AMB-312 what is answered says what stays until the link is opened', () => {
  expect(emailChangeAsked('priya@new.example')).toBe(
    'We have sent a link to priya@new.example. Open it within 3 days; until then your address stays as it is.',
  )
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(emailWords)).toEqual(['email-taken'])
})
