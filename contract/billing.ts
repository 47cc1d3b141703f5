import { z } from 'zod'
import { BloodGroup, ComponentCode } from '#domain/basics/blood.ts'
import { Day } from '#domain/basics/day.ts'
import { pageSizes } from '#domain/billing/price-tracking.ts'
import { mostPaise } from '#domain/billing/pricing.ts'
import { isProvider } from '#domain/people/actor.ts'
import { RequestId, RequestStatus } from '#domain/requests/request.ts'
import { nothing, oneOrMore } from './answers.ts'
import { route } from './route.ts'

const Id = z.string().max(60)
const Cursor = z.string().max(100).optional()
const Paise = z.number().int().min(0).max(mostPaise)

export const BankPrices = z.object({
  bankId: z.string(),
  name: z.string(),
  /** False for one that was typed by hand (ruling AMB-87). */
  isListed: z.boolean(),
  /** By component; one that is missing has no price. */
  paise: z.partialRecord(ComponentCode, z.number().int()),
})
export type BankPrices = z.infer<typeof BankPrices>

/** Null until it was set for the first time. */
const DeliveryPrice = z.object({ name: z.string(), paise: z.number().int().nullable() })
export type DeliveryPrice = z.infer<typeof DeliveryPrice>

/** One order as Price Tracking shows it; what only its invoice says is null while there is none. */
export const PricedOrder = z.object({
  id: RequestId,
  hospitalName: z.string(),
  bankName: z.string().nullable(),
  bloodGroup: BloodGroup,
  component: ComponentCode,
  invoiceId: z.string().nullable(),
  issuedAt: z.coerce.date().nullable(),
  pricePaise: z.number().int().nullable(),
  deliveryPaise: z.number().int().nullable(),
  feePaise: z.number().int().nullable(),
  totalPaise: z.number().int().nullable(),
})
export type PricedOrder = z.infer<typeof PricedOrder>

export const ComponentUnits = z.object({
  bloodGroup: BloodGroup,
  component: ComponentCode,
  units: z.number().int(),
})
export type ComponentUnits = z.infer<typeof ComponentUnits>

export const billing = {
  bankPrices: route({
    method: 'GET',
    path: '/api/prices/banks',
    summary: "Every bank's price per unit, by component",
    who: isProvider,
    input: nothing,
    output: z.object({ items: z.array(BankPrices) }),
  }),
  setBankPrices: route({
    method: 'PUT',
    path: '/api/prices/banks/:bankId',
    summary: "Set a bank's prices per unit",
    who: isProvider,
    input: z.strictObject({ bankId: Id, paise: z.partialRecord(ComponentCode, Paise) }),
    output: BankPrices,
  }),
  deliveryPrices: route({
    method: 'GET',
    path: '/api/prices/delivery',
    summary: 'What a delivery costs, part by part',
    who: isProvider,
    input: nothing,
    output: z.object({ items: z.array(DeliveryPrice) }),
  }),
  setDeliveryPrices: route({
    method: 'PUT',
    path: '/api/prices/delivery',
    summary: 'Set what a delivery costs',
    who: isProvider,
    input: z.strictObject({
      items: z.array(z.strictObject({ name: z.string().max(60), paise: Paise })).max(100),
    }),
    output: z.object({ items: z.array(DeliveryPrice) }),
  }),
  track: route({
    method: 'GET',
    path: '/api/requests/prices',
    summary: 'What each order cost, newest first, a page at a time, with the number of all that match',
    who: isProvider,
    key: 'reports:read',
    input: z.strictObject({
      /** The page below a place, or the one above it; the first without either. */
      after: Cursor,
      before: Cursor,
      size: z.coerce.number().int().min(1).max(pageSizes.most).default(pageSizes.usual),
      hospital: oneOrMore(Id),
      bank: oneOrMore(Id),
      component: oneOrMore(ComponentCode),
      group: oneOrMore(BloodGroup),
      status: oneOrMore(RequestStatus),
    }),
    output: z.object({
      items: z.array(PricedOrder),
      total: z.number().int(),
      /** The place of the first item among all that match, counted from 1; 0 if there is none. */
      from: z.number().int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  }),
  components: route({
    method: 'GET',
    path: '/api/requests/components',
    summary: 'Units by blood group and component, raised from one day to another, of one bank or all',
    who: isProvider,
    key: 'reports:read',
    input: z.strictObject({ from: Day, to: Day, bank: Id.optional() }),
    output: z.object({ items: z.array(ComponentUnits) }),
  }),
}
