import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderSummary } from '#contract/orders.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { ago } from '#domain/basics/time.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { onTheRoad } from '#domain/requests/listing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { Blood } from '../../parts/Blood.tsx'
import { CardRow } from '../../ui/frame/HomeCard.tsx'
import { type CardProps, type Cards, CountedCard, IdLink } from './CountedCard.tsx'
import rows from './HospitalCards.module.css'
import classes from './ProviderCards.module.css'
import type { ScreenCard } from './screen-card.ts'
import { toLinkNoun } from './words.ts'

type Props = CardProps<OrderSummary>

/** The cards of the provider that count what waits; the others say what they are for. */
export const providerCards: Cards<OrderSummary> = {
  status: OrdersCard,
  orders: DriversCard,
  linkBloodBank: LinkCard,
}

function OrdersCard({ card, link, summary }: Props) {
  return (
    <CountedCard
      {...{ card, link }}
      line={false}
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
    </CountedCard>
  )
}

function LinkCard({ card, link, summary, now }: Props) {
  return (
    <CountedCard
      {...{ card, link }}
      wide={summary?.toLink.count !== 0}
      count={summary && { value: summary.toLink.count, noun: toLinkNoun(summary.toLink, now) }}
    >
      {summary?.toLink.first.map((order) => (
        <CardRow
          key={order.id}
          right={<span className={`dim block ${rows.ago}`}>{ago(order.raisedAt, now)}</span>}
        >
          <IdLink card={card} id={order.id} as="request" />
          <bdi className={`breaks shrinks ${rows.patient}`}>{displayNameOf(order.hospitalName)}</bdi>
          <span className={rows.blood}>
            <Blood request={order} />
          </span>
          <span className={rows.pickup}>pickup {showWhen(order.pickupAt, now)}</span>
        </CardRow>
      ))}
    </CountedCard>
  )
}

function DriversCard({ card, link, summary, now }: Props) {
  return (
    <CountedCard
      {...{ card, link }}
      count={summary && { value: summary.onTheRoad.count, noun: 'on the road' }}
    >
      {summary?.onTheRoad.first.map((order) => (
        <CardRow key={order.id} right={<span>due {showWhen(order.deadlineAt, now)}</span>}>
          <bdi className="ink">{order.driverName ?? '-'}</bdi>
          <bdi>{displayNameOf(order.hospitalName)}</bdi>
        </CardRow>
      ))}
    </CountedCard>
  )
}

/** The screen with the filter already set. */
const Filtered = ({
  card,
  statuses,
  children,
}: {
  card: ScreenCard
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
