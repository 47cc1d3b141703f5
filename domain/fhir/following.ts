/** How an order goes on: its stage, its drives, the tube, what was found in it, and the bags that left. */
import type { BagState } from '../bags/bag.ts'
import { type ShelfComponent, type ShelfGroup, shelfComponentName, shelfGroupName } from '../bags/kinds.ts'
import { componentName } from '../basics/blood.ts'
import { type AsideReason, asideText } from '../matching/setting-aside.ts'
import { isUntaken } from '../requests/raising-again.ts'
import { type Delivery, wasNotTaken } from '../requests/request.ts'
import { observationsOf } from './observing.ts'
import {
  coded,
  metaOf,
  numbered,
  organisationOf,
  type Resource,
  type ToldOrder,
  toRequest,
} from './showing.ts'
import {
  bagDispense,
  type DispenseStatus,
  dispenseStatusOf,
  driveDispense,
  furthest,
  statusOf,
  taskStatusOf,
} from './statuses.ts'
import { extensions, numbers, others, systems } from './systems.ts'

export type ToldBag = {
  readonly id: string
  readonly number: string
  readonly component: ShelfComponent
  readonly division: string
  readonly bloodGroup: ShelfGroup
  readonly expiresAt: Date
  readonly slip: string
  /** Of the drive that it left with. */
  readonly seq: number
  readonly state: BagState
  /** Why it does not go to this patient any more. */
  readonly setAside: AsideReason | null
}

export type ToldSample = {
  readonly id: string
  readonly takenAt: Date
  readonly receivedAt: Date
  readonly groupFound: ShelfGroup | null
  readonly unfitReason: string | null
}

/** All that is known of an order besides itself. */
export type Followed = {
  readonly order: ToldOrder
  readonly deliveries: readonly Delivery[]
  readonly samples: readonly ToldSample[]
  /** Of a tube that is this patient's; null until it is tested. */
  readonly groupFound: ShelfGroup | null
  readonly bags: readonly ToldBag[]
  /** Why it was rejected, refused or cancelled: its hospital alone reads it. */
  readonly reason: string | null
}

/**
 * They are told by their order, so their ids begin with its id. Stage and drives have its version; tube, groups and bags
 * change without it, and have none here.
 */
export const followingTypes = [
  'Task',
  'SupplyDelivery',
  'Specimen',
  'Observation',
  'BiologicallyDerivedProduct',
] as const
export type FollowingType = (typeof followingTypes)[number]

/** Of the order that an id of one of them begins with. */
export const orderIn = (id: string): string => id.slice(0, 8)

export const follow: Readonly<Record<FollowingType, (followed: Followed) => Resource[]>> = {
  Task: ({ order, reason }) => [taskOf(order, reason)],
  SupplyDelivery: suppliesOf,
  Specimen: ({ order, samples }) => samples.map((sample) => specimenOf(order, sample)),
  Observation: observationsOf,
  BiologicallyDerivedProduct: ({ order, bags }) => bags.map((bag) => productOf(order, bag)),
}

/** Where it stands in our words: R4 has too few. */
function taskOf(order: ToldOrder, reason: string | null) {
  const { id, status, hospitalId, bankId } = order
  const why = [stoppedBy(order), reason].filter((one) => one !== null).join('; ')
  return {
    resourceType: 'Task' as const,
    id,
    meta: metaOf(order),
    basedOn: [toRequest(id)],
    status: taskStatusOf[status],
    ...(why === '' ? {} : { statusReason: { text: why } }),
    businessStatus: coded(systems.status, status),
    intent: 'order' as const,
    focus: toRequest(id),
    authoredOn: order.raisedAt.toISOString(),
    lastModified: order.updatedAt.toISOString(),
    requester: organisationOf(hospitalId),
    ...(bankId === null ? {} : { owner: organisationOf(bankId) }),
    restriction: { period: { end: order.deadlineAt.toISOString() } },
  }
}

/** Rulings AMB-56, AMB-211: what the status alone does not say. */
function stoppedBy(order: ToldOrder): string | null {
  if (wasNotTaken(order)) return 'The reservation was not taken'
  return isUntaken(order) ? 'Nobody took it in time' : null
}

/** The whole of it, and each drive as a part of that. */
function suppliesOf({ order, deliveries, bags }: Followed) {
  const { id, component } = order
  const isOver = statusOf[order.status] === 'revoked' || wasNotTaken(order)
  const supply = (units: number, deliveredAt: Date | null, dispense: DispenseStatus) => ({
    resourceType: 'SupplyDelivery' as const,
    meta: metaOf(order),
    extension: [
      { url: extensions.request, valueReference: toRequest(id) },
      { url: extensions.dispense, valueCode: dispense },
    ],
    status: deliveredAt ? ('completed' as const) : isOver ? ('abandoned' as const) : ('in-progress' as const),
    suppliedItem: {
      quantity: { value: units, unit: 'units', system: others.ucum, code: '{unit}' },
      itemCodeableConcept: coded(systems.component, component, componentName(component)),
    },
    ...(deliveredAt ? { occurrenceDateTime: deliveredAt.toISOString() } : {}),
    ...(order.bankId === null ? {} : { supplier: organisationOf(order.bankId) }),
  })
  const lastAt = deliveries.reduce<Date | null>(
    (last, { deliveredAt }) => (deliveredAt && (!last || deliveredAt > last) ? deliveredAt : last),
    null,
  )
  const ofDrives = deliveries.map(({ seq, state, deliveredAt }) =>
    driveDispense({
      ...{ isOver, state, isThere: deliveredAt !== null, order: dispenseStatusOf[order.status] },
      isPacked: bags.some((bag) => bag.seq === seq && bag.setAside === null),
    }),
  )
  const isAllThere = deliveries.every(({ deliveredAt }) => deliveredAt !== null)
  return [
    {
      id,
      ...supply(
        order.units,
        isAllThere ? lastAt : null,
        furthest(ofDrives, isOver ? 'unfulfilled' : dispenseStatusOf[order.status]),
      ),
    },
    ...deliveries.map(({ seq, units, deliveredAt }, at) => ({
      id: `${id}-${seq}`,
      ...supply(units, deliveredAt, ofDrives[at] ?? 'preparation'),
      partOf: [{ reference: `SupplyDelivery/${id}`, type: 'SupplyDelivery' }],
    })),
  ]
}

const specimenOf = (order: ToldOrder, { id, takenAt, receivedAt, unfitReason }: ToldSample) => ({
  resourceType: 'Specimen' as const,
  id: `${order.id}-${id}`,
  status: unfitReason === null ? ('available' as const) : ('unsatisfactory' as const),
  receivedTime: receivedAt.toISOString(),
  request: [toRequest(order.id)],
  collection: { collectedDateTime: takenAt.toISOString() },
  ...(unfitReason === null || unfitReason === '' ? {} : { note: [{ text: unfitReason }] }),
})

/** Platelets are cells. */
const categoryOf: Readonly<Record<ShelfComponent, 'cells' | 'fluid'>> = {
  PRBC: 'cells',
  SDP: 'cells',
  RDP: 'cells',
  WB: 'cells',
  FFP: 'fluid',
  CRYO: 'fluid',
}

const productOf = (order: ToldOrder, bag: ToldBag) => ({
  resourceType: 'BiologicallyDerivedProduct' as const,
  id: `${order.id}-${bag.id}`,
  extension: [
    { url: extensions.expires, valueDateTime: bag.expiresAt.toISOString() },
    {
      url: extensions.bloodGroup,
      valueCodeableConcept: coded(systems.bloodGroup, bag.bloodGroup, shelfGroupName(bag.bloodGroup)),
    },
    { url: extensions.slip, valueIdentifier: numbered(numbers.slip, bag.slip) },
    { url: extensions.dispense, valueCode: bagDispense(bag.state, bag.setAside) },
    ...(bag.setAside === null
      ? []
      : [
          {
            url: extensions.setAside,
            valueCodeableConcept: coded(systems.setAside, bag.setAside, asideText[bag.setAside]),
          },
        ]),
  ],
  identifier: [
    numbered(numbers.bag, bag.number),
    // the number is the donation's: two parts of it are told apart
    ...(bag.division === '' ? [] : [numbered(numbers.part, `${bag.number} ${bag.division}`)]),
  ],
  productCategory: categoryOf[bag.component],
  productCode: coded(systems.component, bag.component, shelfComponentName(bag.component)),
  // it left for this order, and for nobody else
  status: 'unavailable' as const,
  request: [toRequest(order.id)],
  quantity: 1,
})
