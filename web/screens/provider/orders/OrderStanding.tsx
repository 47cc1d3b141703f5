import type { Order } from '#contract/orders.ts'
import { deliveredText, nextDue } from '#domain/requests/due.ts'
import { refusedText, untakenText } from '#domain/requests/showing.ts'
import { DueLine } from '../../../parts/DueLine.tsx'
import { Outcome } from '../../../parts/life/Outcome.tsx'
import { useNow } from '../../../parts/use-now.ts'
import told from '../DriverTextTrouble.module.css'
import { DriverTextTrouble } from '../DriverTextTrouble.tsx'
import classes from './OrderStanding.module.css'

/** Under the status: what is due next and how much time is left of it, or how it ended. */
export function OrderStanding({ order }: { order: Order }) {
  const now = useNow()
  const due = nextDue(order, now)
  const delivered = deliveredText(order, now)
  const refused = refusedText(order)
  const untaken = untakenText(order, 'provider')
  return (
    <>
      {due && <DueLine due={due} isShort {...(refused && { say: () => refused })} />}
      {delivered && <p className={`dim tiny ${classes.line}`}>{delivered}</p>}
      {untaken && <p className={`warning breaks ${told.trouble}`}>{untaken}</p>}
      {order.stopWaits && (
        <p className={`warning breaks ${told.trouble}`}>Stopped by its driver, to decide</p>
      )}
      <Outcome request={order} />
      <DriverTextTrouble order={order} />
    </>
  )
}
