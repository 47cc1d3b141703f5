import { describe, expect, test } from 'vitest'
import {
  type Actor,
  Actor as ActorShape,
  accountStatuses,
  displayNameOf,
  isBank,
  isBankAdmin,
  isDriver,
  isHospital,
  isHospitalAdmin,
  isPlaceAdmin,
  isProved,
  isProvider,
  isSignedIn,
  isUnproved,
  type Member,
  mayAudit,
  mayHaveInvoices,
  mayListen,
  mayNameThemselves,
  mayRaise,
} from './actor.ts'
import type { Product, Role } from './roles.ts'

const member = (product: Product, role: Role, accountStatus: Member['accountStatus'] = 'active'): Actor => ({
  kind: 'member',
  accountId: 'a1',
  email: 'someone@crossmatch.example',
  product,
  role,
  organisationId: product === 'admin' ? null : 'firm',
  displayName: 'Firm',
  accountStatus,
  isApprovingBlocked: false,
})
const driver: Actor = { kind: 'driver', accountId: 'd1', email: 'arun.driver@x.test', displayName: 'Arun' }

const questions = {
  isProvider,
  isBank,
  isHospital,
  isHospitalAdmin,
  mayRaise,
  isDriver,
  mayHaveInvoices,
  mayListen,
  isProved,
  isUnproved,
  isSignedIn,
}
const yesFor = (actor: Actor) =>
  Object.entries(questions)
    .filter(([, may]) => may(actor))
    .map(([name]) => name)

describe('who may', () => {
  test.each([
    ['ROLES-16', 'the provider', member('admin', 'admin'), ['isProvider']],
    ['ROLES-14', 'a bank', member('bloodbank', 'admin'), ['isBank']],
    ['ROLES-12', 'staff of a pilot hospital', member('pilot', 'staff'), ['isHospital', 'mayRaise']],
    [
      'ROLES-11',
      'admin of a pilot hospital',
      member('pilot', 'admin'),
      ['isHospital', 'isHospitalAdmin', 'mayRaise'],
    ],
    ['ROLES-13', 'staff of a plus hospital', member('plus', 'staff'), ['isHospital']],
    ['ROLES-13', 'admin of a plus hospital', member('plus', 'admin'), ['isHospital', 'isHospitalAdmin']],
    ['ROLES-29', 'a driver', driver, ['isDriver']],
  ])('%s %s', (_row, _name, actor, may) => {
    const invoices = actor === driver ? [] : ['mayHaveInvoices']
    expect(yesFor(actor)).toEqual([...may, ...invoices, 'mayListen', 'isProved', 'isSignedIn'])
  })

  test.each([
    ['the provider', member('admin', 'admin'), ['mayAudit']],
    ['somebody of the provider who is no admin', member('admin', 'staff'), []],
    ['an admin of a bank', member('bloodbank', 'admin'), ['isBankAdmin', 'isPlaceAdmin', 'mayAudit']],
    ['staff of a bank', member('bloodbank', 'staff'), []],
    ['an admin of a pilot hospital', member('pilot', 'admin'), ['isPlaceAdmin', 'mayAudit']],
    ['an admin of a plus hospital', member('plus', 'admin'), ['isPlaceAdmin', 'mayAudit']],
    ['staff of a hospital', member('pilot', 'staff'), []],
    ['an admin whose hospital is being verified', member('pilot', 'admin', 'pending'), []],
    ['an admin whose mailbox nobody proved', member('pilot', 'admin', 'unproved'), []],
    ['a driver', driver, []],
  ])('AMB-286 AMB-298 who looks after an organisation: %s', (_name, actor, may) => {
    const all = { isBankAdmin, isPlaceAdmin, mayAudit }
    expect(
      Object.entries(all)
        .filter(([, asked]) => asked(actor))
        .map(([name]) => name),
    ).toEqual(may)
  })

  test('a member whose mailbox is proved gives themselves a name, and a driver does not', () => {
    expect(mayNameThemselves(member('pilot', 'staff', 'pending'))).toBe(true)
    expect(mayNameThemselves(member('pilot', 'staff', 'unproved'))).toBe(false)
    expect(mayNameThemselves(driver)).toBe(false)
  })

  const kinds = [
    ['admin', 'admin'],
    ['bloodbank', 'admin'],
    ['pilot', 'admin'],
    ['pilot', 'staff'],
    ['plus', 'admin'],
    ['plus', 'staff'],
  ] as const

  test.each(kinds)('ROLES-29 %s %s can only be signed in while pending or suspended', (product, role) => {
    for (const status of ['pending', 'suspended'] as const) {
      expect(yesFor(member(product, role, status))).toEqual(['isProved', 'isSignedIn'])
    }
    expect(yesFor(member(product, role, 'unproved'))).toEqual(['isUnproved', 'isSignedIn'])
  })

  test.each(kinds)('APPROVAL-20 %s %s keeps its rights when the subscription has ended', (product, role) => {
    expect(yesFor(member(product, role, 'subscription-ended'))).toEqual(yesFor(member(product, role)))
  })

  test('ROLES-29 these are all the states an account can be in', () => {
    expect(accountStatuses).toEqual(['pending', 'active', 'subscription-ended', 'suspended'])
  })

  test('ROLES-01 a product or a role outside the lists is no actor', () => {
    expect(ActorShape.safeParse(member('pilot', 'staff')).success).toBe(true)
    expect(ActorShape.safeParse({ ...member('pilot', 'staff'), product: 'gold' }).success).toBe(false)
    expect(ActorShape.safeParse({ ...member('pilot', 'staff'), role: 'owner' }).success).toBe(false)
    expect(ActorShape.safeParse(member('pilot', 'staff', 'unproved')).success).toBe(true)
    expect(ActorShape.safeParse(driver).success).toBe(true)
  })
})

test.each([
  ['Firm Hospital Chennai', 'Firm'],
  ['Noble Hospital', 'Noble'],
  ['Be Well Anna Nagar Hospital', 'Be Well Anna Nagar'],
  ['City Hospital Hospital', 'City'],
  ['Lifeline Clinic', 'Lifeline Clinic'],
  ['Hospital of Mercy', 'Hospital of Mercy'],
  [' Hospital', ' Hospital'],
])('DATA-05 %j is shown as %j', (name, shown) => {
  expect(displayNameOf(name)).toBe(shown)
})
