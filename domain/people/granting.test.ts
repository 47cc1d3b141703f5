import { describe, expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { type AccountStatus, accountStatuses } from './actor.ts'
import {
  accountToGrant,
  accountWords,
  fits,
  grantsFor,
  type PlaceKind,
  statusesAfter,
  whyNotActivate,
  whyNotAddAccount,
  whyNotBeside,
  whyNotGrant,
  whyNotInviteInto,
  whyNotSecond,
  whyNotSetBlock,
  whyNotSetStatus,
} from './granting.ts'
import { products, roles } from './roles.ts'

const place = (accountStatus: AccountStatus, kind: PlaceKind = 'hospital', id = 'city') => ({
  id,
  kind,
  accountStatus,
})

describe('the status of an organisation', () => {
  test.each([
    [
      'hospital',
      'pending',
      { suspended: null, active: 'activate-first', 'subscription-ended': 'activate-first' },
    ],
    ['hospital', 'active', { suspended: null, 'subscription-ended': null, pending: 'never-pending' }],
    ['hospital', 'subscription-ended', { active: null, suspended: null, pending: 'never-pending' }],
    [
      'hospital',
      'suspended',
      { active: null, 'subscription-ended': 'reinstate-first', pending: 'never-pending' },
    ],
    ['bank', 'pending', { suspended: null, active: null, 'subscription-ended': 'no-subscription' }],
    [
      'bank',
      'active',
      { suspended: null, 'subscription-ended': 'no-subscription', pending: 'never-pending' },
    ],
    [
      'bank',
      'suspended',
      { active: null, 'subscription-ended': 'no-subscription', pending: 'never-pending' },
    ],
  ] as const)('AMB-147 a %s that is %s', (kind, from, answers) => {
    const all = Object.entries(answers) as [AccountStatus, string | null][]
    expect(all).toHaveLength(accountStatuses.length - 1)
    for (const [to, code] of all) {
      expect([to, whyNotSetStatus(place(from, kind), to, from)?.code ?? null]).toEqual([to, code])
    }
    const free = all.filter(([, code]) => code === null).map(([to]) => to)
    expect(statusesAfter(place(from, kind)).toSorted()).toEqual(free.toSorted())
  })

  test.each(accountStatuses)(
    'what is %s already, or was changed since it was seen, is a conflict',
    (status) => {
      for (const seen of accountStatuses) {
        const refusal = whyNotSetStatus(place(status), seen === status ? status : 'suspended', seen)
        expect(refusal).toEqual({ code: 'changed-meanwhile', field: 'status', values: { status } })
      }
      expect('conflict' in accountWords['changed-meanwhile']).toBe(true)
    },
  )

  test('nobody can suspend the provider', () => {
    for (const kind of ['hospital', 'bank'] as const) {
      for (const status of accountStatuses) {
        const provider = place('active', kind, 'bloodsupport')
        expect(whyNotSetStatus(provider, status, 'active')).toEqual({ code: 'provider-stays' })
        expect(statusesAfter(provider)).toEqual([])
      }
    }
  })
})

describe('grants', () => {
  const possible = {
    hospital: ['pilot admin', 'pilot staff', 'plus admin', 'plus staff'],
    bank: ['bloodbank admin', 'bloodbank staff'],
  }

  test.each(['hospital', 'bank'] as const)('AMB-26 what an account of a %s can be', (kind) => {
    const offered = grantsFor[kind].map(({ product, role }) => `${product} ${role}`)
    expect(offered).toEqual(possible[kind])
    for (const product of products) {
      for (const role of roles) {
        const isFit = possible[kind].includes(`${product} ${role}`)
        const refusal = whyNotGrant(kind, { product, role })
        expect([product, role, refusal === null]).toEqual([product, role, isFit])
      }
    }
  })

  test('AMB-26 nobody is made the provider, and the words say what does not fit', () => {
    const refusal = whyNotGrant('bank', { product: 'admin', role: 'admin' })
    expect(refusal && say(accountWords, refusal).text).toBe(
      'An account of a blood bank cannot be admin, admin.',
    )
  })

  test('AMB-147 pilot and admin is offered first', () => {
    expect(grantsFor.hospital[0]).toEqual({ product: 'pilot', role: 'admin' })
  })
})

describe('activating', () => {
  const grant = { product: 'pilot', role: 'admin' } as const

  test('AMB-147 a pending hospital is activated with a grant that fits', () => {
    expect(whyNotActivate(place('pending'), grant)).toBeNull()
    expect(whyNotActivate(place('pending'), { product: 'bloodbank', role: 'admin' })?.code).toBe(
      'grant-unfit',
    )
    expect(whyNotActivate(place('pending', 'bank'), grant)?.code).toBe('hospitals-only')
  })

  test.each(['active', 'subscription-ended', 'suspended'] as const)('one that is %s is not', (status) => {
    expect(whyNotActivate(place(status), grant)).toEqual({
      code: 'not-pending',
      field: 'status',
      values: { status },
    })
  })

  const account = (email: string, isGranted = false) => ({ email, isGranted })

  test.each([
    ['the one that signed up', ['a@x.test', 'city@x.test'], 'city@x.test'],
    ['else the first', ['a@x.test', 'b@x.test'], 'a@x.test'],
    ['nobody, if there is none', [], undefined],
  ])('the grant goes to %s', (_name, emails, chosen) => {
    const accounts = emails.map((email) => account(email))
    expect(accountToGrant({ email: 'city@x.test' }, accounts)?.email).toBe(chosen)
  })

  test('AMB-210 the one that signed up has its first grant already; another that has one keeps it', () => {
    const signedUp = [account('city_pilot@x.test'), account('city@x.test', true)]
    expect(accountToGrant({ email: 'city@x.test' }, signedUp)?.email).toBe('city@x.test')
    const added = [account('nurse@x.test', true), account('city_pilot@x.test')]
    expect(accountToGrant({ email: 'city@x.test' }, added)?.email).toBe('city_pilot@x.test')
    expect(accountToGrant({ email: 'city@x.test' }, added.slice(0, 1))).toBeUndefined()
  })
})

describe('adding an account', () => {
  const nurse = { name: 'Nurse Mary', email: 'mary@mail.example', product: 'pilot', role: 'staff' } as const
  const clerk = { name: 'Clerk Raj', email: 'raj@mail.example', product: 'bloodbank', role: 'admin' } as const
  const city = place('active')
  const redbank = place('active', 'bank', 'redbank')

  test.each([
    ['an address of anywhere', nurse, city, false, null],
    ['an address of its own', { ...nurse, email: 'city_pilot@x.test' }, city, true, null],
    ['its own bare name', { ...nurse, email: 'city@x.test' }, city, true, null],
    [
      'an address of its own, at a bank',
      { ...clerk, email: 'redbank_bloodbank@x.test' },
      redbank,
      true,
      null,
    ],
    ['no name', { ...nurse, name: ' ' }, city, false, 'name-empty'],
    ['no address', { ...nurse, email: 'mary' }, city, false, 'email-invalid'],
    ['the provider', { ...nurse, email: 'bloodsupport@x.test' }, city, false, 'email-reserved'],
    ['an address of another', { ...nurse, email: 'noble_admin@x.test' }, city, true, 'email-reserved'],
    ['one that reads as a bank', { ...nurse, email: 'city_bloodbank@x.test' }, city, true, 'email-reserved'],
    ['a bank of no books', { ...clerk, email: 'x_bloodbank@x.test' }, redbank, false, 'email-reserved'],
    ['the wrong product', { ...nurse, product: 'bloodbank' as const }, city, false, 'grant-unfit'],
    ['a hospital grant at a bank', { ...nurse }, redbank, false, 'grant-unfit'],
  ])('AMB-26 AMB-27 %s', (_name, account, at, isOnTheBooks, code) => {
    expect(whyNotAddAccount(account, at, isOnTheBooks)?.code ?? null).toBe(code)
  })
})

test('AMB-215 whether an ended subscription blocks is chosen for hospitals alone', () => {
  expect(whyNotSetBlock({ kind: 'hospital' })).toBeNull()
  expect(whyNotSetBlock({ kind: 'bank' })).toEqual({ code: 'no-subscription' })
})

test.each([
  ['hospital', 'pilot', true],
  ['hospital', 'plus', true],
  ['hospital', 'bloodbank', false],
  ['hospital', 'admin', false],
  ['bank', 'bloodbank', true],
  ['bank', 'pilot', false],
] as const)('AMB-210 to a %s belongs who is %s: %s', (kind, product, isTheirs) => {
  expect(fits(kind, { product })).toBe(isTheirs)
})

test('each refusal names its field, and what somebody else changed meanwhile is a conflict', () => {
  const hospital = place('active')
  const account = { name: 'A', email: 'a@city.example', product: 'pilot', role: 'staff' } as const
  const fields = [
    whyNotGrant('bank', { product: 'pilot', role: 'staff' }),
    whyNotSetStatus(hospital, 'active', 'active'),
    whyNotSetStatus(hospital, 'pending', 'active'),
    whyNotSetStatus(place('active', 'bank'), 'subscription-ended', 'active'),
    whyNotSetStatus(place('pending'), 'active', 'pending'),
    whyNotActivate(hospital, account),
    whyNotInviteInto({ ...place('suspended'), name: 'Firm' }, account),
    whyNotAddAccount({ ...account, name: ' ' }, hospital, false),
    whyNotAddAccount({ ...account, email: 'a' }, hospital, false),
    whyNotAddAccount({ ...account, email: 'bloodsupport@x.example' }, hospital, false),
  ].map((refusal) => [refusal?.code, refusal?.field])
  expect(fields).toEqual([
    ['grant-unfit', 'product'],
    ['changed-meanwhile', 'status'],
    ['never-pending', 'status'],
    ['no-subscription', 'status'],
    ['activate-first', 'status'],
    ['not-pending', 'status'],
    ['not-open', undefined],
    ['name-empty', 'name'],
    ['email-invalid', 'email'],
    ['email-reserved', 'email'],
  ])
  const conflicts = Object.entries(accountWords).filter(([, words]) => 'conflict' in words && words.conflict)
  expect(conflicts.map(([code]) => code).toSorted()).toEqual(
    [
      ...['already-here', 'already-invited', 'already-proved', 'changed-meanwhile', 'email-in-use'],
      ...['has-account', 'has-password', 'is-driver', 'not-pending'],
    ].toSorted(),
  )
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(accountWords)).toEqual([
    'changed-meanwhile',
    'not-pending',
    'email-in-use',
    'already-here',
    'already-invited',
    'has-account',
    'is-driver',
    'already-proved',
    'has-password',
  ])
})

test.each([
  [{ isHere: true, isDriver: true }, 'already-here'],
  [{ isHere: false, isDriver: true }, 'is-driver'],
  [{ isHere: false, isDriver: false }, 'has-account'],
])('an address with %j gets no second account: %s', (known, code) => {
  expect(whyNotSecond('a@b.example', 'Firm', known)).toMatchObject({ code, field: 'email' })
})

test.each([
  ['active', 'hospital', { product: 'pilot', role: 'staff' }, null],
  ['subscription-ended', 'hospital', { product: 'plus', role: 'admin' }, null],
  ['active', 'bank', { product: 'bloodbank', role: 'staff' }, null],
  ['active', 'bank', { product: 'plus', role: 'staff' }, 'grant-unfit'],
  ['pending', 'hospital', { product: 'pilot', role: 'staff' }, 'not-open'],
  ['suspended', 'hospital', { product: 'pilot', role: 'staff' }, 'not-open'],
] as const)('AMB-366 into a place that is %s, a %s, as %j: %s', (status, kind, grant, code) => {
  expect(whyNotInviteInto({ ...place(status, kind), name: 'Firm' }, grant)?.code ?? null).toBe(code)
})

test('AMB-366 nobody gets an account beside an invitation to the same place', () => {
  const invited = [{ email: 'meena@mail.example' }]
  expect(whyNotBeside(invited, ' Meena@mail.example')).toMatchObject({
    code: 'already-invited',
    field: 'email',
  })
  expect(whyNotBeside(invited, 'mary@mail.example')).toBeNull()
})
