/** What of an order stands in the tables that leave its lists: what their screens show, a column for each thing. */
import { type AskedGroup, askedGroupText } from '../bags/kinds.ts'
import { componentName } from '../basics/blood.ts'
import { type Column, cellText, column } from '../basics/sheet.ts'
import { invoiceOf } from '../billing/invoicing.ts'
import { doubtFact } from '../driving/telling.ts'
import type { TemperatureDoubt } from '../driving/temperature.ts'
import { displayNameOf } from '../people/actor.ts'
import { isBySameHands, sameHandsText } from './approving.ts'
import { arrivedText } from './delivering.ts'
import { cameToNothing } from './listing.ts'
import type { BloodRequest, Delivery, RequestStatus } from './request.ts'
import { outcomeText, refusedText, rejectionText, statusText, untakenText } from './showing.ts'
import { unitsText } from './timeline.ts'

type Blood = Pick<BloodRequest, 'component' | 'units'> & AskedGroup
type Patient = Pick<BloodRequest, 'patientName' | 'patientId'>

const blood: readonly Column<Blood>[] = [
  column('Blood Group', askedGroupText),
  column('Component', ({ component }) => componentName(component)),
  column('Units', ({ units }) => units),
]
const id = column<Pick<BloodRequest, 'id'>>('Request ID', (order) => order.id)
const raised = column<Pick<BloodRequest, 'raisedAt'>>('Request Time', ({ raisedAt }) => raisedAt)
const orderType = column<Pick<BloodRequest, 'orderType'>>('Order Type', (order) => order.orderType)
const hospital = column<{ hospitalName: string }>('Hospital', ({ hospitalName }) =>
  displayNameOf(hospitalName),
)
const bank = column<{ bankName: string | null }>('Blood Bank', ({ bankName }) => bankName)
const patientId = column<Patient>('Patient ID', (order) => order.patientId)
const patientName = column<Patient>('Patient Name', (order) => order.patientName)
const status = column<Pick<BloodRequest, 'status' | 'bankId'>>('Status', statusText)
const pickup = column<Pick<BloodRequest, 'pickupAt'>>('Sample Pickup Time', ({ pickupAt }) => pickupAt)
const deadline = column<Pick<BloodRequest, 'deadlineAt'>>('Delivery Deadline', ({ deadlineAt }) => deadlineAt)
const delivered = column<Pick<BloodRequest, 'deliveredAt'>>('Delivered At', ({ deliveredAt }) => deliveredAt)

const said = (...texts: (string | null | false)[]): string => texts.filter(Boolean).join('; ')

type OwnOrder = Omit<BloodRequest, 'driverEmail' | 'bankInvoicePath' | 'refusedBy' | 'regeneratingUntil'>

/** Request Status of a hospital. */
export const requestColumns: readonly Column<OwnOrder>[] = [
  raised,
  id,
  orderType,
  patientId,
  patientName,
  ...blood,
  column('Reason', ({ reason }) => reason),
  status,
  column('Outcome', (request) =>
    said(
      untakenText(request, 'hospital') ?? outcomeText(request) ?? rejectionText(request),
      isBySameHands(request) && sameHandsText,
    ),
  ),
  column('Invoice', (request) => (request.hospitalInvoicePath === null ? '' : 'hospital')),
]

type Carried = Delivery & { readonly doubt: TemperatureDoubt | null }

/** Delivery Status of a hospital. */
export const deliveryColumns: readonly Column<OwnOrder & { readonly deliveries: readonly Carried[] }>[] = [
  id,
  patientName,
  patientId,
  ...blood,
  column('Delivered', ({ deliveries }) => arrivedText(deliveries)),
  column('Deliveries', ({ deliveries }) =>
    deliveries
      .map(({ units, state, deliveredAt, doubt }) =>
        [unitsText(units), state, deliveredAt && cellText(deliveredAt), doubt && doubtFact(doubt).text]
          .filter(Boolean)
          .join(' '),
      )
      .join('; '),
  ),
  column('Delivery Status', ({ deliveryStatus }) => deliveryStatus),
  column('Outcome', (request) =>
    (cameToNothing as readonly RequestStatus[]).includes(request.status)
      ? statusText(request)
      : outcomeText(request),
  ),
  deadline,
  delivered,
]

type IssuedOrder = Pick<
  BloodRequest,
  | 'id'
  | 'bankId'
  | 'bloodGroup'
  | 'component'
  | 'units'
  | 'status'
  | 'isLate'
  | 'invoiceKind'
  | 'raisedAt'
  | 'pickupAt'
  | 'deadlineAt'
  | 'bankInvoicePath'
> & { readonly hospitalName: string }

/** Issuing History of a bank: nothing of the patient (ruling AMB-122). */
export const issuingColumns: readonly Column<IssuedOrder>[] = [
  raised,
  id,
  hospital,
  ...blood,
  status,
  column('Outcome', outcomeText),
  pickup,
  deadline,
  column('Invoice', ({ bankInvoicePath }) => (bankInvoicePath === null ? '' : 'bloodbank')),
]

type ProviderOrder = BloodRequest & {
  readonly hospitalName: string
  readonly bankName: string | null
  readonly driverName: string | null
  readonly stopWaits: boolean
}

/** Orders of the provider. */
export const orderColumns: readonly Column<ProviderOrder>[] = [
  raised,
  id,
  hospital,
  orderType,
  patientName,
  patientId,
  ...blood,
  bank,
  column('Driver', ({ driverName }) => driverName),
  status,
  column('Outcome', (order) =>
    said(
      refusedText(order),
      untakenText(order, 'provider'),
      order.stopWaits && 'Stopped by its driver, to decide',
      outcomeText(order),
    ),
  ),
  pickup,
  deadline,
  delivered,
  column('Last Changed', ({ updatedAt }) => updatedAt),
  column('Invoice', (order) =>
    said(
      order.hospitalInvoicePath !== null && 'hospital',
      invoiceOf(order, 'bloodbank') !== null && 'bloodbank',
    ),
  ),
]

type DrivenOrder = Blood &
  Pick<BloodRequest, 'id' | 'bankId' | 'orderType' | 'status' | 'pickupAt' | 'deadlineAt'> & {
    readonly hospitalName: string
    readonly bankName: string | null
    readonly nowWith: string | null
  }

/** Drivers' Order Status: no patient (ruling AMB-117). */
export const driverOrderColumns: readonly Column<DrivenOrder>[] = [
  id,
  hospital,
  bank,
  ...blood,
  orderType,
  status,
  column('Now With', ({ nowWith }) => (nowWith === '' ? 'nobody' : nowWith)),
  pickup,
  deadline,
]
