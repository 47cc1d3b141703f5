import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { UndoStatus } from '../UndoStatus.tsx'
import classes from './OrderCard.module.css'
import { OrderInvoices } from './OrderInvoices.tsx'
import { OrderRowActions } from './OrderRowActions.tsx'
import { OrderStanding } from './OrderStanding.tsx'
import { IdButton, TimesButton } from './order-columns.tsx'
import { type OpenPopup, patientAt } from './order-row.ts'

/** One row where there is no room for a table: the same words, so that a search finds both. */
export function OrderCard({ order, open }: { order: Order; open: OpenPopup }) {
  const { group, component, units } = bloodInformation(order)
  return (
    <article className={`breaks stack ${classes.card}`} aria-labelledby={patientAt(order)}>
      <div className={classes.who}>
        <h2 id={patientAt(order)} className="larger strong">
          <bdi>{order.patientName}</bdi>
        </h2>
        <p className="large">
          <strong>{group}</strong> {component}, {units}
        </p>
        <p className={classes.order}>
          <IdButton order={order} open={open} />
          <span className={classes.dim}>, {order.orderType}</span>
        </p>
      </div>
      <div className={classes.status}>
        <StatusBadge request={order} />
      </div>
      <div className={classes.outcome}>
        <OrderStanding order={order} />
      </div>
      <dl className={`small stack ${classes.facts}`}>
        <Fact title="Hospital">
          <bdi>{displayNameOf(order.hospitalName)}</bdi>
        </Fact>
        <Fact title="Blood Bank">
          <bdi>{order.bankName ?? '-'}</bdi>
        </Fact>
        <Fact title="Driver">
          <bdi>{order.driverName ?? '-'}</bdi>
        </Fact>
        <Fact title="Request Time">
          <Timestamp at={order.raisedAt} />
        </Fact>
        <Fact title="Timestamps">
          <TimesButton order={order} open={open} />{' '}
          <UndoStatus order={order} describedBy={patientAt(order)} />
        </Fact>
        <Fact title="Invoice">
          <OrderInvoices order={order} describedBy={patientAt(order)} />
        </Fact>
      </dl>
      <div className={classes.action}>
        <OrderRowActions order={order} open={open} />
      </div>
    </article>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={`stack gap-12 ${classes.fact}`}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
