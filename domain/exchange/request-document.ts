import { componentName } from '../basics/blood.ts'
import type { Amounts } from '../billing/invoicing.ts'
import type { BloodRequest, RequestStatus } from '../requests/request.ts'

/** What belongs to a request and stands in tables of its own. */
export type RequestRecord = BloodRequest & {
  readonly invoice: (Amounts & { readonly invoiceId: string }) | null
  /** Every driver it ever had, once. */
  readonly drivers: readonly string[]
  readonly driverHistory: readonly {
    readonly driverEmail: string
    readonly startStatus: RequestStatus
    readonly endStatus: RequestStatus | null
  }[]
}

/** §3.1, by its names. What is not known yet is "-", empty or null as the section says. */
export const requestDocument = (request: RequestRecord) => ({
  id: `hospitalDB-${request.id}`,
  RequestID: request.id,
  PatientName: request.patientName,
  UHID: request.patientId,
  Age: request.age,
  Sex: request.sex,
  BloodGroup: request.bloodGroup,
  Component: componentName(request.component),
  OrderType: request.orderType,
  NoOfUnits: request.units,
  Reason: request.reason,
  RequestTimestamp: request.raisedAt.toISOString(),
  Hospital: request.hospitalId,
  RequestStatus: request.status,
  DeliveryStatus: request.deliveryStatus,
  BloodBankID: request.bankId ?? '',
  Note: request.note,
  DeliveryTemp: request.deliveryTemperature ?? '-',
  SamplePickupTime: request.pickupAt.toISOString(),
  DeliveryDeadline: request.deadlineAt.toISOString(),
  LastUpdatedTimestamp: request.updatedAt.toISOString(),
  ApprovalTimestamp: request.approvedAt?.toISOString() ?? null,
  DeliveryTimestamp: request.deliveredAt?.toISOString() ?? null,
  HospitalInvoicePath: request.hospitalInvoicePath ?? '',
  BloodBankInvoicePath: request.bankInvoicePath ?? '',
  isLate: request.isLate,
  expired: request.expired,
  invoiceID: request.invoice?.invoiceId ?? '',
  price: rupees(request.invoice?.pricePaise),
  convenience_Fee: rupees(request.invoice?.feePaise),
  delivery_rate: rupees(request.invoice?.deliveryPaise),
  total: rupees(request.invoice?.totalPaise),
  DriverID: request.driverEmail ?? '',
  driverList: [...request.drivers],
  driverHistory: request.driverHistory.map(({ driverEmail, startStatus, endStatus }) => ({
    DriverID: driverEmail,
    startStatus,
    endStatus: endStatus ?? '-',
  })),
})

const rupees = (paise: number | undefined): number | null => (paise === undefined ? null : paise / 100)
