import { type BloodGroup, type ComponentCode, componentName, groupName } from '../basics/blood.ts'
import { type Column, column } from '../basics/sheet.ts'
import type { ComponentTotal } from './component-tracking.ts'

type Priced = {
  readonly id: string
  readonly hospitalName: string
  readonly bankName: string | null
  readonly bloodGroup: BloodGroup
  readonly component: ComponentCode
  readonly invoiceId: string | null
  readonly issuedAt: Date | null
  readonly pricePaise: number | null
  readonly deliveryPaise: number | null
  readonly feePaise: number | null
  readonly totalPaise: number | null
}

/** Rupees as a number, so that a spreadsheet can add them. */
const rupees = (paise: number | null): number | null => (paise === null ? null : paise / 100)

/** Price Tracking. */
export const priceColumns: readonly Column<Priced>[] = [
  column('Request ID', ({ id }) => id),
  column('Invoice ID', ({ invoiceId }) => invoiceId),
  column('Date', ({ issuedAt }) => issuedAt),
  column('Hospital', ({ hospitalName }) => hospitalName),
  column('Blood Group', ({ bloodGroup }) => groupName(bloodGroup)),
  column('Blood Bank', ({ bankName }) => bankName),
  column('Component', ({ component }) => component),
  column('Price', ({ pricePaise }) => rupees(pricePaise)),
  column('Delivery Rate', ({ deliveryPaise }) => rupees(deliveryPaise)),
  column('Convenience Fee', ({ feePaise }) => rupees(feePaise)),
  column('Total', ({ totalPaise }) => rupees(totalPaise)),
]

/** Component Tracking. */
export const componentColumns: readonly Column<ComponentTotal>[] = [
  column('Blood Group', ({ bloodGroup }) => groupName(bloodGroup)),
  column('Component', ({ component }) => componentName(component)),
  column('Total Units', ({ units }) => units),
]
