import type { ReactNode } from 'react'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { showRupees } from '#domain/basics/money.ts'
import { toldLifeOf } from '#domain/driving/telling.ts'
import { arrivedText } from '#domain/requests/delivering.ts'
import { bloodInformation, statusText } from '#domain/requests/showing.ts'
import { wordsFor } from '../../api/client.ts'
import { useLive } from '../../api/queries.ts'
import { Outcome } from '../../parts/life/Outcome.tsx'
import { Timeline } from '../../parts/life/Timeline.tsx'
import { NotYet } from '../../parts/NotYet.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Popup } from '../../ui/feedback/Popup.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderDeliveries } from './OrderDeliveries.tsx'
import classes from './OrderDetails.module.css'
import { OrderFacts } from './OrderFacts.tsx'
import { StoppedDelivery } from './StoppedDelivery.tsx'

type OrderDetailsProps = {
  id: string
  opened: boolean
  onClose: () => void
  /** Gives it a bank and a driver, where the popup was opened from. */
  onLink: (id: string) => void
}

/** Ruling AMB-77: everything there is about one order. Follows it, also when its row has left the list. */
export function OrderDetails({ id, opened, onClose, onLink }: OrderDetailsProps) {
  const asked = useLive(orders.show, { id }, { enabled: opened })
  const order = asked.data?.id === id ? asked.data : undefined

  function link() {
    onClose()
    onLink(id)
  }

  return (
    <Popup
      opened={opened}
      onClose={onClose}
      title="Order"
      subject={id}
      line={order && <Subject order={order} />}
      right={order && <Standing order={order} />}
      foot={order && <OrderActions order={order} onLink={link} describedBy={subjectId} />}
    >
      {order && asked.error && (
        <Notice kind="warning">This may be out of date: {wordsFor(asked.error).text}</Notice>
      )}
      {order ? <Content order={order} /> : <NotYet asked={asked} height={320} />}
    </Popup>
  )
}

const subjectId = 'order-subject'

function Subject({ order }: { order: OrderDetail }) {
  const { group, component, units } = bloodInformation(order)
  return (
    <span id={subjectId} className="breaks">
      {group} {component}, {units} for <bdi>{order.patientName}</bdi>
    </span>
  )
}

const Standing = ({ order }: { order: OrderDetail }) => (
  <div className={classes.standing}>
    <StatusBadge request={order} />
    <Outcome request={order} />
  </div>
)

function Content({ order }: { order: OrderDetail }) {
  return (
    <div className={`stack gap-20 ${classes.content}`}>
      <StoppedDelivery order={order} />
      <OrderFacts order={order} />
      <Section title="Prices">
        <Prices order={order} />
      </Section>
      <Section title="Driver history">
        <DriverHistory order={order} />
      </Section>
      <Section title="Deliveries" aside={`${arrivedText(order.deliveries)} arrived`}>
        <OrderDeliveries order={order} />
      </Section>
      <Section title="Timeline">
        <Timeline steps={toldLifeOf(order)} />
      </Section>
    </div>
  )
}

function Section({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={`subheading ${classes.title}`}>
        {title} {aside && <span className={classes.aside}>{aside}</span>}
      </h3>
      {children}
    </section>
  )
}

function Prices({ order: { invoice } }: { order: OrderDetail }) {
  const rupees = (paise: number | undefined) => (paise === undefined ? '-' : showRupees(paise))
  const rows: [string, string][] = [
    ['Invoice ID', invoice?.invoiceId ?? '-'],
    ['Price', rupees(invoice?.pricePaise)],
    ['Delivery Rate', rupees(invoice?.deliveryPaise)],
    ['Convenience Fee', rupees(invoice?.feePaise)],
    ['Total', rupees(invoice?.totalPaise)],
  ]
  return (
    <dl className={`small figures ${classes.prices}`}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function DriverHistory({ order }: { order: OrderDetail }) {
  const { driverHistory, drivers, bankId } = order
  if (driverHistory.length === 0) return <p className={classes.none}>-</p>
  const nameOf = (email: string) => drivers.find((driver) => driver.email === email)?.name ?? email
  const shown = (status: OrderDetail['status'] | null) => (status ? statusText({ status, bankId }) : '-')
  return (
    <table className={`small ${classes.history}`} aria-label="Driver history">
      <thead>
        <tr>
          <th scope="col">Driver</th>
          <th scope="col">Start status</th>
          <th scope="col">End status</th>
        </tr>
      </thead>
      <tbody>
        {driverHistory.map(({ driverEmail, startStatus, endStatus }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a driver may come back, and then stands there twice
          <tr key={at}>
            <td>
              <bdi>{nameOf(driverEmail)}</bdi>
              <span className="dim block tiny">{driverEmail}</span>
            </td>
            <td>{shown(startStatus)}</td>
            <td>{shown(endStatus)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
