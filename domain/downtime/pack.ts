/** What an organisation has in its hand on the day nothing works (ruling AMB-340). */
import { type ShelfGroup, shelfGroupName } from '../bags/kinds.ts'
import { showDateTime } from '../basics/time.ts'
import { patientInitials } from '../driving/patient.ts'
import type { BloodRequest } from '../requests/request.ts'
import { statusText } from '../requests/showing.ts'

export const packsKept = 6
export const formsInPack = 10
/** What a desk can work through by hand; the soonest due are printed. */
export const mostOrders = 120

export const packKinds = ['hospital', 'bank', 'provider'] as const
export type PackKind = (typeof packKinds)[number]

/** One open order as the store knows it; each kind prints its own columns of it. */
export type PackOrder = Pick<
  BloodRequest,
  | 'id'
  | 'patientName'
  | 'patientId'
  | 'component'
  | 'units'
  | 'orderType'
  | 'status'
  | 'bankId'
  | 'raisedAt'
  | 'pickupAt'
  | 'deadlineAt'
> & {
  /** The patient's: of a Bombay patient not what the request says (ruling AMB-376). */
  readonly bloodGroup: ShelfGroup
  readonly hospital: string
  readonly bank: string | null
  readonly driver: string | null
  readonly driverPhone: string | null
}

type Column = { readonly title: string; readonly of: (order: PackOrder) => string }
const column = (title: string, of: Column['of']): Column => ({ title, of })

const order = column('Order', ({ id }) => id)
const blood = column('Blood', ({ units, component, bloodGroup, orderType }) =>
  [`${units} × ${component} ${shelfGroupName(bloodGroup)}`, orderType === 'reservation' ? '(reserved)' : '']
    .join(' ')
    .trim(),
)
const patientId = column('Patient ID', ({ patientId }) => patientId)
const status = column('Status', (request) => statusText(request))
const pickup = column('Sample pickup', ({ pickupAt }) => showDateTime(pickupAt))
const due = column('Deliver by', ({ deadlineAt }) => showDateTime(deadlineAt))
const hospital = column('Hospital', (request) => request.hospital)
const bank = column('Blood bank', (request) => request.bank ?? '-')
const driver = column('Driver', (request) =>
  request.driver === null ? '-' : `${request.driver} ${request.driverPhone ?? ''}`.trim(),
)

/** A patient's name stands in the pack of its own hospital alone (ruling AMB-341). */
const columnsOf: Record<PackKind, readonly Column[]> = {
  hospital: [
    ...[order, column('Patient', ({ patientName }) => patientName), patientId, blood, status],
    ...[column('Raised', ({ raisedAt }) => showDateTime(raisedAt)), pickup, due, bank, driver],
  ],
  bank: [
    ...[order, patientId, column('Initials', ({ patientName }) => patientInitials(patientName))],
    ...[blood, status, hospital, pickup, due, driver],
  ],
  provider: [order, blood, status, hospital, bank, pickup, due, driver],
}

/** The table of open orders, as it is printed. */
export const packTable = (kind: PackKind, orders: readonly PackOrder[]) => ({
  titles: columnsOf[kind].map(({ title }) => title),
  rows: orders.map((one) => columnsOf[kind].map(({ of }) => of(one))),
})
