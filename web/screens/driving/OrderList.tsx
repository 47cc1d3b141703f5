import {
  IconAlertCircle,
  IconAlertTriangle,
  IconClock,
  IconHandStop,
  IconMapPin,
  IconRefresh,
} from '@tabler/icons-react'
import { shelfGroupName } from '#domain/bags/kinds.ts'
import { fillIn } from '#domain/basics/fill-in.ts'
import { later, showTime } from '#domain/basics/time.ts'
import { dueFirst, dueFor } from '#domain/driving/due.ts'
import { currentDelivery, nextSteps } from '#domain/driving/steps.ts'
import { isBarred } from '#domain/driving/stopping.ts'
import { asItWillBe } from '#domain/driving/waiting.ts'
import { useNow } from '../../parts/use-now.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import type { LinkTo } from './address.ts'
import classes from './OrderList.module.css'
import { ownQueue, type PhoneState, type Shown } from './phone/phone.ts'
import { sync } from './phone/syncing.ts'
import { RingMe } from './RingMe.tsx'
import { placeOf, refusalText } from './sayings.ts'
import { deadlineText, momentText } from './times.ts'
import { useSaid } from './use-words.ts'

type OrderListProps = { state: PhoneState; linkTo: LinkTo }

export function OrderList({ state, linkTo }: OrderListProps) {
  const { words } = useSaid()
  return (
    <>
      <div className={`wrap ends ${classes.head}`}>
        <h1 className={`page-title ${classes.title}`} tabIndex={-1}>
          {words.frame.orders}
        </h1>
        {state.seenAt && state.isReached === false ? (
          <p className={classes.seen}>{fillIn(words.frame.updated, { time: showTime(state.seenAt) })}</p>
        ) : (
          (state.driving?.items.length ?? 0) > 1 && <p className={classes.seen}>{words.list.dueFirst}</p>
        )}
      </div>
      <Orders state={state} linkTo={linkTo} />
      <RingMe />
    </>
  )
}

function Orders({ state, linkTo }: OrderListProps) {
  const { words } = useSaid()
  const now = later(useNow(), state.aheadMs)
  const own = ownQueue(state)

  if (!state.driving) {
    if (state.isReached !== false)
      return (
        <p className={`row ${classes.quiet}`} role="status">
          <Spinner size={20} /> {words.list.loading}
        </p>
      )
    return (
      <div className={`dim stack gap-8 ${classes.empty}`}>
        <p>{words.list.failed}</p>
        <PushButton icon={<IconRefresh size={20} stroke={1.75} aria-hidden />} onClick={() => void sync()}>
          {words.list.again}
        </PushButton>
      </div>
    )
  }
  if (state.driving.items.length === 0) {
    return (
      <div className={`dim stack gap-8 ${classes.empty}`}>
        <h2>{words.list.empty}</h2>
        <p>{words.list.emptyHelp}</p>
      </div>
    )
  }
  const orders = state.driving.items.map((item) => asItWillBe(item, own, state.aheadMs))
  return (
    <ul className="stack gap-12">
      {dueFirst(orders, now).map((order) => (
        <li key={order.id}>
          <OrderCard
            order={order}
            now={now}
            isWaiting={own.some(({ orderId }) => orderId === order.id)}
            linkTo={linkTo}
          />
        </li>
      ))}
    </ul>
  )
}

type OrderCardProps = { order: Shown; now: Date; isWaiting: boolean; linkTo: LinkTo }

/** What to do, where, and by when. */
function OrderCard({ order, now, isWaiting, linkTo }: OrderCardProps) {
  const { words } = useSaid()
  const [next] = nextSteps(order.deliveries)
  const current = currentDelivery(order.deliveries)
  const due = dueFor(order, now)
  const isLate = due?.urgency === 'late'
  const isUnchecked = current?.unchecked?.step === 'delivered'
  const stop = current?.stop && isBarred(current.stop) ? current.stop : null
  return (
    <a
      {...linkTo(order.id)}
      className={`stack gap-6 ${classes.order}`}
      data-late={isLate || order.toMend !== null || stop !== null || undefined}
    >
      <span className={`wrap ends ${classes.line}`}>
        {stop ? (
          <b className={`row gap-8 ${classes.next} ${classes.refused}`}>
            <IconHandStop size={20} stroke={1.75} aria-hidden />
            {stop.decision === 'return' ? words.stopped.back : words.stopped.wait}
          </b>
        ) : (
          <b className={classes.next}>
            {next ? fillIn(words.list.next, { step: words.steps[next].act }) : words.order.allKept}
          </b>
        )}
        {due && (
          <span className={`strong row gap-6 figures ${classes.left}`} data-urgency={due.urgency}>
            {isLate && <IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
            {deadlineText(due.at, now, words).text}
          </span>
        )}
      </span>
      <span className={`wrap ends ${classes.line}`}>
        <span className={`row gap-8 ${classes.place}`}>
          <IconMapPin size={18} stroke={1.75} aria-hidden />
          {order[stop ? 'bank' : next ? placeOf(next) : 'hospital'].name}
        </span>
        {due && (
          <span className="dim figures">
            {fillIn(due.what === 'sample' ? words.list.pickup : words.list.by, {
              time: momentText(due.at, now),
            })}
          </span>
        )}
      </span>
      <span className={`wrap ends ${classes.line}`}>
        <span className="strong">
          {shelfGroupName(order.bombay ?? order.bloodGroup)} {order.component},{' '}
          {order.units === 1 ? words.order.unit : fillIn(words.order.units, { count: order.units })}
          {order.deliveries.length > 1 && current && ` (${current.seq}/${order.deliveries.length})`}
        </span>
        <span className="dim figures large">{order.id}</span>
      </span>
      {order.toMend?.refusal && (
        <span className={`medium row gap-8 ${classes.refused}`}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          {refusalText(words, order.toMend.refusal)}
        </span>
      )}
      {isWaiting && !order.toMend && (
        <span className={`medium row gap-8 ${classes.waiting}`}>
          <IconClock size={18} stroke={1.75} aria-hidden />
          {isUnchecked ? words.codeKept.mark : words.waiting.mark}
        </span>
      )}
    </a>
  )
}
