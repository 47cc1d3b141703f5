import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { isHospital, isHospitalAdmin, isProvider } from '#domain/people/actor.ts'
import { requestWords } from '#domain/requests/words.ts'
import { useLive } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { useNow } from '../../parts/use-now.ts'
import { Clock } from '../../ui/Clock.tsx'
import { CardGrid, HomeCard, type LinkLook } from '../../ui/HomeCard.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PushButton } from '../../ui/PushButton.tsx'
import classes from './HomeScreen.module.css'
import { hospitalCards } from './HospitalCards.tsx'
import { providerCards } from './ProviderCards.tsx'
import type { TopicCard } from './topic-card.ts'
import { greetingAt, providerSummingUp, purposes, summingUp } from './words.ts'

type HomeScreenProps = {
  cards: readonly TopicCard[]
  isNoticeClosed: boolean
  onCloseNotice: () => void
}

/** §2.1: a card for each screen, with what waits there. */
export function HomeScreen({ cards, isNoticeClosed, onCloseNotice }: HomeScreenProps) {
  const member = useMember()
  const now = useNow()
  const own = useLive(requests.summary, {}, { enabled: isHospital(member) })
  const all = useLive(orders.summary, {}, { enabled: isProvider(member) })
  const counts = isProvider(member) ? all : own

  function line(): string {
    const isCounted = isHospital(member) || isProvider(member)
    if (!isCounted || counts.isError) return purposes[member.product]
    if (all.data) return providerSummingUp(all.data)
    return own.data ? summingUp(own.data, isHospitalAdmin(member), now) : '\u00a0'
  }

  function counted(card: TopicCard): ReactNode {
    const shared = { card, link: linkTo(card), now }
    const Hospital = isHospital(member) && !own.isError && hospitalCards[card.id]
    if (Hospital) return <Hospital key={card.id} {...shared} summary={own.data} />
    const Provider = isProvider(member) && !all.isError && providerCards[card.id]
    return Provider ? <Provider key={card.id} {...shared} summary={all.data} /> : null
  }

  return (
    <>
      <PageHead
        title={`${greetingAt(now)}, ${member.displayName}`}
        line={line()}
        right={<Clock every={5000} format={showDateTime} />}
      />
      {member.accountStatus === 'pending' && (
        <Notice kind="warning">
          The provider is verifying your hospital. Until that is done you can sign in, but not order or see
          blood requests.
        </Notice>
      )}
      {member.accountStatus === 'subscription-ended' && (
        <Notice kind="warning">{requestWords['subscription-ended'].text}</Notice>
      )}
      {counts.isError && (
        <Notice kind="warning">
          <span className={classes.failed}>
            What waits on each screen did not load.
            <PushButton size="xs" onClick={() => void counts.refetch()}>
              Try again
            </PushButton>
          </span>
        </Notice>
      )}
      {!isNoticeClosed && (
        // ruling AMB-175
        <Notice onClose={onCloseNotice}>
          Platelet support (SDP and RDP) has been added. SDP is available 8:00 AM to 5:00 PM.
        </Notice>
      )}
      <CardGrid>
        {cards.map(
          (card) =>
            counted(card) ?? (
              <HomeCard
                key={card.id}
                icon={card.icon}
                title={card.title}
                line={card.about}
                renderLink={linkTo(card)}
              />
            ),
        )}
      </CardGrid>
    </>
  )
}

const linkTo = (card: TopicCard) => (look: LinkLook) => card.href && <Link to={card.href} {...look} />
