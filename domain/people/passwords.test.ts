import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isEmail, resetAnswer, whyNotPassword } from './passwords.ts'
import { peopleWords } from './words.ts'

test('SIGNUP-07 a password is longer than 6 characters', () => {
  expect(whyNotPassword('')).toEqual({ code: 'password-short', field: 'password' })
  expect(whyNotPassword('123456')).toEqual({ code: 'password-short', field: 'password' })
  expect(whyNotPassword('1234567')).toBeNull()
  expect(peopleWords['password-short'].title).toBe('Password too short')
})

test.each([
  ['SHELL-07', 'email-unknown', 'Email not found!'],
  ['SHELL-08', 'password-wrong', 'The password entered was incorrect'],
  ['SHELL-09', 'sign-in-failed', 'Invalid e-mail/password.'],
] as const)('%s %s says %j', (_row, code, text) => {
  expect(peopleWords[code].text).toBe(text)
})

test('SHELL-10 the answer to a forgotten password names the address', () => {
  expect(resetAnswer('firm@crossmatch.example')).toBe('Password Reset Email sent to firm@crossmatch.example')
})

test.each(['firm@crossmatch.example', ' firm@x.test ', 'a.b+c_d@mail.x.co.in', `${'a'.repeat(247)}@x.test`])(
  'SHELL-05 SHELL-09 %j is an address',
  (text) => {
    expect(isEmail(text)).toBe(true)
  },
)

test.each([
  '',
  'abc',
  'abc@',
  '@x.test',
  'a@b',
  'a b@x.test',
  'a@x@y.test',
  'a@x.test\nb@x.test',
  `${'a'.repeat(248)}@x.test`,
  'a@b.c',
  'a@evil.test,victim.test',
  'a@evil.test>',
  'ü@ö.äö',
])('SHELL-09 SIGNUP-08 %j is no address', (text) => {
  expect(isEmail(text)).toBe(false)
})

test('SHELL-09 SIGNUP-08 an address is what signing in takes for one', () => {
  const part = fc.string({ unit: fc.constantFrom(..."aZ9._+-'@,>ü "), maxLength: 12 })
  const almost = fc.tuple(part, part).map(([name, place]) => `${name}@${place}.in`)
  fc.assert(
    fc.property(fc.oneof(almost, fc.emailAddress()), (text) => {
      fc.pre(text === text.trim() && text.length <= 254)
      expect(isEmail(text)).toBe(z.email().safeParse(text).success)
    }),
    { numRuns: 2_000 },
  )
})
