import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showDateTime } from '#domain/basics/time.ts'
import { subscriptionNotice } from '#domain/requests/approving.ts'
import { useMember } from '../../api/session.ts'
import { useNow } from '../../parts/use-now.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Clock } from '../../ui/frame/Clock.tsx'
import { CardGrid, HomeCard, type LinkLook, SmallCard, SmallCards } from '../../ui/frame/HomeCard.tsx'
import { PageHead } from '../../ui/frame/PageHead.tsx'
import type { Cards } from './CountedCard.tsx'
import { type ClosedNotices, HomeNotices } from './HomeNotices.tsx'
import { ProveMailbox } from './ProveMailbox.tsx'
import type { ScreenCard } from './screen-card.ts'
import { greetingAt, purposes } from './words.ts'

export type HomeProps = {
  cards: readonly ScreenCard[]
  notices: ClosedNotices
}

type HomeFrameProps<Summary> = HomeProps & {
  /** What waits; left out where nothing is counted. */
  asked?: { data: Summary | undefined; isError: boolean; refetch: () => unknown }
  /** The line under the greeting, once it is known what waits. */
  sumUp?: (summary: Summary, now: Date) => ReactNode
  counted?: Cards<Summary>
  /** Over the cards, once it is known. */
  above?: (summary: Summary | undefined, now: Date) => ReactNode
  /** Under the cards. */
  below?: ReactNode
  columns?: 3 | 4
  /** Beside the clock. */
  right?: ReactNode
  /** Over cards that are small, because what is above them is what people come for. */
  cardsTitle?: string
}

/** §2.1: a card for each screen, with what waits there. */
export function HomeFrame<Summary>(props: HomeFrameProps<Summary>) {
  const { cards, asked, sumUp, counted = {}, above, below, columns, right, cardsTitle } = props
  const member = useMember()
  const subscription = subscriptionNotice(member)
  const now = useNow()
  const isCounted = asked !== undefined && !asked.isError

  function line(): ReactNode {
    if (!isCounted || !sumUp) return purposes[member.product]
    return asked.data === undefined ? '\u00a0' : sumUp(asked.data, now)
  }

  return (
    <>
      <PageHead
        title={`${greetingAt(now)}, ${member.displayName}`}
        line={line()}
        right={
          <>
            {right}
            <Clock every={5000} format={showDateTime} />
          </>
        }
      />
      {member.accountStatus === 'unproved' && <ProveMailbox email={member.email} />}
      {member.accountStatus === 'pending' && (
        <Notice kind="warning">
          The provider is verifying your hospital. Until that is done you can sign in, but not order or see
          blood requests. You get a mail as soon as you can, and this page opens by itself.
        </Notice>
      )}
      {subscription && <Notice kind="warning">{subscription.text}</Notice>}
      {asked?.isError && (
        <Notice kind="warning" onRetry={() => asked.refetch()}>
          What waits on each screen did not load.
        </Notice>
      )}
      <HomeNotices {...props.notices} />
      {isCounted && above?.(asked.data, now)}
      {cardsTitle === undefined ? (
        <CardGrid columns={columns}>
          {cards.map((card) => {
            const Counted = isCounted && counted[card.id]
            const shared = { card, link: linkTo(card) }
            if (Counted) return <Counted key={card.id} {...shared} summary={asked.data} now={now} />
            return (
              <HomeCard
                key={card.id}
                icon={card.icon}
                title={card.title}
                line={card.about}
                renderLink={shared.link}
              />
            )
          })}
        </CardGrid>
      ) : (
        <SmallCards title={cardsTitle}>
          {cards.map((card) => (
            <SmallCard key={card.id} icon={card.icon} title={card.title} renderLink={linkTo(card)} />
          ))}
        </SmallCards>
      )}
      {below}
    </>
  )
}

const linkTo = (card: ScreenCard) => (look: LinkLook) => card.href && <Link to={card.href} {...look} />
