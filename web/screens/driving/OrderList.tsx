import { IconArrowRight, IconClock, IconRefresh } from '@tabler/icons-react'
import { groupName } from '#domain/basics/blood.ts'
import { fillIn } from '#domain/basics/fill-in.ts'
import { later, showTime } from '#domain/basics/time.ts'
import { currentDelivery, nextSteps } from '#domain/driving/steps.ts'
import { asItWillBe } from '#domain/driving/waiting.ts'
import { useNow } from '../../parts/use-now.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import type { LinkTo } from './address.ts'
import classes from './OrderList.module.css'
import { ownQueue, type PhoneState } from './phone.ts'
import { sync } from './syncing.ts'
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
        {state.seenAt && state.isReached === false && (
          <p className={classes.seen}>{fillIn(words.frame.updated, { time: showTime(state.seenAt) })}</p>
        )}
      </div>
      <Orders state={state} linkTo={linkTo} />
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
  return (
    <ul className="stack gap-12">
      {state.driving.items.map((item) => {
        const order = asItWillBe(item, own, state.aheadMs)
        const left = deadlineText(order.deadlineAt, now, words)
        const [next] = nextSteps(order.deliveries)
        const isWaiting = own.some(({ orderId }) => orderId === order.id)
        return (
          <li key={order.id}>
            <a {...linkTo(order.id)} className={`stack gap-6 ${classes.order}`}>
              <span className={`wrap ends ${classes.line}`}>
                <b className={classes.blood}>
                  {groupName(order.bloodGroup)} {order.component},{' '}
                  {order.units === 1 ? words.order.unit : fillIn(words.order.units, { count: order.units })}
                </b>
                <span className={`strong figures ${classes.left}`} data-tone={left.tone}>
                  {left.text}
                </span>
              </span>
              <span className={`row wrap ${classes.way}`}>
                {order.bank.name}
                <IconArrowRight size={18} stroke={1.75} aria-hidden />
                {order.hospital.name}
              </span>
              <span className={`wrap ends ${classes.line}`}>
                <span className={classes.next}>
                  {next ? fillIn(words.list.next, { step: words.steps[next].short }) : words.order.allDone}
                  {next === 'sample acquired' && (
                    <>
                      , <span className="nowrap">{momentText(order.pickupAt, now)}</span>
                    </>
                  )}
                  {order.deliveries.length > 1 &&
                    next &&
                    ` (${currentDelivery(order.deliveries)?.seq}/${order.deliveries.length})`}
                </span>
                <span className="dim figures large">{order.id}</span>
              </span>
              {isWaiting && (
                <span className={`medium row gap-8 ${classes.waiting}`}>
                  <IconClock size={18} stroke={1.75} aria-hidden />
                  {words.waiting.mark}
                </span>
              )}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
