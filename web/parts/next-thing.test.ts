import { expect, test } from 'vitest'
import type { IssuedRequest } from '#contract/issuing.ts'
import type { Order, OrderSummary } from '#contract/orders.ts'
import type { RequestSummary } from '#contract/requests.ts'
import { hours, instantOf, later } from '#domain/basics/time.ts'
import type { Member } from '#domain/people/actor.ts'
import { bankThing, hospitalThing, messageThing, providerThing } from './next-thing.ts'

const now = instantOf('2026-11-15', '10:42')
const order = {
  id: '05c8aa71',
  hospitalName: 'Firm Hospital',
  patientName: 'Karthik Subramanian',
  bloodGroup: 'O+',
  component: 'PRBC',
  units: 2,
  status: 'hospital-admin-approved',
  pickupAt: later(now, hours(1)),
  deadlineAt: later(now, hours(4)),
  refusedBy: [] as string[],
  expired: false,
} as Order
const none = { count: 0, first: [] }
const idle: OrderSummary = {
  stopped: none,
  late: none,
  refused: none,
  toLink: none,
  toComplete: none,
  onTheRoad: none,
  pending: { count: 0 },
  failed: { ...none, isAtLeast: false },
}
const one = (change: Partial<Order> = {}) => ({
  count: 1,
  first: [{ ...order, driverPhone: '', ...change }],
})
const words = 'Firm, Karthik Subramanian, O POS PRBC, 2 units'

test.each<[Partial<OrderSummary>, object | null]>([
  [{ toLink: one() }, { act: 'Link', title: 'Link 05c8aa71', words, search: { order: '05c8aa71' } }],
  [{ toLink: one({ refusedBy: ['redbank'] }) }, { act: 'Link another' }],
  [
    { late: one({ status: 'issued' }) },
    { act: 'Open', to: '/dashboard/admin/status', search: { order: '05c8aa71' } },
  ],
  [
    { stopped: one({ status: 'issued' }), toLink: one() },
    {
      act: 'Decide',
      title: 'Decide about 05c8aa71',
      to: '/dashboard/admin/status',
      search: { order: '05c8aa71' },
    },
  ],
  [{ toComplete: one({ status: 'delivery-completed' }) }, { act: 'Approve Invoice', due: null }],
  [{}, null],
])('AMB-265 the next thing of the provider is said and addressed', (waiting, thing) => {
  const next = providerThing({ ...idle, ...waiting }, now)
  if (thing) expect(next).toMatchObject(thing)
  else expect(next).toBeNull()
})

test('AMB-265 a message that failed is opened among those that failed', () => {
  const message = { id: 7, channel: 'sms', kind: 'driver', recipient: '+919', tries: 3, error: 'no' } as const
  expect(messageThing({ ...message, createdAt: now, requestId: null })).toMatchObject({
    act: 'Send again',
    title: 'SMS to +919 failed',
    search: { state: 'failed', message: '7' },
  })
})

const requests = { pending: one(), onTheRoad: one(), live: none, week: [] } as unknown as RequestSummary
test.each([
  ['pilot', 'admin', { title: 'Approve or reject 05c8aa71', to: '/dashboard/pilot/approval' }],
  ['pilot', 'staff', { title: 'Raise Request', to: '/dashboard/pilot/request' }],
  ['plus', 'staff', { title: 'Follow 05c8aa71', to: '/dashboard/plus/deliveryStatus' }],
] as const)('AMB-265 the next thing of %s, %s', (product, role, thing) => {
  const member = {
    kind: 'member',
    product,
    role,
    organisationId: 'firm',
    accountStatus: 'active',
  } as unknown as Member
  expect(hospitalThing(requests, member, now)).toMatchObject(thing)
})

test('AMB-265 the next thing of a bank', () => {
  const toIssue = { count: 1, first: [order as unknown as IssuedRequest] }
  const nothing = { toIssue: none, onTheRoad: { count: 0 } }
  expect(bankThing({ ...nothing, toIssue }, 2, [], now)).toMatchObject({ title: 'Issue 05c8aa71' })
  expect(bankThing(nothing, 2, [], now)).toMatchObject({ words: '2 donor forms wait' })
  expect(bankThing(nothing, 0, ['FFP'], now)).toMatchObject({ to: '/dashboard/bloodbank/ffp' })
})
