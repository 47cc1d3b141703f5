import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { ScreenId } from '../../menu.ts'
import { HomeCard, type LinkLook } from '../../ui/frame/HomeCard.tsx'
import classes from './CountedCard.module.css'
import type { ScreenCard } from './screen-card.ts'

export type CardProps<Summary> = {
  card: ScreenCard
  link: (look: LinkLook) => ReactNode
  /** Undefined while it is not known: then nothing is counted, not even zero. */
  summary: Summary | undefined
  now: Date
}

/** The cards of a product that count what waits; the others say what they are for. */
export type Cards<Summary> = Partial<Record<ScreenId, ComponentType<CardProps<Summary>>>>

type CountedCardProps = Pick<CardProps<unknown>, 'card' | 'link'> & {
  /** Undefined while it is not known. */
  count: { value: number | string; noun: string } | undefined
  /** Under the count; where nothing waits, what the screen is for. */
  line?: ReactNode
  wide?: boolean
  children?: ReactNode
}

/** A card with the number of what waits behind it. */
export function CountedCard({ card, link, count, line, wide = false, children }: CountedCardProps) {
  return (
    <HomeCard
      icon={card.icon}
      title={card.title}
      renderLink={link}
      wide={wide}
      line={line ?? (count?.value === 0 && card.about)}
      counted
      count={count}
    >
      {children}
    </HomeCard>
  )
}

/** An id that opens the card's screen with the search already made. */
export const IdLink = ({ card, id }: { card: ScreenCard; id: string }) => (
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
