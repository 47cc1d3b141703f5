import type { Order } from '#contract/orders.ts'
import { driverTextSays } from '#domain/messages/budget.ts'
import classes from './DriverTextTrouble.module.css'

/** The driver may not know of the order; said where it is looked at until he does. */
export function DriverTextTrouble({ order }: { order: Order }) {
  const said = troubleText(order)
  return said && <p className={`warning breaks ${classes.trouble}`}>{said}</p>
}

export const troubleText = ({ driverText, driverName }: Order): string | null =>
  driverText &&
  driverTextSays(driverText.trouble, { name: driverName ?? 'the driver', phone: driverText.phone })
