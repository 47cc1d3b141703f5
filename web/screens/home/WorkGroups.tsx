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
import { deliveredText, dueText } from '#domain/requests/due.ts'
import { Blood } from '../../parts/Blood.tsx'
import { DueLine } from '../../parts/DueLine.tsx'
import { messageThing, type NextThing, orderThing } from '../../parts/next-thing.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/fields/PushButton.tsx'
import classes from './WorkGroups.module.css'
import { atLeast, failedText } from './words.ts'

type Address = Pick<NextThing, 'to' | 'search'>

/** The provider's work by kind, the most pressing first; where nothing waits there is no group. */
export const WorkGroups = ({ summary, now }: { summary: OrderSummary; now: Date }) => (
  <div className={classes.groups}>
    {groupsOf(summary, now)
      .filter(({ count }) => count > 0)
      .map((group) => (
        <Group key={group.title} {...group} />
      ))}
  </div>
)

function groupsOf(summary: OrderSummary, now: Date): GroupProps[] {
  const { stopped, late, refused, toLink, toComplete, failed } = summary
  const fresh = toLink.first.filter(({ refusedBy }) => refusedBy.length === 0)
  const row = (order: Order, act: 'decide' | 'link' | 'complete', place: ReactNode) => (
    <OrderRow key={order.id} order={order} thing={orderThing(order, act, now)} place={place} now={now} />
  )
  return [
    {
      icon: IconHandStop,
      isPressing: true,
      title: 'Stopped, to decide',
      count: stopped.count,
      all: orders(driven),
      rows: stopped.first.map((order) => row(order, 'decide', placeOf(order))),
    },
    {
      icon: IconAlertTriangle,
      isPressing: true,
      title: 'Late',
      count: late.count,
      all: orders(driven),
      rows: late.first.map((order) => <LateRow key={order.id} order={order} now={now} />),
    },
    {
      icon: IconBan,
      title: 'Refused by the bank',
      count: refused.count,
      all: screen('linkBloodBank'),
      rows: refused.first.map((order) =>
        row(order, 'link', `${hospitalOf(order)}, by ${order.refusedBy.at(-1)}`),
      ),
    },
    {
      icon: IconLink,
      title: 'To link',
      count: toLink.count - refused.count,
      all: screen('linkBloodBank'),
      rows: fresh.map((order) => row(order, 'link', hospitalOf(order))),
    },
    {
      icon: IconTruckDelivery,
      title: 'Delivered, to complete',
      count: toComplete.count,
      all: orders(['delivery-completed']),
      rows: toComplete.first.map((order) => row(order, 'complete', hospitalOf(order))),
    },
    {
      icon: IconMessageExclamation,
      title: 'Messages that failed',
      count: failed.count,
      isAtLeast: failed.isAtLeast,
      all: screen('messages', { state: 'failed' }),
      rows: failed.first.map((message) => <MessageRow key={message.id} message={message} />),
    },
  ]
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
  /** There may be more than were counted. */
  isAtLeast?: boolean
  /** Where all of them are. */
  all: Address
  rows: ReactNode[]
}

function Group({ icon: Icon, isPressing = false, title, count, isAtLeast = false, all, rows }: GroupProps) {
  const rest = count - rows.length
  const more = isAtLeast ? 'See all of them' : `${rest} more`
  return (
    <section className={classes.group} aria-label={title} data-pressing={isPressing || undefined}>
      <h2 className={`subheading row gap-8 ${classes.head}`}>
        <Icon size={18} stroke={1.6} aria-hidden />
        <span>{title}</span> <span className="figures">{isAtLeast ? atLeast(count) : count}</span>
      </h2>
      <ul className={classes.rows}>
        {rows}
        {rest > 0 && (
          <li className={`small ${classes.more}`}>
            <Link {...all}>
              {rows.length === 0 ? 'See them' : more}
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
      <span className="dim">{deliveredText(order, now) ?? '-'}</span>
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
