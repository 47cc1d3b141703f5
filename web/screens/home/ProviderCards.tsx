import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { OrderSummary } from '#contract/orders.ts'
import { ago } from '#domain/basics/time.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import type { TopicId } from '#domain/people/topics.ts'
import { onTheRoad } from '#domain/requests/listing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { Blood } from '../../parts/Blood.tsx'
import { CardRow, HomeCard, type LinkLook } from '../../ui/HomeCard.tsx'
import rows from './HospitalCards.module.css'
import classes from './ProviderCards.module.css'
import type { TopicCard } from './topic-card.ts'
import { showWhen, toLinkNoun } from './words.ts'

type CardProps = {
  card: TopicCard
  link: (look: LinkLook) => ReactNode
  /** Undefined while it is not known: then nothing is counted, not nought. */
  summary: OrderSummary | undefined
  now: Date
}

/** The cards of the provider that count what waits; the others say what they are for. */
export const providerCards: Partial<Record<TopicId, ComponentType<CardProps>>> = {
  status: OrdersCard,
  orders: DriversCard,
  linkBloodBank: LinkCard,
}

function OrdersCard({ card, link, summary }: CardProps) {
  return (
    <HomeCard
      icon={card.icon}
      title={card.title}
      renderLink={link}
      counted
      count={summary && { value: summary.toComplete.count, noun: 'delivered, to complete' }}
    >
      {summary && (
        <>
          <CardRow right={<strong>{summary.onTheRoad.count}</strong>}>
            <Filtered card={card} statuses={onTheRoad}>
              on the road
            </Filtered>
          </CardRow>
          <CardRow right={<strong>{summary.pending.count}</strong>}>
            <Filtered card={card} statuses={['pending']}>
              pending at hospitals
            </Filtered>
          </CardRow>
        </>
      )}
    </HomeCard>
  )
}

function LinkCard({ card, link, summary, now }: CardProps) {
  const isEmpty = summary?.toLink.count === 0
  return (
    <HomeCard
      icon={card.icon}
      title={card.title}
      renderLink={link}
      wide={!isEmpty}
      line={isEmpty && card.about}
      counted
      count={summary && { value: summary.toLink.count, noun: toLinkNoun(summary.toLink, now) }}
    >
      {summary?.toLink.first.map((order) => (
        <CardRow key={order.id} right={<span className={rows.ago}>{ago(order.raisedAt, now)}</span>}>
          <OrderLink card={card} id={order.id} />
          <bdi className={rows.patient}>{displayNameOf(order.hospitalName)}</bdi>
          <span className={rows.blood}>
            <Blood request={order} />
          </span>
          <span className={rows.pickup}>pickup {showWhen(order.pickupAt, now)}</span>
        </CardRow>
      ))}
    </HomeCard>
  )
}

function DriversCard({ card, link, summary, now }: CardProps) {
  return (
    <HomeCard
      icon={card.icon}
      title={card.title}
      renderLink={link}
      line={summary?.onTheRoad.count === 0 && card.about}
      counted
      count={summary && { value: summary.onTheRoad.count, noun: 'on the road' }}
    >
      {summary?.onTheRoad.first.map((order) => (
        <CardRow key={order.id} right={<span>due {showWhen(order.deadlineAt, now)}</span>}>
          <bdi className={classes.driver}>{order.driverName ?? '-'}</bdi>
          <bdi>{displayNameOf(order.hospitalName)}</bdi>
        </CardRow>
      ))}
    </HomeCard>
  )
}

/** The screen with the filter already set. */
const Filtered = ({
  card,
  statuses,
  children,
}: {
  card: TopicCard
  statuses: readonly RequestStatus[]
  children: ReactNode
}) =>
  card.href ? (
    <Link to={card.href} search={{ status: statuses.join(',') }} className={classes.filtered}>
      {children}
    </Link>
  ) : (
    children
  )

/** The screen with the order already chosen. */
const OrderLink = ({ card, id }: { card: TopicCard; id: string }) => (
  <span className={rows.id}>
    {card.href ? (
      <Link to={card.href} search={{ request: id }}>
        {id}
      </Link>
    ) : (
      id
    )}
  </span>
)
