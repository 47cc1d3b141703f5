import { expect, test } from 'vitest'
import type { AccountStatus, Actor } from './actor.ts'
import { mayHear, type Ownership } from './hearing.ts'
import type { Product } from './roles.ts'

const member = (
  product: Product,
  organisationId: string | null,
  accountStatus: AccountStatus = 'active',
): Actor => ({
  kind: 'member',
  accountId: 'a1',
  email: 'someone@crossmatch.example',
  product,
  role: 'admin',
  organisationId,
  displayName: 'Someone',
  accountStatus,
  isApprovingBlocked: false,
})
const driver = (email: string): Actor => ({ kind: 'driver', accountId: 'd1', email, displayName: 'Arun' })

const order: Ownership = {
  topic: 'requests',
  hospitalId: 'firm',
  bankId: 'redbank',
  driverEmail: 'arun.driver@crossmatch.example',
}
const nobodys: Ownership = { topic: 'requests', hospitalId: null, bankId: null, driverEmail: null }
const donorForm: Ownership = { topic: 'donor-forms', hospitalId: null, bankId: 'redbank', driverEmail: null }

test.each([
  ['its pilot hospital', member('pilot', 'firm'), true],
  ['its plus hospital', member('plus', 'firm'), true],
  ['another hospital', member('pilot', 'noble'), false],
  ['another plus hospital', member('plus', 'city'), false],
  ['a hospital with the name of the bank', member('pilot', 'redbank'), false],
  ['a hospital without an id', member('pilot', null), false],
  ['its bank', member('bloodbank', 'redbank'), true],
  ['another bank', member('bloodbank', 'bluebank'), false],
  ['a bank with the name of the hospital', member('bloodbank', 'firm'), false],
  ['its driver', driver('arun.driver@crossmatch.example'), true],
  ['another driver', driver('meena.driver@crossmatch.example'), false],
  ['the provider', member('admin', null), true],
  ['its hospital while it is being verified', member('pilot', 'firm', 'pending'), false],
  ['its hospital when suspended', member('pilot', 'firm', 'suspended'), false],
  ['its hospital when the subscription has ended', member('pilot', 'firm', 'subscription-ended'), true],
])('API-16 ROLES-24 of a request hears %s: %s', (_name, actor, hears) => {
  expect(mayHear(actor, order)).toBe(hears)
})

test.each([
  ['the provider', member('admin', null), true],
  ['the hospital it is about', member('pilot', 'firm'), false],
  ['its bank', member('bloodbank', 'redbank'), false],
  ['its driver', driver('arun.driver@crossmatch.example'), false],
])(
  'API-16 AMB-226 of what was sent, or is gathered because somebody raises a lot, hears %s: %s',
  (_name, actor, hears) => {
    expect(mayHear(actor, { ...order, topic: 'messages' })).toBe(hears)
  },
)

test.each([
  ['the provider', member('admin', null), true],
  ['a hospital', member('pilot', 'firm'), true],
  ['a bank', member('bloodbank', 'redbank'), true],
  ['a hospital while it is being verified', member('pilot', 'firm', 'pending'), false],
  ['a driver', driver('arun.driver@crossmatch.example'), false],
])('AMB-310 that there is another notice hears %s: %s', (_name, actor, hears) => {
  expect(mayHear(actor, { ...nobodys, topic: 'notices' })).toBe(hears)
})

test.each([
  ['a hospital', member('pilot', 'firm')],
  ['a hospital without an id', member('plus', null)],
  ['a bank', member('bloodbank', 'redbank')],
  ['a bank without an id', member('bloodbank', null)],
  ['a driver', driver('arun.driver@crossmatch.example')],
])('API-16 of what belongs to nobody %s hears nothing', (_name, actor) => {
  expect(mayHear(actor, nobodys)).toBe(false)
})

test.each([
  ['its bank', member('bloodbank', 'redbank'), true],
  ['another bank', member('bloodbank', 'bluebank'), false],
  ['the provider', member('admin', null), false],
  ['a hospital', member('pilot', 'firm'), false],
])('ROLES-25 AMB-219 of a donor form or a bag hears %s: %s', (_name, actor, hears) => {
  expect(mayHear(actor, donorForm)).toBe(hears)
  expect(mayHear(actor, { ...donorForm, topic: 'bags' })).toBe(hears)
})

test.each([
  ['its admin', member('pilot', 'firm'), true],
  ['its staff', { ...member('pilot', 'firm'), role: 'staff' } as Actor, false],
  ['an admin of another hospital', member('pilot', 'noble'), false],
])('AMB-286 of who works at a hospital hears %s: %s', (_name, actor, hears) => {
  expect(mayHear(actor, { ...nobodys, topic: 'organisations', hospitalId: 'firm' })).toBe(hears)
})
