import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sized } from '#testing/harness/size.ts'
import { Grant, grantFromEmail, localPart, namedHospitals, organisationIn, products, roles } from './roles.ts'

test('ROLES-01 the products and the roles', () => {
  expect(products).toEqual(['admin', 'pilot', 'plus', 'bloodbank'])
  expect(roles).toEqual(['admin', 'staff'])
})

describe('the rule of the e-mail', () => {
  test.each([
    ['ROLES-04', 'redbank_bloodbank', 'bloodbank', 'admin', 'redbank'],
    ['ROLES-04', 'redbank_bloodbank_pilot', 'bloodbank', 'admin', 'redbank'],
    ['ROLES-04', 'redbank_admin_bloodbank', 'bloodbank', 'admin', 'redbank'],
    ['ROLES-04', 'firm_bloodbank', 'bloodbank', 'admin', 'firm'],
    ['ROLES-05', 'city_pilot', 'pilot', 'staff', 'city'],
    ['ROLES-05', 'city_admin_pilot', 'pilot', 'staff', 'city'],
    ['ROLES-05', 'city_pilot_admin', 'pilot', 'staff', 'city'],
    ['ROLES-06', 'city_admin', 'plus', 'admin', 'city'],
    ['ROLES-06', 'lifelinelima_admin', 'plus', 'admin', 'lifelinelima'],
    ['ROLES-07', 'city', 'plus', 'staff', 'city'],
    ['ROLES-07', 'city_nurse', 'plus', 'staff', 'city_nurse'],
    ['ROLES-07', 'pilot', 'plus', 'staff', 'pilot'],
    ['ROLES-07', 'admin', 'plus', 'staff', 'admin'],
    ['ROLES-07', 'bloodbank', 'plus', 'staff', 'bloodbank'],
    ['ROLES-08', 'bloodsupport', 'admin', 'admin', null],
    ['ROLES-08', 'xbloodsupport', 'plus', 'staff', 'xbloodsupport'],
    ['ROLES-08', 'bloodsupport_x', 'plus', 'staff', 'bloodsupport_x'],
    ['ROLES-08', 'bloodsupport.', 'plus', 'staff', 'bloodsupport.'],
    ['ROLES-08', 'bloodsupport+1', 'plus', 'staff', 'bloodsupport+1'],
    ['ROLES-08', 'bloodsupport_admin', 'plus', 'admin', 'bloodsupport'],
    ['ROLES-09', 'firm', 'pilot', 'admin', 'firm'],
    ['ROLES-09', 'noble', 'pilot', 'admin', 'noble'],
    ['ROLES-09', 'bewellanna', 'pilot', 'admin', 'bewellanna'],
    ['ROLES-09', 'bewellkilpauk', 'pilot', 'admin', 'bewellkilpauk'],
    ['ROLES-09', 'bewelltnagar', 'pilot', 'admin', 'bewelltnagar'],
    ['ROLES-09', 'firm_admin', 'pilot', 'admin', 'firm'],
    ['ROLES-09', 'firm_pilot', 'pilot', 'staff', 'firm'],
    ['ROLES-09', 'bewell', 'plus', 'staff', 'bewell'],
    ['ROLES-09', 'bewellnew', 'plus', 'staff', 'bewellnew'],
    ['ROLES-09', 'bewellnew_admin', 'plus', 'admin', 'bewellnew'],
    ['ROLES-09', 'firmx', 'plus', 'staff', 'firmx'],
    ['ROLES-09', 'firm_nurse', 'plus', 'staff', 'firm_nurse'],
  ])('ROLES-02 %s %s is %s, %s of %s', (_row, name, product, role, organisationId) => {
    expect(grantFromEmail(`${name}@crossmatch.example`)).toEqual({ product, role, organisationId })
  })

  test.each([
    ['city_pilot', 'city'],
    ['city_x_pilot', 'city'],
    ['city_x_admin', 'city'],
    ['red_bank_bloodbank', 'red'],
    ['city_x', 'city_x'],
    ['firm', 'firm'],
  ])('ROLES-03 %s belongs to %s', (name, organisation) => {
    expect(organisationIn(`${name}@crossmatch.example`)).toBe(organisation)
  })

  test.each([' Firm@Crossmatch.Example ', 'FIRM@x', 'firm', 'firm@a@b'])(
    'ROLES-03 the name in %j is firm',
    (email) => {
      expect(localPart(email)).toBe('firm')
      expect(grantFromEmail(email)).toEqual({ product: 'pilot', role: 'admin', organisationId: 'firm' })
    },
  )

  test('ROLES-02 only the local part counts, never the domain', () => {
    expect(grantFromEmail('city@bloodsupport')).toMatchObject({ product: 'plus', role: 'staff' })
    expect(grantFromEmail('city@x_bloodbank.test')).toMatchObject({ product: 'plus', role: 'staff' })
  })

  const piece = fc.constantFrom(
    'bloodsupport',
    'BloodSupport',
    '_bloodbank',
    '_pilot',
    '_admin',
    '_',
    '.',
    '+',
    ' ',
    'firm',
    'noble',
    'bewell',
    'anna',
    'city',
    'x',
  )
  const anyName = fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
    fc.string({ minLength: 1 }).filter((name) => !name.includes('@')),
  )

  test('ROLES-08 nobody but bloodsupport runs the service, and nobody but the five is pilot and admin', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const { product, role, organisationId } = Grant.parse(grantFromEmail(`${name}@crossmatch.example`))
        const isSupport = name.trimStart().toLowerCase() === 'bloodsupport'
        expect(product === 'admin').toBe(isSupport)
        expect(organisationId === null).toBe(isSupport)
        if (product === 'pilot' && role === 'admin') expect(namedHospitals).toContain(organisationId)
        if (product === 'bloodbank') expect(name.toLowerCase()).toContain('_bloodbank')
      }),
      { numRuns: sized(500, 20_000) },
    )
  })
})
