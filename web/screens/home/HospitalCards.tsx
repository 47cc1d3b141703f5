import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { RequestSummary } from '#contract/requests.ts'
import { ago, dayOf, instantOf, later, minutes, showTime, wholeMinute } from '#domain/basics/time.ts'
import type { TopicId } from '#domain/people/topics.ts'
import { sdpHours, sdpOffered } from '#domain/requests/raising.ts'
import { Blood } from '../../parts/Blood.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { CardRow, HomeCard, type LinkLook } from '../../ui/HomeCard.tsx'
import classes from './HospitalCards.module.css'
import type { TopicCard } from './topic-card.ts'
import { WeekBar } from './WeekBar.tsx'
import { pendingNoun, showWhen } from './words.ts'

type CardProps = {
  card: TopicCard
  link: (look: LinkLook) => ReactNode
  /** Undefined while it is not known: then nothing is counted, not nought. */
  summary: RequestSummary | undefined
  now: Date
}

/** The cards of a hospital, with what waits behind each. */
export const hospitalCards: Partial<Record<TopicId, ComponentType<CardProps>>> = {
  request: RaiseCard,
  approval: ApprovalCard,
  requestStatus: RequestStatusCard,
  deliveryStatus: DeliveryCard,
  liveStatus: LiveCard,
}

function RaiseCard({ card: { icon, title, about }, link, now }: CardProps) {
  const isSdpOpen = sdpOffered(now)
  const at = (time: string) => showTime(instantOf(dayOf(now), time))
  return (
    <HomeCard
      icon={icon}
      title={title}
      line={about}
      renderLink={link}
      primary={{ label: title, icon: <IconPlus size={18} stroke={2} aria-hidden /> }}
    >
      {/* §9: a sample is picked up 30 minutes from now at the soonest */}
      <CardRow right={<strong>{showTime(later(wholeMinute(now), minutes(30)))}</strong>}>
        Earliest sample pickup
      </CardRow>
      <CardRow
        right={
          <span className={classes.open} data-open={isSdpOpen || undefined}>
            {isSdpOpen ? `until ${at(sdpHours.to)}` : `from ${at(sdpHours.from)}`}
          </span>
        }
      >
        Single Donor Platelets
      </CardRow>
    </HomeCard>
  )
}

function ApprovalCard({ card, link, summary, now }: CardProps) {
  return (
    <HomeCard
      icon={card.icon}
      title={card.title}
      renderLink={link}
      wide={summary?.pending.count !== 0}
      line={summary?.pending.count === 0 && card.about}
      counted
      count={summary && { value: summary.pending.count, noun: pendingNoun(summary.pending, now) }}
    >
      {summary?.pending.first.map((request) => (
        <CardRow key={request.id} right={<span className={classes.ago}>{ago(request.raisedAt, now)}</span>}>
          <RequestLink card={card} id={request.id} />
          <span className={classes.patient}>{request.patientName}</span>
          <span className={classes.blood}>
            <Blood request={request} />
          </span>
          <span className={classes.pickup}>pickup {showWhen(request.pickupAt, now)}</span>
        </CardRow>
      ))}
    </HomeCard>
  )
}

function RequestStatusCard({ card, link, summary }: CardProps) {
  const total = summary?.week.reduce((sum, { count }) => sum + count, 0)
  return (
    <HomeCard
      icon={card.icon}
      title={card.title}
      renderLink={link}
      line={total === 0 && card.about}
      counted
      {...(total !== undefined && { count: { value: total, noun: 'in the last 7 days' } })}
    >
      {summary && total !== 0 && <WeekBar week={summary.week} />}
    </HomeCard>
  )
}

function DeliveryCard({ card, link, summary, now }: CardProps) {
  return (
    <HomeCard
      icon={card.icon}
      title={card.title}
      renderLink={link}
      line={summary?.onTheRoad.count === 0 && card.about}
      counted
      count={summary && { value: summary.onTheRoad.count, noun: 'on the road' }}
    >
      {summary?.onTheRoad.first.map((request) => (
        <CardRow key={request.id} right={<span>due {showWhen(request.deadlineAt, now)}</span>}>
          <RequestLink card={card} id={request.id} />
          <Blood request={request} />
        </CardRow>
      ))}
    </HomeCard>
  )
}

function LiveCard({ card, link, summary }: CardProps) {
  return (
    <HomeCard
      icon={card.icon}
      title={card.title}
      renderLink={link}
      line={summary?.live.count === 0 && card.about}
      counted
      count={summary && { value: summary.live.count, noun: 'live' }}
    >
      {summary?.live.first.map((request) => (
        <CardRow key={request.id} right={<StatusBadge request={request} />}>
          <RequestLink card={card} id={request.id} />
        </CardRow>
      ))}
    </HomeCard>
  )
}

/** The screen with the search already made. */
const RequestLink = ({ card, id }: { card: TopicCard; id: string }) => (
  <span className={classes.id}>
    {card.href ? (
      <Link to={card.href} search={{ search: id }}>
        {id}
      </Link>
    ) : (
      id
    )}
  </span>
)
