import {
  IconAlertTriangle,
  IconBan,
  IconHandStop,
  IconLink,
  IconMessageExclamation,
  IconPhone,
  type IconProps,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { FailedMessage, LateOrder, Order, OrderSummary } from '#contract/orders.ts'
import { driven } from '#domain/driving/steps.ts'
import { kindName } from '#domain/messages/showing.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { dueText } from '#domain/requests/due.ts'
import { Blood } from '../../parts/Blood.tsx'
import { DueLine } from '../../parts/DueLine.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/fields/PushButton.tsx'
import { messageThing, type NextThing, orderThing } from './next-thing.ts'
import classes from './WorkGroups.module.css'
import { deliveredText, failedText } from './words.ts'

type Address = Pick<NextThing, 'to' | 'search'>

/** The provider's work by kind, the most pressing first; where nothing waits there is no group. */
export function WorkGroups({ summary, now }: { summary: OrderSummary; now: Date }) {
  const { stopped, late, refused, toLink, toComplete, failed } = summary
  const fresh = toLink.first.filter(({ refusedBy }) => refusedBy.length === 0)
  const row = (order: Order, act: 'decide' | 'link' | 'complete', place: ReactNode) => (
    <OrderRow key={order.id} order={order} thing={orderThing(order, act, now)} place={place} now={now} />
  )
  return (
    <div className={classes.groups}>
      <Group
        icon={IconHandStop}
        isPressing
        title="Stopped, to decide"
        count={stopped.count}
        shown={stopped.first.length}
        all={orders(driven)}
      >
        {stopped.first.map((order) => row(order, 'decide', placeOf(order)))}
      </Group>
      <Group
        icon={IconAlertTriangle}
        isPressing
        title="Late"
        count={late.count}
        shown={late.first.length}
        all={orders(driven)}
      >
        {late.first.map((order) => (
          <LateRow key={order.id} order={order} now={now} />
        ))}
      </Group>
      <Group
        icon={IconBan}
        title="Refused by the bank"
        count={refused.count}
        shown={refused.first.length}
        all={screen('linkBloodBank')}
      >
        {refused.first.map((order) =>
          row(
            order,
            'link',
            <>
              {hospitalOf(order)}, by {order.refusedBy.at(-1)}
            </>,
          ),
        )}
      </Group>
      <Group
        icon={IconLink}
        title="To link"
        count={toLink.count - refused.count}
        shown={fresh.length}
        all={screen('linkBloodBank')}
      >
        {fresh.map((order) => row(order, 'link', hospitalOf(order)))}
      </Group>
      <Group
        icon={IconTruckDelivery}
        title="Delivered, to complete"
        count={toComplete.count}
        shown={toComplete.first.length}
        all={orders(['delivery-completed'])}
      >
        {toComplete.first.map((order) => row(order, 'complete', hospitalOf(order)))}
      </Group>
      <Group
        icon={IconMessageExclamation}
        title="Messages that failed"
        count={failed.count}
        shown={failed.first.length}
        all={screen('messages', { state: 'failed' })}
      >
        {failed.first.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </Group>
    </div>
  )
}

const screen = (
  id: 'status' | 'linkBloodBank' | 'messages',
  search: Record<string, string> = {},
): Address => ({
  to: paths.screen('admin', id),
  search,
})
const orders = (statuses: readonly string[]) => screen('status', { status: statuses.join(',') })
const hospitalOf = ({ hospitalName }: Order) => displayNameOf(hospitalName)
const placeOf = (order: Order) => [hospitalOf(order), order.driverName].filter(Boolean).join(', ')

type GroupProps = {
  icon: ComponentType<IconProps>
  isPressing?: boolean
  title: string
  count: number
  shown: number
  /** Where all of them are. */
  all: Address
  children: ReactNode
}

function Group({ icon: Icon, isPressing = false, title, count, shown, all, children }: GroupProps) {
  if (count <= 0) return null
  return (
    <section className={classes.group} aria-label={title} data-pressing={isPressing || undefined}>
      <h2 className={`subheading row gap-8 ${classes.head}`}>
        <Icon size={18} stroke={1.6} aria-hidden />
        <span>{title}</span> <span className="figures">{count}</span>
      </h2>
      <ul className={classes.rows}>
        {children}
        {count > shown && (
          <li className={`small ${classes.more}`}>
            <Link {...all}>
              {shown === 0 ? 'See them' : `${count - shown} more`}
              <span className="visually-hidden">: {title}</span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

function LateRow({ order, now }: { order: LateOrder; now: Date }) {
  const thing = orderThing(order, 'see', now)
  const place = placeOf(order)
  return (
    <OrderRow
      {...{ order, thing, place, now }}
      act={
        order.driverPhone && (
          <a href={`tel:${order.driverPhone}`} className={buttonClass({ size: 'xs' })}>
            <span className="inline gap-6">
              <IconPhone size={14} stroke={1.8} aria-hidden />
              Call driver
            </span>
            <span className="visually-hidden"> of {order.id}</span>
          </a>
        )
      }
    />
  )
}

type OrderRowProps = {
  order: Order
  thing: NextThing
  place: ReactNode
  now: Date
  /** Instead of opening it. */
  act?: ReactNode
}

const OrderRow = ({ order, thing, place, now, act }: OrderRowProps) => (
  <li className={`small ${classes.row}`}>
    <Link {...screen('status', { order: order.id })} className={`figures ${classes.id}`}>
      {order.id}
    </Link>
    <Blood request={order} />
    <bdi className="dim breaks shrinks">{place}</bdi>
    {thing.due ? (
      <DueLine due={thing.due} say={dueText} />
    ) : (
      <span className="dim">{deliveredText(order, now)}</span>
    )}
    {act || <Begin thing={thing} about={order.id} />}
  </li>
)

function MessageRow({ message }: { message: FailedMessage }) {
  const thing = messageThing(message)
  return (
    <li className={`small ${classes.row}`}>
      {message.requestId ? (
        <Link {...screen('status', { order: message.requestId })} className={`figures ${classes.id}`}>
          {message.requestId}
        </Link>
      ) : (
        <span className="dim">-</span>
      )}
      <bdi className="breaks shrinks">{thing.title}</bdi>
      <span className="dim">{kindName(message.kind)}</span>
      <bdi className={`breaks shrinks ${classes.why}`}>{failedText(message)}</bdi>
      <Begin thing={thing} about={message.recipient} />
    </li>
  )
}

const Begin = ({ thing: { act, to, search }, about }: { thing: NextThing; about: string }) => (
  <Link to={to} search={search} className={buttonClass({ size: 'xs' })}>
    {act}
    <span className="visually-hidden"> {about}</span>
  </Link>
)
