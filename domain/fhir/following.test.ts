import { describe, expect, test } from 'vitest'
import { raisedRequest } from '#testing/makers/rules.ts'
import type { BagState } from '../bags/bag.ts'
import { instantOf } from '../basics/time.ts'
import type { AsideReason } from '../matching/setting-aside.ts'
import { type RequestStatus, requestStatuses } from '../requests/request.ts'
import { type Followed, follow, followingTypes, orderIn } from './following.ts'
import {
  bagDispense,
  dispenseStatusOf,
  driveDispense,
  furthest,
  statusesCalled,
  statusOf,
  taskStatusOf,
} from './statuses.ts'
import { extensions, numbers, others, systems } from './systems.ts'

const order = { ...raisedRequest(), bankId: 'redbank', status: 'issued' as RequestStatus, version: 3 }
const followed = (change: Partial<Followed> = {}, changed: object = {}): Followed => ({
  ...{
    order: { ...order, ...changed },
    deliveries: [],
    samples: [],
    groupFound: null,
    bags: [],
    reason: null,
  },
  ...change,
})
const meta = { versionId: '3', lastUpdated: order.updatedAt.toISOString() }
const toOrder = { reference: 'ServiceRequest/0123abcd', type: 'ServiceRequest' }
const bank = { type: 'Organization', identifier: { system: numbers.organisation, value: 'redbank' } }
const firm = { type: 'Organization', identifier: { system: numbers.organisation, value: 'firm' } }

test('what follows an order has ids that begin with the order’s', () => {
  expect([...followingTypes]).toEqual(Object.keys(follow))
  expect(orderIn('0123abcd-1')).toBe('0123abcd')
  expect(orderIn('0123abcd')).toBe('0123abcd')
})

test.each<[RequestStatus, string, string, string]>([
  ['pending', 'draft', 'requested', 'preparation'],
  ['hospital-admin-approved', 'active', 'received', 'preparation'],
  ['hospital-admin-rejected', 'revoked', 'rejected', 'unfulfilled'],
  ['bloodbank-approved', 'active', 'accepted', 'preparation'],
  ['bloodbank-rejected', 'revoked', 'rejected', 'unfulfilled'],
  ['reservation-approved', 'active', 'accepted', 'allocated'],
  ['sample-acquired', 'active', 'in-progress', 'preparation'],
  ['cross-matching', 'active', 'in-progress', 'preparation'],
  ['issued', 'active', 'in-progress', 'issued'],
  ['partially-completed', 'active', 'in-progress', 'issued'],
  ['delivery-completed', 'active', 'in-progress', 'issued'],
  ['completed', 'completed', 'completed', 'issued'],
  ['cancelled', 'revoked', 'cancelled', 'unfulfilled'],
])('AMB-325 %s is %s, its task %s, its bags in %s', (status, called, task, dispensed) => {
  expect([statusOf[status], taskStatusOf[status], dispenseStatusOf[status]]).toEqual([
    called,
    task,
    dispensed,
  ])
})

test('AMB-325 a status of R4 stands for all of ours that are called so', () => {
  expect(statusesCalled(['draft', 'completed'])).toEqual(['pending', 'completed'])
  expect(statusesCalled(['draft', 'active', 'revoked', 'completed'])).toEqual([...requestStatuses])
  expect(statusesCalled(['on-hold'])).toEqual([])
})

describe('the task', () => {
  const taskOf = (changed: object = {}) => follow.Task(followed({}, changed))

  test('says where the order stands in our words, who asked and who has it', () => {
    expect(taskOf()).toEqual([
      {
        ...{ resourceType: 'Task', id: '0123abcd', meta, basedOn: [toOrder], focus: toOrder },
        ...{ status: 'in-progress', intent: 'order' },
        businessStatus: { coding: [{ system: systems.status, code: 'issued' }] },
        ...{ authoredOn: order.raisedAt.toISOString(), lastModified: order.updatedAt.toISOString() },
        ...{ requester: firm, owner: bank },
        restriction: { period: { end: order.deadlineAt.toISOString() } },
      },
    ])
    expect(taskOf({ bankId: null })[0]).not.toHaveProperty('owner')
  })

  test.each<[object, string | undefined]>([
    [{}, undefined],
    [{ expired: true, status: 'hospital-admin-approved', bankId: null }, 'Nobody took it in time'],
    [{ expired: true, status: 'pending', bankId: null }, 'Nobody took it in time'],
    // somebody decided that it ends
    [{ expired: true, status: 'cancelled', bankId: null }, undefined],
    [{ expired: true, status: 'hospital-admin-rejected', bankId: null }, undefined],
    // a bank took it after all
    [{ expired: true }, undefined],
    [{ status: 'completed', invoiceKind: 'RESERVATION_DECLINED' }, 'The reservation was not taken'],
    [{ status: 'completed', invoiceKind: 'NORMAL' }, undefined],
  ])('AMB-56 AMB-211 %j: stopped as %s', (changed, text) => {
    expect(taskOf(changed)[0]).toEqual(
      text === undefined
        ? expect.not.objectContaining({ statusReason: expect.anything() })
        : expect.objectContaining({ statusReason: { text } }),
    )
  })

  test('AMB-416 says why it was refused, beside that nobody took it', () => {
    const untaken = { expired: true, status: 'hospital-admin-approved', bankId: null }
    const reasonIn = (changed: object) =>
      follow.Task(followed({ reason: 'refused by redbank: No bag' }, changed))[0]
    expect([reasonIn({}), reasonIn(untaken)]).toMatchObject([
      { statusReason: { text: 'refused by redbank: No bag' } },
      { statusReason: { text: 'Nobody took it in time; refused by redbank: No bag' } },
    ])
  })
})

const atBank = { isOver: false, isThere: false, state: '-', isPacked: false, order: 'issued' } as const

test.each([
  [{}, 'preparation'],
  [{ isPacked: true }, 'allocated'],
  [{ order: 'allocated' }, 'allocated'],
  [{ state: 'issued' }, 'issued'],
  [{ state: 'partly delivered' }, 'issued'],
  [{ isThere: true, isOver: true }, 'issued'],
  [{ isOver: true, isPacked: true }, 'unfulfilled'],
] as const)('AMB-412 a drive of which %j is in %s', (change, dispensed) => {
  expect(driveDispense({ ...atBank, ...change })).toBe(dispensed)
})

test.each([
  [[], 'preparation'],
  [['preparation', 'issued', 'allocated'], 'issued'],
  [['unfulfilled', 'preparation'], 'preparation'],
] as const)('AMB-412 of drives in %j the whole is in %s', (drives, whole) => {
  expect(furthest(drives, 'preparation')).toBe(whole)
})

describe('the supply', () => {
  const first = instantOf('2026-11-15', '14:00')
  const second = instantOf('2026-11-15', '16:00')
  const drive = (seq: number, units: number, deliveredAt: Date | null) => ({ seq, units, deliveredAt })
  const suppliesOf = (deliveries: readonly object[], changed: object = {}) =>
    follow.SupplyDelivery(followed({ deliveries: deliveries as Followed['deliveries'] }, changed))

  test('one drive of two is there: the whole is on its way', () => {
    const whole = {
      ...{ resourceType: 'SupplyDelivery', meta, supplier: bank },
      extension: [
        { url: extensions.request, valueReference: toOrder },
        { url: extensions.dispense, valueCode: 'issued' },
      ],
    }
    const item = (value: number) => ({
      quantity: { value, unit: 'units', system: others.ucum, code: '{unit}' },
      itemCodeableConcept: {
        coding: [{ system: systems.component, code: 'PRBC', display: 'Packed Red Blood Cells' }],
      },
    })
    const partOf = [{ reference: 'SupplyDelivery/0123abcd', type: 'SupplyDelivery' }]
    const atTheBank = [
      { url: extensions.request, valueReference: toOrder },
      { url: extensions.dispense, valueCode: 'preparation' },
    ]
    expect(suppliesOf([drive(1, 1, first), drive(2, 1, null)])).toEqual([
      { ...whole, id: '0123abcd', status: 'in-progress', suppliedItem: item(2) },
      {
        ...{ ...whole, id: '0123abcd-1', status: 'completed', suppliedItem: item(1), partOf },
        occurrenceDateTime: first.toISOString(),
      },
      {
        ...{ ...whole, id: '0123abcd-2', status: 'in-progress', suppliedItem: item(1), partOf },
        extension: atTheBank,
      },
    ])
  })

  const lines = (deliveries: readonly object[], changed: object = {}) =>
    suppliesOf(deliveries, changed).map((one) => {
      const { status, occurrenceDateTime } = one as { status?: string; occurrenceDateTime?: string }
      return [status, occurrenceDateTime ?? null]
    })
  test.each<[string, object[], object, unknown]>([
    ['no drive yet', [], {}, [['in-progress', null]]],
    [
      'the last to arrive tells when the whole was there',
      [drive(1, 1, second), drive(2, 1, first)],
      {},
      [
        ['completed', second.toISOString()],
        ['completed', second.toISOString()],
        ['completed', first.toISOString()],
      ],
    ],
    [
      'in the order of the drives too',
      [drive(1, 1, first), drive(2, 1, second)],
      {},
      [
        ['completed', second.toISOString()],
        ['completed', first.toISOString()],
        ['completed', second.toISOString()],
      ],
    ],
    ['withdrawn', [], { status: 'cancelled' }, [['abandoned', null]]],
    ['not taken', [], { status: 'completed', invoiceKind: 'RESERVATION_DECLINED' }, [['abandoned', null]]],
  ])('%s', (_, deliveries, changed, expected) => {
    expect(lines(deliveries, changed)).toEqual(expected)
  })

  test('a reservation that was not taken is unfulfilled, and without a bank nobody supplies', () => {
    const [one] = suppliesOf([], { status: 'completed', invoiceKind: 'RESERVATION_DECLINED', bankId: null })
    expect(one).toMatchObject({ extension: [{}, { valueCode: 'unfulfilled' }] })
    expect(one).not.toHaveProperty('supplier')
  })
})

test('the tube: when it was taken and came, and what was wrong with it', () => {
  const sample = {
    id: 's1',
    takenAt: instantOf('2026-11-15', '12:10'),
    receivedAt: instantOf('2026-11-15', '13:00'),
    groupFound: null,
  }
  const unfit = (unfitReason: string | null) =>
    follow.Specimen(followed({ samples: [{ ...sample, unfitReason }] }))
  const plain = {
    ...{ resourceType: 'Specimen', id: '0123abcd-s1', status: 'available', request: [toOrder] },
    receivedTime: sample.receivedAt.toISOString(),
    collection: { collectedDateTime: sample.takenAt.toISOString() },
  }
  expect(unfit(null)).toEqual([plain])
  expect(unfit('')).toEqual([{ ...plain, status: 'unsatisfactory' }])
  expect(unfit('haemolysed')).toEqual([
    { ...plain, status: 'unsatisfactory', note: [{ text: 'haemolysed' }] },
  ])
})

test.each([
  ['PRBC', 'cells', 'Packed Red Blood Cells'],
  ['SDP', 'cells', 'Single Donor Platelets'],
  ['RDP', 'cells', 'Random Donor Platelets'],
  ['WB', 'cells', 'Whole Blood'],
  ['FFP', 'fluid', 'Fresh Frozen Plasma'],
  ['CRYO', 'fluid', 'Cryoprecipitate'],
] as const)('a bag of %s that left is %s, and nobody else’s', (component, productCategory, display) => {
  const named = { id: 'b1', number: 'RB-1', component, division: '' } as const
  const bag = { ...named, bloodGroup: 'O+', ...{ slip: 'REDBANK-2026-000001', seq: 1 } } as const
  const left = { state: 'issued', setAside: null } as const
  const expiresAt = instantOf('2026-12-01', '23:59')
  expect(follow.BiologicallyDerivedProduct(followed({ bags: [{ ...bag, ...left, expiresAt }] }))).toEqual([
    {
      ...{
        resourceType: 'BiologicallyDerivedProduct',
        id: '0123abcd-b1',
        request: [toOrder],
        quantity: 1,
      },
      extension: [
        { url: extensions.expires, valueDateTime: expiresAt.toISOString() },
        {
          url: extensions.bloodGroup,
          valueCodeableConcept: { coding: [{ system: systems.bloodGroup, code: 'O+', display: 'O POS' }] },
        },
        { url: extensions.slip, valueIdentifier: { system: numbers.slip, value: bag.slip } },
        { url: extensions.dispense, valueCode: 'issued' },
      ],
      identifier: [{ system: numbers.bag, value: 'RB-1' }],
      ...{ productCategory, status: 'unavailable' },
      productCode: { coding: [{ system: systems.component, code: component, display }] },
    },
  ])
})

test('AMB-382 two parts of one donation share its number, and have an identifier each', () => {
  const bag = {
    number: 'RB-1',
    component: 'PRBC',
    bloodGroup: 'O+',
    ...{ ...{ slip: 'S-1', seq: 1 }, seq: 1 },
  } as const
  const left = { state: 'issued', setAside: null, expiresAt: instantOf('2026-12-01', '23:59') } as const
  const bags = ['A0', 'B0'].map((division) => ({ ...bag, ...left, id: division, division }))
  expect(follow.BiologicallyDerivedProduct(followed({ bags }))).toMatchObject(
    ['A0', 'B0'].map((part) => ({
      identifier: [
        { system: numbers.bag, value: 'RB-1' },
        { system: numbers.part, value: `RB-1 ${part}` },
      ],
    })),
  )
})

test.each<[BagState, AsideReason | null, string]>([
  ['issued', null, 'issued'],
  ['received', null, 'issued'],
  ['transfused', null, 'issued'],
  ['discarded', null, 'issued'],
  ['returned', null, 'returned'],
  ['returned', 'recalled', 'returned'],
  ['missing', null, 'unfulfilled'],
  ['issued', 'misfit', 'unfulfilled'],
  ['issued', 'incompatible', 'unfulfilled'],
  ['discarded', 'new-bag', 'unfulfilled'],
  ['transfused', 'recalled', 'issued'],
])('AMB-372 a bag that is %s, set aside as %s, is %s', (state, setAside, dispensed) => {
  expect(bagDispense(state, setAside)).toBe(dispensed)
})

test('AMB-372 a bag that was set aside says why', () => {
  const named = { id: 'b1', number: 'RB-1', component: 'PRBC', division: '' } as const
  const bag = { ...named, bloodGroup: 'O+', ...{ ...{ slip: 'S-1', seq: 1 }, seq: 1 } } as const
  const [told] = follow.BiologicallyDerivedProduct(
    followed({ bags: [{ ...bag, expiresAt: order.deadlineAt, state: 'issued', setAside: 'recalled' }] }),
  )
  expect(told).toMatchObject({
    status: 'unavailable',
    extension: expect.arrayContaining([
      { url: extensions.dispense, valueCode: 'unfulfilled' },
      {
        url: extensions.setAside,
        valueCodeableConcept: {
          coding: [{ system: systems.setAside, code: 'recalled', display: 'called back' }],
        },
      },
    ]),
  })
})
