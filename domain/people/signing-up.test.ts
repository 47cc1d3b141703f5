import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import { grantFromEmail } from './roles.ts'
import {
  emptyOfPerson,
  emptyPlaces,
  SignUpDraft,
  signUpWords,
  whyNotNext,
  whyNotPerson,
  whyNotSignUp,
} from './signing-up.ts'

const place = {
  name: 'Lotus Hospital',
  address: '4 Big Street, Chennai',
  primaryPhone: '+91 44 2811 0014',
  secondaryPhone: '98401-10014',
}
const person = { email: 'lotus@example.org', password: 'seven77', again: 'seven77' }
const told = (refusal: ReturnType<typeof whyNotNext>) => refusal && say(signUpWords, refusal)

describe('the first step', () => {
  test('SIGNUP-04 nothing speaks against one that is filled', () => expect(whyNotNext(place)).toBeNull())

  test.each(Object.keys(place))('SIGNUP-04 ERRORS-01 without %s', (field) => {
    for (const empty of ['', '  ', '\u200b']) {
      const refusal = whyNotNext({ ...place, [field]: empty })
      expect(refusal?.field).toBe(field)
      expect(told(refusal)).toEqual({
        title: 'Form Incomplete',
        text: 'Please fill all fields before clicking next',
      })
    }
  })

  test.each([
    ['12345678901234567890', true],
    ['123456789012345678901', false],
    ['044 2811-0014', true],
    ['(044) 2811 0014', true],
    ['+91.98401.10014', true],
    ['98401\u00a010014', true],
    ['\u202a+91 98401\u201110014\u202c', true],
    ['９８４０１１００１４', true],
    ['98401 10014 / 98401 10015', false],
    ['call me', false],
    ['9840<script>', false],
  ])('SIGNUP-04 AMB-151 the number %s', (primaryPhone, isFine) => {
    expect(whyNotNext({ ...place, primaryPhone })?.code).toBe(isFine ? undefined : 'phone-invalid')
  })
})

test('SIGNUP-15 AMB-151 a number is kept in digits, spaces, dashes and a +, however it was written', () => {
  const draft = SignUpDraft.parse({
    ...place,
    primaryPhone: ' (044)\u00a02811.0014',
    secondaryPhone: '\u202a+91 98401\u201110014\u202c',
    referenceBank: 'redbank',
    email: 'lotus@example.org',
    password: 'seven77',
  })
  expect([draft.primaryPhone, draft.secondaryPhone]).toEqual(['044 2811 0014', '+91 98401-10014'])
})

test('SIGNUP-04 SIGNUP-05 every gap is known, in the order of the form', () => {
  expect(emptyPlaces({ ...place, name: ' ', secondaryPhone: '' })).toEqual(['name', 'secondaryPhone'])
  expect(emptyOfPerson({ ...person, email: ' ', again: '' })).toEqual(['email', 'again'])
  expect(emptyOfPerson({ ...person, password: ' ' })).toEqual([])
})

describe('the second step', () => {
  test.each(['email', 'password', 'again'])('SIGNUP-05 without %s', (field) => {
    const refusal = whyNotPerson({ ...person, [field]: '' })
    expect([refusal?.field, told(refusal)?.title]).toEqual([field, 'Form Incomplete'])
  })

  test('SIGNUP-06 ERRORS-01 two passwords', () => {
    expect(told(whyNotPerson({ ...person, again: 'seven78' }))).toEqual({
      title: 'Password Mismatch',
      text: "the passwords don't match",
    })
  })

  test('SIGNUP-07 six characters are too short, seven are enough', () => {
    const six = { password: '123456', again: '123456' }
    expect(told(whyNotPerson({ ...person, ...six }))?.title).toBe('Password too short')
    expect(whyNotPerson(person)).toBeNull()
  })

  test.each([
    'abc',
    'a@b',
    '@example.org',
    'a b@example.org',
    'фирм@example.org',
    'ﬁrm@example.org',
    'fіrm@example.org',
  ])('SIGNUP-08 %s is no e-mail for a hospital', (email) => {
    expect(told(whyNotPerson({ ...person, email }))?.title).toBe('Invalid Email')
  })

  test('SIGNUP-05..08 AMB-152 of several faults the first of the list is told', () => {
    const bad = { email: 'abc', password: '123', again: '1234' }
    expect(whyNotPerson({ ...bad, again: '' })?.code).toBe('form-incomplete')
    expect(whyNotPerson(bad)?.code).toBe('password-mismatch')
    expect(whyNotPerson({ ...bad, again: '123' })?.code).toBe('password-short')
  })
})

test('SIGNUP-18 whatever is typed, what passes is nobody but an own new hospital', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom('bloodsupport', 'x_bloodbank', 'FIRM', 'a_admin', 'b_pilot'),
  )
  let passed = 0
  fc.assert(
    fc.property(texts, (name) => {
      const draft = SignUpDraft.safeParse({
        ...place,
        referenceBank: 'redbank',
        email: `${name}@x.in`,
        password: 'long enough',
      })
      if (!draft.success || whyNotSignUp(draft.data)) return
      passed += 1
      const { organisationId } = grantFromEmail(draft.data.email)
      // the support account has none: its name is refused on the server, with all that is taken
      expect(organisationId === null || /^[a-z0-9][a-z0-9.+-]*$/.test(organisationId)).toBe(true)
    }),
  )
  expect(passed, 'the names are not all nonsense').toBeGreaterThan(10)
})
