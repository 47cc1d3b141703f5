import { z } from 'zod'
import { BloodGroup, componentCodes, componentName } from '../basics/blood.ts'
import { Sex } from '../basics/person.ts'
import { line, tidy } from '../basics/text.ts'
import { type Amounts, type InvoiceParty, invoicePath } from '../billing/invoicing.ts'
import { deliveriesFor } from '../requests/delivering.ts'
import { moveDeliveries } from '../requests/moving.ts'
import { ageLimits, unitLimits } from '../requests/raising.ts'
import {
  type Delivery,
  type InvoiceKind,
  noHands,
  OrderType,
  RequestId,
  RequestStatus,
} from '../requests/request.ts'
import type { RequestRecord } from './request-document.ts'
import { Instant, OrganisationId, orNothing, type Reading, Rupees, readBy } from './shapes.ts'

/** What an integer column of paise holds. */
export const mostBilledPaise = 2_147_483_647

export type ReadRequest = RequestRecord & {
  readonly deliveries: readonly Delivery[]
  readonly invoice:
    | (Amounts & { invoiceId: string; kind: InvoiceKind; issuedAt: Date; bankId: string })
    | null
}

const Email = z.string().trim().toLowerCase().regex(z.regexes.unicodeEmail, 'must be an e-mail address')
const Amount = orNothing(Rupees(mostBilledPaise))

/** §3.1. What it does not name is left aside. */
const RequestDocument = z
  .object({
    RequestID: RequestId,
    PatientName: line(120),
    UHID: line(60),
    Age: z.int().min(ageLimits.min).max(ageLimits.max),
    Sex,
    BloodGroup,
    Component: z.enum(componentCodes.map(componentName)),
    OrderType,
    NoOfUnits: z.int().min(unitLimits.min).max(unitLimits.max),
    Reason: line(500),
    RequestTimestamp: Instant,
    Hospital: OrganisationId,
    RequestStatus,
    DeliveryStatus: line(200).default('-'),
    BloodBankID: orNothing(OrganisationId),
    Note: line(2_000).default('-'),
    DeliveryTemp: orNothing(z.number().min(-999).max(999)),
    SamplePickupTime: Instant,
    DeliveryDeadline: Instant,
    LastUpdatedTimestamp: Instant,
    ApprovalTimestamp: orNothing(Instant),
    DeliveryTimestamp: orNothing(Instant),
    HospitalInvoicePath: orNothing(z.string()),
    BloodBankInvoicePath: orNothing(z.string()),
    isLate: z.boolean().default(false),
    expired: z.boolean().default(false),
    invoiceID: orNothing(line(60)),
    price: Amount,
    convenience_Fee: Amount,
    delivery_rate: Amount,
    total: Amount,
    DriverID: orNothing(Email),
    driverList: z.array(Email).max(200).default([]),
    driverHistory: z
      .array(
        z.object({
          DriverID: Email,
          startStatus: RequestStatus,
          endStatus: orNothing(RequestStatus),
        }),
      )
      .max(200)
      .refine(
        (history) => history.filter((entry) => entry.endStatus === null).length <= 1,
        'has two open ends',
      )
      .default([]),
  })
  .superRefine((document, { addIssue }) => {
    const complain = (field: string, message: string) =>
      addIssue({ code: 'custom', path: [field], message, input: document })
    if (!isOwnPath('hospital', document.RequestID, document.HospitalInvoicePath))
      complain('HospitalInvoicePath', 'must be the path of its own invoice')
    if (!isOwnPath('bloodbank', document.RequestID, document.BloodBankInvoicePath))
      complain('BloodBankInvoicePath', 'must be the path of its own invoice')
    if (document.invoiceID === null) return
    const { price, convenience_Fee: fee, delivery_rate: delivery, total } = document
    if (document.BloodBankID === null) complain('invoiceID', 'an invoice needs a blood bank')
    else if (price === null || fee === null || delivery === null || total === null)
      complain('invoiceID', 'an invoice needs price, convenience_Fee, delivery_rate and total')
    else if (price + fee + delivery !== total) complain('total', 'is not the sum of its parts')
  })
type RequestDocument = z.output<typeof RequestDocument>

/** The hospital or bank in it may be another by now, if the order was linked anew; the request may not. */
function isOwnPath(party: InvoiceParty, id: string, path: string | null): boolean {
  if (path === null) return true
  const prefix = `invoices/${id}/${id}-${party}-`
  if (!path.startsWith(prefix) || !path.endsWith('-invoice.pdf')) return false
  const place = path.slice(prefix.length, -'-invoice.pdf'.length)
  return (
    OrganisationId.safeParse(place).success &&
    path === invoicePath(party, { id, hospitalId: place, bankId: place })
  )
}

/** The way back from §3.1. */
export function readRequest(document: unknown): Reading<ReadRequest> {
  const read = readBy(RequestDocument, document)
  return 'why' in read ? read : { row: requestOf(read.row) }
}

function requestOf(document: RequestDocument): ReadRequest {
  const { RequestStatus: status, NoOfUnits: units, BloodBankID: bankId, ...rest } = document
  const deliveredAt = rest.DeliveryTimestamp
  const endedAt = deliveredAt ?? rest.LastUpdatedTimestamp
  const isBilled = status === 'completed' || rest.invoiceID !== null
  const invoiceKind = kindOf(document)
  return {
    id: rest.RequestID,
    hospitalId: rest.Hospital,
    patientName: rest.PatientName,
    patientId: rest.UHID,
    age: rest.Age,
    sex: rest.Sex,
    bloodGroup: rest.BloodGroup,
    component: componentCodes.find((code) => componentName(code) === rest.Component) ?? 'PRBC',
    units,
    orderType: rest.OrderType,
    reason: rest.Reason,
    status,
    deliveryStatus: tidy(rest.DeliveryStatus.toLowerCase()),
    bankId,
    driverEmail: rest.DriverID,
    note: rest.Note,
    pickupAt: rest.SamplePickupTime,
    deadlineAt: rest.DeliveryDeadline,
    raisedAt: rest.RequestTimestamp,
    updatedAt: rest.LastUpdatedTimestamp,
    approvedAt: rest.ApprovalTimestamp,
    deliveredAt,
    isLate: rest.isLate,
    deliveryTemperature: rest.DeliveryTemp,
    refusedBy: [],
    ...noHands,
    // the documents do not say when; a bank is linked as soon as an order is approved
    linkedAt: bankId === null ? null : (rest.ApprovalTimestamp ?? rest.RequestTimestamp),
    firstCompletedAt: isBilled ? endedAt : null,
    expired: rest.expired,
    invoiceKind,
    hospitalInvoicePath: rest.HospitalInvoicePath,
    bankInvoicePath: rest.BloodBankInvoicePath,
    regeneratingUntil: null,
    version: 1,
    deliveries: moveDeliveries(notYetDelivered(units), { status, invoiceKind }, endedAt),
    invoice: invoiceOf(document, invoiceKind, endedAt),
    drivers: driversOf(document),
    driverHistory: rest.driverHistory.map(({ DriverID, startStatus, endStatus }) => ({
      driverEmail: DriverID,
      startStatus,
      endStatus,
    })),
  }
}

const notYetDelivered = (units: number): Delivery[] =>
  deliveriesFor(units).map((some, at) => ({ seq: at + 1, units: some, state: '-', deliveredAt: null }))

/** Ruling AMB-89: of a reservation that was never taken the fee alone is billed. */
const kindOf = ({ OrderType: order, invoiceID, price, delivery_rate }: RequestDocument): InvoiceKind =>
  order === 'reservation' && invoiceID !== null && price === 0 && delivery_rate === 0
    ? 'RESERVATION_DECLINED'
    : 'NORMAL'

function invoiceOf(document: RequestDocument, kind: InvoiceKind, issuedAt: Date): ReadRequest['invoice'] {
  const { invoiceID: invoiceId, BloodBankID: bankId } = document
  if (invoiceId === null || bankId === null) return null
  return {
    invoiceId,
    kind,
    issuedAt,
    bankId,
    pricePaise: document.price ?? 0,
    feePaise: document.convenience_Fee ?? 0,
    deliveryPaise: document.delivery_rate ?? 0,
    totalPaise: document.total ?? 0,
  }
}

/** Who has it or had it sees it in their list, even where the document's list forgot them. */
function driversOf({ driverList, driverHistory, DriverID }: RequestDocument): string[] {
  const all = [
    ...driverList,
    ...driverHistory.map((entry) => entry.DriverID),
    ...(DriverID ? [DriverID] : []),
  ]
  return [...new Set(all)]
}
