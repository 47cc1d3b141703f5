import { IconAlertTriangle } from '@tabler/icons-react'
import type { ComponentCode } from '#domain/basics/blood.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { instantOf, showDate, showDay } from '#domain/basics/time.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { freshnessOf, freshnessText } from '#domain/stock/freshness.ts'
import { levelsText, unitsIn } from '#domain/stock/levels.ts'
import { Blood } from '../../parts/Blood.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { CardRow } from '../../ui/frame/HomeCard.tsx'
import classes from './BankCards.module.css'
import type { BankSummary } from './bank-words.ts'
import { type CardProps, type Cards, CountedCard, IdLink } from './CountedCard.tsx'

type Props = CardProps<BankSummary>

/** The cards of a bank, with what waits behind each. */
export const bankCards: Cards<BankSummary> = {
  prbc: (props) => <StockCard {...props} component="PRBC" />,
  sdp: (props) => <StockCard {...props} component="SDP" />,
  ffp: (props) => <StockCard {...props} component="FFP" />,
  rdp: (props) => <StockCard {...props} component="RDP" />,
  history: HistoryCard,
  bloodCamp: CampCard,
  consent: ConsentCard,
}

function StockCard({ card, link, summary, now, component }: Props & { component: ComponentCode }) {
  const stock = summary?.stock?.find((one) => one.component === component)
  const units = stock && unitsIn(stock.shelves)
  const isCounted = stock?.countedAt != null
  return (
    <CountedCard
      {...{ card, link }}
      count={stock && { value: isCounted ? (units ?? 0) : '-', noun: units === 1 ? 'unit' : 'units' }}
      line={stock && (isCounted ? levelsText(stock.shelves) : card.about)}
    >
      {stock && (
        <CardRow>
          <Age component={component} countedAt={stock.countedAt} now={now} />
        </CardRow>
      )}
    </CountedCard>
  )
}

type AgeProps = { component: ComponentCode; countedAt: Date | null; now: Date }

function Age({ component, countedAt, now }: AgeProps) {
  const freshness = freshnessOf(component, countedAt, now)
  return (
    <span className={`dim gap-8 inline ${classes.age}`} data-freshness={freshness}>
      {freshness === 'fresh' ? (
        <span className={classes.dot} aria-hidden="true" />
      ) : (
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
      )}
      {freshnessText(component, countedAt, now)}
    </span>
  )
}

function HistoryCard({ card, link, summary, now }: Props) {
  const issuing = summary?.issuing
  return (
    <CountedCard
      {...{ card, link }}
      wide
      count={
        issuing && { value: issuing.toIssue.count, noun: `to issue, ${issuing.onTheRoad.count} on the road` }
      }
    >
      {issuing?.toIssue.first.map((order) => (
        <CardRow
          key={order.id}
          right={
            <span className={classes.badge}>
              <StatusBadge request={order} />
            </span>
          }
        >
          <IdLink card={card} id={order.id} />
          <bdi className={classes.hospital}>{displayNameOf(order.hospitalName)}</bdi>
          <span className={classes.blood}>
            <Blood request={order} />
          </span>
          <span className={classes.due}>due {showWhen(order.deadlineAt, now)}</span>
        </CardRow>
      ))}
    </CountedCard>
  )
}

function CampCard({ card, link, summary }: Props) {
  const camps = summary?.camps
  const [next] = camps ?? []
  return (
    <CountedCard
      {...{ card, link }}
      count={
        camps &&
        (next ? { value: shortDay(next.heldOn), noun: 'next camp' } : { value: 0, noun: 'camps ahead' })
      }
    >
      {camps?.map(({ id, category, heldOn }) => (
        <CardRow key={id} right={<time dateTime={heldOn}>{showDate(instantOf(heldOn, '00:00'))}</time>}>
          {category} units
        </CardRow>
      ))}
    </CountedCard>
  )
}

function ConsentCard({ card, link, summary }: Props) {
  const forms = summary?.forms
  return (
    <CountedCard
      {...{ card, link }}
      count={forms === undefined ? undefined : { value: forms, noun: 'to complete' }}
      line={forms ? 'Sent by donors in the last 24 hours.' : undefined}
    />
  )
}

/** `1 Dec`. */
const shortDay = (day: string): string => showDay(instantOf(day, '00:00')).split(', ').slice(1).join(' ')
