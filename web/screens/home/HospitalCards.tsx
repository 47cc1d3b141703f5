import { IconPlus } from '@tabler/icons-react'
import type { RequestSummary } from '#contract/requests.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { ago, later, minutes, showTime, wholeMinute } from '#domain/basics/time.ts'
import { pickupDue } from '#domain/requests/due.ts'
import { sdpClock, sdpOffered } from '#domain/requests/raising.ts'
import { Blood } from '../../parts/Blood.tsx'
import { DueLine } from '../../parts/DueLine.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { CardRow, HomeCard } from '../../ui/frame/HomeCard.tsx'
import { type CardProps, type Cards, CountedCard, IdLink } from './CountedCard.tsx'
import classes from './HospitalCards.module.css'
import { WeekBar } from './WeekBar.tsx'
import { pendingNoun } from './words.ts'

type Props = CardProps<RequestSummary>

/** The cards of a hospital, with what waits behind each. */
export const hospitalCards: Cards<RequestSummary> = {
  request: RaiseCard,
  approval: ApprovalCard,
  requestStatus: RequestStatusCard,
  deliveryStatus: DeliveryCard,
  liveStatus: LiveCard,
}

function RaiseCard({ card: { icon, title, about }, link, now }: Props) {
  const isSdpOpen = sdpOffered(now)
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
            {isSdpOpen ? `until ${sdpClock('to')}` : `from ${sdpClock('from')}`}
          </span>
        }
      >
        Single Donor Platelets
      </CardRow>
    </HomeCard>
  )
}

function ApprovalCard({ card, link, summary, now }: Props) {
  return (
    <CountedCard
      {...{ card, link }}
      wide={summary?.pending.count !== 0}
      count={summary && { value: summary.pending.count, noun: pendingNoun(summary.pending, now) }}
    >
      {summary?.pending.first.map((request) => (
        <CardRow
          key={request.id}
          right={<span className={`dim block ${classes.ago}`}>{ago(request.raisedAt, now)}</span>}
        >
          <IdLink card={card} id={request.id} />
          <span className={`breaks shrinks ${classes.patient}`}>{request.patientName}</span>
          <span className={classes.blood}>
            <Blood request={request} />
          </span>
          <span className={classes.pickup}>
            <DueLine due={pickupDue(request, now)} say={({ at }) => `pickup ${showWhen(at, now)}`} />
          </span>
        </CardRow>
      ))}
    </CountedCard>
  )
}

function RequestStatusCard({ card, link, summary }: Props) {
  const total = summary?.week.reduce((sum, { count }) => sum + count, 0)
  return (
    <CountedCard
      {...{ card, link }}
      count={total === undefined ? undefined : { value: total, noun: 'in the last 7 days' }}
    >
      {summary && total !== 0 && <WeekBar week={summary.week} />}
    </CountedCard>
  )
}

function DeliveryCard({ card, link, summary, now }: Props) {
  return (
    <CountedCard
      {...{ card, link }}
      count={summary && { value: summary.onTheRoad.count, noun: 'on the road' }}
    >
      {summary?.onTheRoad.first.map((request) => (
        <CardRow key={request.id} right={<span>due {showWhen(request.deadlineAt, now)}</span>}>
          <IdLink card={card} id={request.id} />
          <Blood request={request} />
        </CardRow>
      ))}
    </CountedCard>
  )
}

function LiveCard({ card, link, summary }: Props) {
  return (
    <CountedCard {...{ card, link }} count={summary && { value: summary.live.count, noun: 'live' }}>
      {summary?.live.first.map((request) => (
        <CardRow key={request.id} right={<StatusBadge request={request} />}>
          <IdLink card={card} id={request.id} />
        </CardRow>
      ))}
    </CountedCard>
  )
}
