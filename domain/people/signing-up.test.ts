import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import { days } from '../basics/time.ts'
import { DriverDraft, isReservedId } from './registering.ts'
import {
  emptyOfPerson,
  emptyPlaces,
  idsFor,
  mayInvite,
  mostProofLinks,
  SignUpDraft,
  signUpWords,
  unprovedAtMost,
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
  ])('SIGNUP-08 AMB-210 %s is no e-mail', (email) => {
    expect(told(whyNotPerson({ ...person, email }))?.title).toBe('Invalid Email')
  })

  test.each(['green_cross', "o'brien", 'info', 'city_admin', 'a.b+c'])(
    'AMB-210 %s may sign a hospital up',
    (name) => expect(whyNotPerson({ ...person, email: `${name}@example.org` })).toBeNull(),
  )

  test.each(['bloodsupport', 'x_bloodbank', 'firm_admin', 'dev'])(
    'AMB-210 %s is reserved, and told so before anything is sent',
    (name) =>
      expect(told(whyNotPerson({ ...person, email: `${name}@example.org` }))?.title).toBe('Email Reserved'),
  )

  test('SIGNUP-05..08 AMB-152 of several faults the first of the list is told', () => {
    const bad = { email: 'abc', password: '123', again: '1234' }
    expect(whyNotPerson({ ...bad, again: '' })?.code).toBe('form-incomplete')
    expect(whyNotPerson(bad)?.code).toBe('password-mismatch')
    expect(whyNotPerson({ ...bad, again: '123' })?.code).toBe('password-short')
  })
})

describe('the id of a hospital that signs up', () => {
  test.each([
    ['lotus@x.in', 'Lotus Hospital', ['lotus', 'lotus-hospital', 'lotus-hospital-2']],
    ['lotus_admin@x.in', 'Lotus', ['lotus', 'lotus', 'lotus-2']],
    ['green_cross@x.in', 'Green Cross', ['green-cross', 'green-cross-2', 'green-cross-3']],
    ["o'brien@x.in", '  Hôpital  № 7! ', ['hopital-no-7', 'hopital-no-7-2', 'hopital-no-7-3']],
    ['info_@x.in', 'நலம்', ['hospital', 'hospital-2', 'hospital-3']],
    ['info_@x.in', 'Firm', ['firm-2', 'firm-3', 'firm-4']],
    ['-lotus-@x.in', 'Test', ['test-2', 'test-3', 'test-4']],
  ])('AMB-210 of %s and %s: %o', (email, name, first) => {
    expect(idsFor({ email, name }).slice(0, 3)).toEqual(first)
  })

  test('AMB-210 T03 SIGNUP-18 whatever is typed, it is one the database takes, and nobody reserved', () => {
    const written = fc.stringMatching(/^[a-z0-9]+([._+'-][a-z0-9]+){0,3}$/)
    const texts = fc.oneof(
      written,
      fc.string(),
      fc.constantFrom('bloodsupport', 'x_bloodbank', 'FIRM', 'a_admin'),
    )
    let passed = 0
    fc.assert(
      fc.property(texts, fc.string({ maxLength: 120 }), (local, name) => {
        const draft = {
          ...place,
          name,
          referenceBank: 'redbank',
          email: `${local}@x.in`,
          password: 'long enough',
        }
        const read = SignUpDraft.safeParse(draft)
        if (!read.success || whyNotSignUp(read.data)) return
        passed += 1
        for (const id of idsFor(read.data)) {
          expect(id).toMatch(/^[a-z0-9][a-z0-9.+-]{0,59}$/)
          expect(isReservedId(id)).toBe(false)
        }
      }),
    )
    expect(passed, 'the names are not all nonsense').toBeGreaterThan(10)
  })
})

test.each([
  [{ kind: 'bank', isListed: true, accountStatus: 'active' }, true],
  [{ kind: 'bank', isListed: false, accountStatus: 'active' }, false],
  [{ kind: 'bank', isListed: true, accountStatus: 'suspended' }, false],
  [{ kind: 'hospital', isListed: true, accountStatus: 'active' }, false],
] as const)('AMB-150 the link of %o is one: %s', (bank, isOne) => expect(mayInvite(bank)).toBe(isOne))

test.each([
  ['referenceBank', 60],
  ['name', 120],
  ['address', 200],
  ['email', 254],
  ['password', 200],
])('a sign-up has a %s of at most %d', (field, most) => {
  const isRead = (length: number) => SignUpDraft.shape[field as 'name'].safeParse('x'.repeat(length)).success
  expect([isRead(most), isRead(most + 1)]).toEqual([true, false])
})

test.each([
  ['name', 120],
  ['email', 254],
  ['phone', 60],
  ['password', 200],
])('a driver has a %s of at most %d', (field, most) => {
  const isRead = (length: number) => DriverDraft.shape[field as 'name'].safeParse('x'.repeat(length)).success
  expect([isRead(most), isRead(most + 1)]).toEqual([true, false])
})

test('seven days without a proof, five links', () => {
  expect([unprovedAtMost, mostProofLinks]).toEqual([days(7), 5])
})
