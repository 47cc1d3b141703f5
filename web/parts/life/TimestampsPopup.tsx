import type { ReactNode } from 'react'
import type { RequestDetail } from '#contract/requests.ts'
import { dayOf, showDate, showTime } from '#domain/basics/time.ts'
import { toldLifeOf } from '#domain/driving/telling.ts'
import { arrivedText } from '#domain/requests/delivering.ts'
import { bloodInformation, outcomeText } from '#domain/requests/showing.ts'
import { deadlineStillOpen, fromNow, timestampsOf, unitsText } from '#domain/requests/timeline.ts'
import { wordsFor } from '../../api/client.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Popup } from '../../ui/feedback/Popup.tsx'
import { NotYet } from '../NotYet.tsx'
import { Timestamp } from '../Timestamp.tsx'
import { useNow } from '../use-now.ts'
import { Timeline } from './Timeline.tsx'
import classes from './TimestampsPopup.module.css'

/** What it needs to know of a request, whoever asks. */
export type Timestamped = Omit<
  RequestDetail,
  'hospitalId' | 'patientId' | 'age' | 'sex' | 'note' | 'deliveryTemperature' | 'more'
>

type TimestampsPopupProps<Detail extends Timestamped> = {
  opened: boolean
  onClose: () => void
  /** Of the request that was pressed; what is asked may still be the answer for another. */
  id: string
  /** The live question for it: the popup follows it, also when its row has left the list. */
  asked: { data: Detail | undefined; error: Error | null; refetch: () => unknown }
  /** What else its reader may know of it. */
  also?: (request: Detail) => ReactNode
  /** Buttons, by what the request is now. */
  foot?: (request: Detail) => ReactNode
  /** Another popup stands over it. */
  isCovered?: boolean
}

/** When what happened to a request, and what is due (ruling AMB-76). */
export function TimestampsPopup<Detail extends Timestamped>(props: TimestampsPopupProps<Detail>) {
  const { opened, onClose, id, asked, also, foot, isCovered } = props
  const request = asked.data?.id === id ? asked.data : undefined
  return (
    <Popup
      opened={opened}
      onClose={onClose}
      isCovered={isCovered}
      title="Timestamps"
      subject={id}
      line={request && <Subject request={request} />}
      right={request && <Ahead request={request} />}
      foot={request && foot?.(request)}
    >
      {request && asked.error && (
        <Notice kind="warning">This may be out of date: {wordsFor(asked.error).text}</Notice>
      )}
      {request ? <Content request={request} /> : <NotYet asked={asked} height={240} />}
      {request && also?.(request)}
    </Popup>
  )
}

function Subject({ request }: { request: Timestamped }) {
  const { group, component, units } = bloodInformation(request)
  return (
    <span className="breaks">
      {group} {component}, {units} for <bdi>{request.patientName}</bdi>
      {request.bankName && (
        <>
          , from <bdi>{request.bankName}</bdi>
        </>
      )}
    </span>
  )
}

/** What matters now: how long there is left, or how it ended. */
function Ahead({ request }: { request: Timestamped }) {
  const now = useNow()
  const deadlineAt = deadlineStillOpen(request)
  const outcome = outcomeText(request)
  if (outcome) {
    return (
      <p className={`small ${classes.outcome}`} data-late={request.isLate || undefined}>
        {outcome}
      </p>
    )
  }
  if (!deadlineAt) return null
  const isPast = deadlineAt < now
  const day = dayOf(deadlineAt) === dayOf(now) ? '' : `${showDate(deadlineAt)}, `
  return (
    <p className={`small figures stack ${classes.due}`}>
      <strong>
        {isPast ? 'Was due' : 'Due'} {showTime(deadlineAt)}
      </strong>
      <span data-late={isPast || undefined}>
        {day}
        {fromNow(deadlineAt, now)}
      </span>
    </p>
  )
}

function Content({ request }: { request: Timestamped }) {
  return (
    <>
      <dl className={classes.times}>
        {timestampsOf(request).map(({ label, at }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{at ? <Timestamp at={at} /> : '-'}</dd>
          </div>
        ))}
      </dl>
      <Timeline steps={toldLifeOf(request)} />
      {request.deliveries.length > 1 && <Deliveries request={request} />}
    </>
  )
}

function Deliveries({ request: { deliveries, driverName } }: { request: Timestamped }) {
  return (
    <section className={classes.deliveries} aria-labelledby="deliveries-title">
      <h3 id="deliveries-title">
        Deliveries{' '}
        <span className={classes.arrived}>
          {arrivedText(deliveries)} arrived
          {driverName && (
            <>
              , with <bdi>{driverName}</bdi>
            </>
          )}
        </span>
      </h3>
      <ol>
        {deliveries.map(({ seq, units, state, deliveredAt }) => (
          <li key={seq}>
            <span>
              Delivery {seq} of {deliveries.length}, {unitsText(units)}
            </span>
            <bdi className={`dim breaks ${classes.state}`}>{state}</bdi>
            <span className={classes.arrival}>{deliveredAt ? <Timestamp at={deliveredAt} /> : '-'}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
