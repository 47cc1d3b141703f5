import { IconClock, IconListDetails } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { OrderDetail } from '#contract/orders.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { linkNotice } from '#domain/requests/linking.ts'
import { bloodInformation, statusText } from '#domain/requests/showing.ts'
import { RefusedBy } from '../../parts/life/RefusedBy.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { useChangedRows } from '../../parts/use-changed-rows.ts'
import { WaitingLines } from '../../ui/feedback/WaitingLines.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { DriverTextTrouble } from './DriverTextTrouble.tsx'
import classes from './LinkOrder.module.css'
import one from './OneOrder.module.css'
import { OrderDetails } from './OrderDetails.tsx'
import { OrderTimestamps } from './OrderTimestamps.tsx'
import type { Linking } from './use-link.ts'

/** The order whose id was typed, so that nobody links another one; it follows what others do to it. */
export function LinkOrder({ linking }: { linking: Linking }) {
  const { id = '', order, draft } = linking
  const isChanged = useChangedRows(order && [order], id).has(id)
  const [popup, setPopup] = useState<'timestamps' | 'details' | null>(null)
  const close = () => setPopup(null)
  return (
    <aside
      className={`breaks box ${one.changing} ${classes.order}`}
      aria-label="This order"
      data-changed={isChanged || undefined}
      data-waiting={draft.requestId === '' || undefined}
    >
      {/* there before its first words, else screen readers miss them */}
      <p className="visually-hidden" aria-live="polite">
        {order && isChanged && `This order has changed: it is ${statusText(order)}.`}
      </p>
      {order ? (
        <>
          <Facts order={order} />
          <div className={`wrap gap-8 ${classes.more}`}>
            <PushButton
              size="sm"
              icon={<IconClock size={16} stroke={1.75} aria-hidden />}
              onClick={() => setPopup('timestamps')}
            >
              Timestamps
            </PushButton>
            <PushButton
              size="sm"
              icon={<IconListDetails size={16} stroke={1.75} aria-hidden />}
              onClick={() => setPopup('details')}
            >
              Details
            </PushButton>
          </div>
          <OrderTimestamps id={id} opened={popup === 'timestamps'} onClose={close} />
          {/* it is being linked already */}
          <OrderDetails id={id} opened={popup === 'details'} onClose={close} onLink={close} />
        </>
      ) : (
        <NoOrder linking={linking} />
      )}
    </aside>
  )
}

function Facts({ order }: { order: OrderDetail }) {
  const { group, component, units } = bloodInformation(order)
  const { deliveries } = order
  const notice = linkNotice(order)
  return (
    <>
      <div className={`row wrap ends ${classes.head}`}>
        <h2 className={`strong figures ${classes.id}`}>{order.id}</h2>
        <StatusBadge request={order} />
      </div>
      <RefusedBy order={order} />
      <p className={one.blood}>
        <strong>{group}</strong> {component}, {units},{' '}
        {deliveries.length === 1 ? '1 delivery' : `${deliveries.length} deliveries`}
      </p>
      {notice && <p className={`small warning ${classes.wait}`}>{notice}</p>}
      <DriverTextTrouble order={order} />
      <dl className={`small ${one.facts} ${classes.facts}`}>
        <Fact title="Hospital">
          <bdi>{displayNameOf(order.hospitalName)}</bdi>
        </Fact>
        <Fact title="Order Type">{order.orderType}</Fact>
        <Fact title="Patient">
          <bdi>{order.patientName}</bdi>, <bdi className={one.whole}>{order.patientId}</bdi>
        </Fact>
        <Fact title="Reason">
          <bdi>{order.reason}</bdi>
        </Fact>
        <Fact title="Sample Pickup">
          <Time at={order.pickupAt} />
        </Fact>
        <Fact title="Deadline">
          <Time at={order.deadlineAt} />
        </Fact>
        {order.bankId !== null && (
          <Fact title="Blood Bank">
            <bdi>{order.bankName}</bdi>
          </Fact>
        )}
        {order.driverEmail !== null && (
          <Fact title="Driver">
            <bdi>{order.driverName}</bdi>
          </Fact>
        )}
      </dl>
    </>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const Time = ({ at }: { at: Date }) => <time dateTime={at.toISOString()}>{showDateTime(at)}</time>

/** Nothing is shown, and why: not typed yet, on its way, not there, or not to be had at the moment. */
export function NoOrder({ linking: { draft, typed } }: { linking: Linking }) {
  if (typed.kind === 'loading') {
    return <WaitingLines widths={[40, 75, 60, 68]} />
  }
  if (typed.kind === 'failed') {
    return (
      <div className={`muted stack gap-8 ${classes.none}`} role="alert">
        <p>This order did not load: {typed.text}</p>
        <PushButton size="xs" onClick={typed.retry}>
          Try again
        </PushButton>
      </div>
    )
  }
  const isTooLong = draft.requestId.trim().length >= 8
  return (
    <p className={`muted stack gap-8 ${classes.none}`}>
      {isTooLong ? 'No order has this Request ID.' : 'Enter a Request ID to see its order here.'}
    </p>
  )
}
