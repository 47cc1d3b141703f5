import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { DriverDraft, driverWords, emptyFields, isPhone, isReserved, whyNotRegister } from './registering.ts'
import { namedHospitals, organisationIn } from './roles.ts'

const draft: DriverDraft = {
  name: 'Kavya Suresh',
  email: 'kavya.driver@crossmatch.example',
  phone: '+91 98401-30009',
  password: '7letters',
}

describe('what the form must have', () => {
  test.each([
    ['name', 'name cannot be empty'],
    ['email', 'Email cannot be empty'],
    ['phone', 'Phone cannot be empty'],
    ['password', 'Password cannot be empty'],
  ] as const)('DRIVERREG-02 ERRORS-01 without %s: %s', (field, text) => {
    for (const empty of field === 'password' ? [''] : ['', '  ', '\u200b']) {
      const [refusal, ...more] = emptyFields({ ...draft, [field]: empty })
      expect(refusal && say(driverWords, refusal).text).toBe(text)
      expect([refusal?.field, more]).toEqual([field, []])
      expect(whyNotRegister({ ...draft, [field]: empty })).toEqual(refusal)
    }
  })

  test('DRIVERREG-02 all four are told at once', () => {
    const nothing = { name: '', email: '', phone: '', password: '' }
    expect(emptyFields(nothing).map(({ code }) => code)).toEqual([
      'name-empty',
      'email-empty',
      'phone-empty',
      'password-empty',
    ])
    expect(emptyFields(draft)).toEqual([])
    expect(whyNotRegister(draft)).toBeNull()
  })

  test.each([
    ['email-invalid', { email: 'kavya' }],
    ['phone-invalid', { phone: '12345' }],
    ['password-short', { password: '123456' }],
  ])('DRIVERREG-08 %s is refused, at its field', (code, change) => {
    expect(whyNotRegister({ ...draft, ...change })).toEqual({ code, field: Object.keys(change)[0] })
  })

  test('DRIVERREG-08 seven characters are enough', () => {
    expect(whyNotRegister({ ...draft, password: '1234567' })).toBeNull()
  })

  test('DRIVERREG-03 the e-mail is kept trimmed and in lower case, the name without what cannot be seen', () => {
    const read = DriverDraft.parse({ ...draft, email: ' Kavya.Driver@X.test ', name: ' Kavya\u202e\n' })
    expect(read).toMatchObject({ email: 'kavya.driver@x.test', name: 'Kavya' })
    expect(DriverDraft.safeParse({ ...draft, role: 'admin' }).success).toBe(false)
  })

  test.each([
    ['(0)98401-30009', '0 98401-30009'],
    ['+91\u00a098401.30009', '+91 98401 30009'],
    ['\u202a98401\u201130009\u202c', '98401-30009'],
  ])('DRIVERREG-03 AMB-118 the number %j is kept as %j, and is one', (phone, kept) => {
    const read = DriverDraft.parse({ ...draft, phone })
    expect(read.phone).toBe(kept)
    expect(whyNotRegister(read)).toBeNull()
  })
})

test.each([
  ['1234567', true],
  ['123456', false],
  ['123456789012345', true],
  ['1234567890123456', false],
  ['+91 98401 30009', true],
  ['044-2811-0014', true],
  ['98401+30009', false],
  ['++9840130009', false],
  ['(044) 28110014', false],
  ['9840130009 ext 2', false],
  ['٩٨٤٠١٣٠٠٠٩', false],
  ['-------', false],
  ['', false],
])('AMB-118 %j is a phone number: %s', (text, isOne) => {
  expect(isPhone(text)).toBe(isOne)
})

describe('reserved addresses', () => {
  test.each([
    ['bloodsupport', false, true],
    ['BloodSupport', false, true],
    ['bloodsupport_x', false, false],
    ['bloodsupport_admin', false, true],
    ['x_bloodbank', false, true],
    ['x_bloodbank_y', false, true],
    ['x_bloodbanks', false, true],
    ['bloodbank', false, false],
    ['firm', false, true],
    ['noble_admin', false, true],
    ['bewelltnagar_pilot', false, true],
    ['bewellnew', false, false],
    ['dev', false, true],
    ['test_pilot', false, true],
    ['lifelinelima', false, true],
    ['city', true, true],
    ['city', false, false],
    ['arun.driver', false, false],
    ['arun_admin', false, false],
  ])('AMB-27 %s, on the books %s: reserved %s', (name, isOnTheBooks, reserved) => {
    expect(isReserved(`${name}@crossmatch.example`, isOnTheBooks)).toBe(reserved)
  })

  test('AMB-27 AMB-210 T01 whatever reads as one of the five, the provider or a bank is reserved', () => {
    const piece = fc.constantFrom('bloodsupport', '_bloodbank', '_pilot', '_admin', '_', 'firm', 'noble', 'x')
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const email = `${pieces.join('')}@x.test`
        const isSomebody =
          email.includes('_bloodbank') || ['bloodsupport', ...namedHospitals].includes(organisationIn(email))
        expect(isReserved(email, false)).toBe(isSomebody)
      }),
      { numRuns: 2000 },
    )
  })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(driverWords)).toEqual(['email-in-use'])
})
