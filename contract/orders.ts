import { z } from 'zod'
import { Bombay, ShelfGroup } from '#domain/bags/kinds.ts'
import { BloodGroup, ComponentCode } from '#domain/basics/blood.ts'
import { line } from '#domain/basics/text.ts'
import { FitLevel } from '#domain/matching/fit.ts'
import { isProvider } from '#domain/people/actor.ts'
import { DeliveryText } from '#domain/requests/delivering.ts'
import { orderSorts } from '#domain/requests/listing.ts'
import { BloodRequest, InvoiceKind, OrderType, RequestId, RequestStatus } from '#domain/requests/request.ts'
import { nothing, oneOrMore, page, pageOf } from './answers.ts'
import { Message } from './messages.ts'
import { DeliveryDetail, RequestDetail, Seen } from './requests.ts'
import { route } from './route.ts'

const OrganisationId = z.string().max(60)
const DriverEmail = z.string().trim().toLowerCase().max(254)

/** A request as the provider sees it: whose it is, who issues it and who drives it, by name. */
export const Order = BloodRequest.extend({
  hospitalName: z.string(),
  bankName: z.string().nullable(),
  driverName: z.string().nullable(),
  /** Of a Bombay patient, whose request says O. */
  bombay: Bombay.nullable().default(null),
  /**
   * The text to its driver failed, could not be sent yet, or has no number to go to: somebody has to tell him. Null where
   * there is no trouble.
   */
  driverText: z.object({ trouble: z.enum(['failed', 'late', 'no-phone']), phone: z.string() }).nullable(),
  /** How many of its deliveries have not arrived. */
  openDeliveries: z.number().int(),
  /** Its driver stopped, and waits for the provider's decision (ruling AMB-262). */
  stopWaits: z.boolean(),
})
export type Order = z.infer<typeof Order>

const Invoice = z.object({
  invoiceId: z.string(),
  kind: InvoiceKind,
  issuedAt: z.coerce.date(),
  pricePaise: z.number().int(),
  deliveryPaise: z.number().int(),
  feePaise: z.number().int(),
  totalPaise: z.number().int(),
})

/** Everything there is about one order (ruling AMB-77). */
export const OrderDetail = Order.extend({
  deliveries: z.array(DeliveryDetail),
  /** What waits for the provider's word, or goes back to the bank (ruling AMB-262). */
  stops: z.array(
    DeliveryDetail.shape.steps.element
      .pick({ id: true, step: true, temperature: true, by: true, decision: true })
      .extend({ seq: z.number().int() }),
  ),
  asideLeftOut: RequestDetail.shape.asideLeftOut,
  timeline: RequestDetail.shape.timeline,
  /** Every driver it ever had, once. */
  drivers: z.array(z.object({ email: z.string(), name: z.string() })),
  driverHistory: z.array(
    z.object({
      driverEmail: z.string(),
      startStatus: RequestStatus,
      endStatus: RequestStatus.nullable(),
    }),
  ),
  invoice: Invoice.nullable(),
})
export type OrderDetail = z.infer<typeof OrderDetail>

/** What one bank could give for one order; the person decides. */
export const BankOffer = z.object({
  bankId: z.string(),
  name: z.string(),
  /** As the bank counted it, of the order's group and component; null if it never did. */
  units: z.number().int().nullable(),
  countedAt: z.coerce.date().nullable(),
  /** By the bank's own system, and not by hand. */
  isBySystem: z.boolean().default(false),
  /** Counted minus what was linked to it since (ruling AMB-121); of a bank that keeps bags, what lies free (AMB-219). */
  freeUnits: z.number().int().nullable(),
  keepsBags: z.boolean(),
  /** A bag of that blood lies free, though perhaps none that will do. */
  isAnyFree: z.boolean().default(false),
  pricePaise: z.number().int().nullable(),
  /** Why it refused this very order; null if it did not (ruling AMB-212). */
  refusal: z.string().nullable(),
})
export type BankOffer = z.infer<typeof BankOffer>

/** Another group that would fit, where no bank has enough of the very one (ruling AMB-331). */
const OtherGroup = z.object({
  bankId: z.string(),
  name: z.string(),
  bloodGroup: ShelfGroup,
  units: z.number().int(),
  level: FitLevel,
  text: z.string(),
  isAlarming: z.boolean(),
})

/** A driver to choose, with what they have to carry now. */
export const DriverLoad = z.object({
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  orders: z.number().int(),
  /** How many of them are overdue. */
  late: z.number().int(),
  /** Which of them is due last, and for whom. */
  lastDueAt: z.coerce.date().nullable(),
  lastHospital: z.string().nullable(),
})
export type DriverLoad = z.infer<typeof DriverLoad>

/** Ruling AMB-117: no patient identity. */
export const DriverOrder = z.object({
  id: RequestId,
  hospitalName: z.string(),
  bankId: z.string().nullable(),
  bankName: z.string().nullable(),
  bloodGroup: BloodGroup,
  component: ComponentCode,
  units: z.number().int(),
  orderType: OrderType,
  status: RequestStatus,
  isLate: z.boolean(),
  invoiceKind: InvoiceKind,
  pickupAt: z.coerce.date(),
  deadlineAt: z.coerce.date(),
  raisedAt: z.coerce.date(),
  version: z.number().int(),
  /** Ruling AMB-241: who has it now, if another; empty if nobody has it; null if it is still this driver's. */
  nowWith: z.string().nullable(),
})
export type DriverOrder = z.infer<typeof DriverOrder>

/** With whom to ask about it; empty if there is no number. */
export const LateOrder = Order.extend({ driverPhone: z.string() })
export type LateOrder = z.infer<typeof LateOrder>

export const FailedMessage = Message.pick({
  id: true,
  channel: true,
  kind: true,
  recipient: true,
  tries: true,
  error: true,
  createdAt: true,
}).extend({ requestId: RequestId.nullable() })
export type FailedMessage = z.infer<typeof FailedMessage>

const some = <Item extends z.ZodType>(item: Item) =>
  z.object({ count: z.number().int(), first: z.array(item) })

export const OrderSummary = z.object({
  /** Stopped by their drivers and not decided: the soonest deadline first. They are not among the late ones. */
  stopped: some(Order),
  /** In somebody's hands, and its sample or its delivery should have been there: the longest due first. */
  late: some(LateOrder),
  /** Of those to link what a bank has refused. */
  refused: some(Order),
  /** Approved by the hospital and without a bank: the soonest pickup first, what nobody took in time last. */
  toLink: some(Order),
  toComplete: some(Order),
  onTheRoad: some(Order),
  pending: z.object({ count: z.number().int() }),
  /** Of the last days, and worth sending again: the newest first. Where very many failed, not all are counted. */
  failed: some(FailedMessage).extend({ isAtLeast: z.boolean() }),
})
export type OrderSummary = z.infer<typeof OrderSummary>

/** The provider's acts on every hospital's requests. */
export const orders = {
  list: route({
    method: 'GET',
    path: '/api/requests/orders',
    summary:
      'The requests of every hospital, 20 at a time: newest first, or of those that something is due of the soonest first',
    who: isProvider,
    key: 'orders:read',
    input: z.strictObject({
      ...page,
      id: RequestId.optional(),
      status: oneOrMore(RequestStatus),
      hospital: oneOrMore(OrganisationId),
      sort: z.enum(orderSorts).optional(),
    }),
    output: pageOf(Order),
    also: ['messages'],
  }),
  show: route({
    method: 'GET',
    path: '/api/requests/orders/:id',
    summary: 'One order with its deliveries, drivers, prices and timeline',
    who: isProvider,
    key: 'orders:read',
    input: z.strictObject({ id: RequestId }),
    output: OrderDetail,
    also: ['messages'],
  }),
  summary: route({
    method: 'GET',
    path: '/api/requests/orders/summary',
    summary: 'What waits for the provider: counts, and the first few of each',
    who: isProvider,
    key: 'orders:read',
    input: nothing,
    output: OrderSummary,
    also: ['messages'],
    restMs: 1_000,
  }),
  ofDriver: route({
    method: 'GET',
    path: '/api/requests/of-driver',
    summary: "A driver's ongoing orders, or all they ever had, newest first",
    who: isProvider,
    input: z.strictObject({ ...page, driver: DriverEmail, view: z.enum(['ongoing', 'history']) }),
    output: pageOf(DriverOrder),
  }),
  banksFor: route({
    method: 'GET',
    path: '/api/requests/:id/banks',
    summary: 'What each bank could give for this order, best first',
    who: isProvider,
    input: z.strictObject({ id: RequestId }),
    output: z.object({
      items: z.array(BankOffer),
      otherGroups: z.array(OtherGroup),
      /** Of a Bombay patient, whose request says O. */
      bombay: Bombay.nullable().default(null),
    }),
    also: ['stock', 'prices'],
  }),
  drivers: route({
    method: 'GET',
    path: '/api/requests/drivers',
    summary: 'The drivers with what each has to carry now, who has the fewest orders first',
    who: isProvider,
    input: nothing,
    output: z.object({ items: z.array(DriverLoad) }),
    also: ['drivers'],
  }),
  approveReservation: route({
    method: 'PUT',
    path: '/api/requests/:id/reservation',
    summary: 'Approve a reservation inside its window',
    who: isProvider,
    input: Seen,
    output: BloodRequest,
  }),
  approveInvoice: route({
    method: 'PUT',
    path: '/api/requests/:id/completion',
    summary: 'Approve the invoice of a delivered order, which completes it',
    who: isProvider,
    input: Seen,
    output: BloodRequest,
  }),
  move: route({
    method: 'PUT',
    path: '/api/requests/:id/status',
    summary: 'Set any status of an order, with a note or a delivery status in words',
    who: isProvider,
    /** Any text for an id: one that cannot be an id is not found like any other (§5.3). */
    input: Seen.extend({
      id: line(60),
      status: RequestStatus,
      note: line(1000).optional(),
      deliveryText: DeliveryText.optional(),
    }),
    output: BloodRequest,
  }),
  undo: route({
    method: 'PUT',
    path: '/api/requests/:id/undone-status',
    summary:
      'Undo the status you just set, within two minutes and while nothing else has happened to the order; none for delivery-completed and completed',
    who: isProvider,
    input: Seen,
    output: BloodRequest,
  }),
  link: route({
    method: 'PUT',
    path: '/api/requests/:id/link',
    summary: 'Give an order its blood bank and its driver; the driver gets a text message',
    who: isProvider,
    input: Seen.extend({
      /** Any text: what cannot be an id is an unknown one (§5.4). */
      id: line(60),
      bankId: line(60),
      /** The name of a bank that is not in the list, with the bank "others". Its id may be as long. */
      otherBank: line(60).optional(),
      driverEmail: DriverEmail,
    }),
    output: z.object({ request: BloodRequest, message: z.string() }),
    repeatable: true,
  }),
}
