import { z } from 'zod'
import { BloodGroup, ComponentCode } from '../basics/blood.ts'
import { Sex } from '../basics/person.ts'

/** §9: 8 characters of a generated unique id without its dashes; lower-case hex (ruling AMB-48). */
export const RequestId = z.string().regex(/^[0-9a-f]{8}$/)

/** The first 8 characters of a UUID without dashes. The caller draws the UUID: no dice in here. */
export const requestIdFrom = (uuid: string): string => uuid.replaceAll('-', '').slice(0, 8)

export const requestStatuses = [
  'pending',
  'hospital-admin-approved',
  'hospital-admin-rejected',
  'bloodbank-approved',
  'bloodbank-rejected',
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
  'delivery-completed',
  'completed',
  'cancelled',
] as const
export const RequestStatus = z.enum(requestStatuses)
export type RequestStatus = z.infer<typeof RequestStatus>

export const orderTypes = ['immediate', 'reservation'] as const
export const OrderType = z.enum(orderTypes)
export type OrderType = z.infer<typeof OrderType>

/** §7.1: a reservation that nobody took is billed otherwise (ruling AMB-89). */
const invoiceKinds = ['NORMAL', 'RESERVATION_DECLINED'] as const
export const InvoiceKind = z.enum(invoiceKinds)
export type InvoiceKind = z.infer<typeof InvoiceKind>

/** What a hospital asks for, in the order of the form. */
export const askedFields = [
  'patientName',
  'patientId',
  'age',
  'sex',
  'bloodGroup',
  'component',
  'units',
  'reason',
  'orderType',
  'pickupAt',
  'deadlineAt',
] as const
export const AskedField = z.enum(askedFields)
export type AskedField = z.infer<typeof AskedField>

/** What an amendment may change: these, and what is told the bank beyond the form (ruling AMB-222). */
const amendableFields = [...askedFields, 'more'] as const
export const AmendedField = z.enum(amendableFields)
export type AmendedField = z.infer<typeof AmendedField>

const rejectionReasons = ['duplicate', 'wrong-group', 'wrong-patient', 'not-needed', 'other'] as const
export const RejectionReason = z.enum(rejectionReasons)
export type RejectionReason = z.infer<typeof RejectionReason>

/** One hospital's ask for blood for one patient (§3.1). */
export const BloodRequest = z.object({
  id: RequestId,
  hospitalId: z.string(),
  patientName: z.string(),
  patientId: z.string(),
  age: z.number().int(),
  sex: Sex,
  bloodGroup: BloodGroup,
  component: ComponentCode,
  units: z.number().int(),
  orderType: OrderType,
  reason: z.string(),
  status: RequestStatus,
  deliveryStatus: z.string(),
  bankId: z.string().nullable(),
  driverEmail: z.string().nullable(),
  note: z.string(),
  pickupAt: z.coerce.date(),
  deadlineAt: z.coerce.date(),
  raisedAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  approvedAt: z.coerce.date().nullable(),
  deliveredAt: z.coerce.date().nullable(),
  isLate: z.boolean(),
  /** °C, of the delivery measured last. */
  deliveryTemperature: z.number().nullable(),
  /** Banks that refused it, each once, the last one last (ruling AMB-212). */
  refusedBy: z.array(z.string()),
  /** When its bank was linked: what the bank counted before that does not know of it. */
  linkedAt: z.coerce.date().nullable(),
  /** Invoices come with the first time alone (ruling AMB-53). */
  firstCompletedAt: z.coerce.date().nullable(),
  /** Nobody took it in time (ruling AMB-56). */
  expired: z.boolean(),
  invoiceKind: InvoiceKind,
  hospitalInvoicePath: z.string().nullable(),
  bankInvoicePath: z.string().nullable(),
  /** An invoice of it is being made anew, at the longest until then (ruling AMB-94). */
  regeneratingUntil: z.coerce.date().nullable(),
  /** By whose hands it went, as accounts; null where no account did, or before it was written down. */
  raisedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  amendedBy: z.string().nullable(),
  amendedAt: z.coerce.date().nullable(),
  /** What was amended after it was raised, in the order of the form. */
  amendedFields: z.array(AmendedField),
  /** Why the hospital rejected it, if that was said; the note is free text and goes into no message and no event. */
  rejectedFor: RejectionReason.nullable(),
  rejectionNote: z.string().nullable(),
  /** Grows by one with each change: a button pressed on an older picture of the row is refused. */
  version: z.number().int(),
})
export type BloodRequest = z.infer<typeof BloodRequest>

/** Of a request that went through nobody's hands. */
export const noHands = {
  raisedBy: null,
  approvedBy: null,
  amendedBy: null,
  amendedAt: null,
  amendedFields: [],
  rejectedFor: null,
  rejectionNote: null,
} satisfies Partial<BloodRequest>

/** Ruling AMB-211: a reservation that the clock completed, with nothing delivered and nothing to deliver. */
export const wasNotTaken = ({ status, invoiceKind }: Pick<BloodRequest, 'status' | 'invoiceKind'>): boolean =>
  status === 'completed' && invoiceKind === 'RESERVATION_DECLINED'

/** One drive of at most 3 units (§4.2). */
export const Delivery = z.object({
  seq: z.number().int(),
  units: z.number().int(),
  state: z.string(),
  deliveredAt: z.coerce.date().nullable(),
})
export type Delivery = z.infer<typeof Delivery>
