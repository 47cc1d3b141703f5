import { IconCheck, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { shelfGroupName } from '#domain/bags/kinds.ts'
import { fillIn } from '#domain/basics/fill-in.ts'
import { later, showTime } from '#domain/basics/time.ts'
import { currentDelivery, type DeliveryStep } from '#domain/driving/steps.ts'
import { asItWillBe, type DeliveryShown } from '#domain/driving/waiting.ts'
import { Refused } from '../../api/client.ts'
import { useNow } from '../../parts/use-now.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { buttonClass, PushButton } from '../../ui/fields/PushButton.tsx'
import type { LinkTo } from './address.ts'
import { CodeKept } from './CodeKept.tsx'
import { DeliverySteps } from './DeliverySteps.tsx'
import classes from './OrderPage.module.css'
import { takeBack as sendBack } from './phone/acts.ts'
import { ownQueue, type PhoneState, type Shown } from './phone/phone.ts'
import { StepTask } from './StepTask.tsx'
import { refusalText } from './sayings.ts'
import { deadlineText, momentText } from './times.ts'
import { useSaid } from './use-words.ts'

type OrderPageProps = { state: PhoneState; orderId: string; linkTo: LinkTo }

export function OrderPage({ state, orderId, linkTo }: OrderPageProps) {
  /** While a step is being told the page stays as it was: the answer may be that it has to be mended. */
  const [held, hold] = useState<Shown | null>(null)
  const known = [...(state.driving?.items ?? []), ...state.delivered].find(({ id }) => id === orderId)
  const order = held ?? (known && asItWillBe(known, ownQueue(state), state.aheadMs))
  if (!order) return <Missing state={state} linkTo={linkTo} />
  const current = currentDelivery(order.deliveries)
  const { aheadMs } = state
  if (!current) return <AllDone order={order} aheadMs={aheadMs} linkTo={linkTo} />
  const done = <DoneSoFar order={order} current={current} aheadMs={aheadMs} />
  const { unchecked } = current
  // a sample need not wait for its code: the bank does
  const isKept = unchecked?.step === 'delivered' && !order.toMend
  return (
    <>
      <Head order={order} current={current} isKept={isKept} aheadMs={state.aheadMs} />
      {isKept ? (
        <CodeKept state={state} unchecked={unchecked}>
          {done}
        </CodeKept>
      ) : (
        <StepTask state={state} order={order} current={current} hold={hold}>
          {done}
        </StepTask>
      )}
    </>
  )
}

type HeadProps = { order: Shown; current: DeliveryShown; isKept: boolean; aheadMs: number }

function Head({ order, current, isKept, aheadMs }: HeadProps) {
  const { words } = useSaid()
  const now = later(useNow(5_000), aheadMs)
  const left = deadlineText(order.deadlineAt, now, words)
  return (
    <>
      <div className={`wrap ends ${classes.head}`}>
        <div>
          <h1 className={`page-title ${classes.title}`} tabIndex={-1}>
            {fillIn(words.order.delivery, { seq: current.seq, count: order.deliveries.length })}
          </h1>
          <p className={classes.blood}>
            <b>{shelfGroupName(order.bombay ?? order.bloodGroup)}</b> {order.component},{' '}
            {current.units === 1 ? words.order.unit : fillIn(words.order.units, { count: current.units })}
          </p>
        </div>
        <p className={classes.deadline}>
          <span className="visually-hidden">{words.order.deadline} </span>
          <time className="page-title figures">{momentText(order.deadlineAt, now)}</time>
          <span className={`dim medium figures ${classes.left}`} data-tone={left.tone}>
            {left.text}
          </span>
        </p>
      </div>
      <DeliverySteps deliveries={order.deliveries} isKept={isKept} />
      <dl className={`wrap ${classes.facts}`}>
        <div>
          <dt>{words.order.patient}</dt>
          <dd>
            {order.patientInitials}, <span className="figures">{order.patientId}</span>
          </dd>
        </div>
        <div>
          <dt>{words.order.pickup}</dt>
          <dd className="figures">{momentText(order.pickupAt, now)}</dd>
        </div>
      </dl>
    </>
  )
}

/** The latest first: that is what one looks for. */
type DoneSoFarProps = { order: Shown; current: DeliveryShown | null; aheadMs: number }

function DoneSoFar({ order, current, aheadMs }: DoneSoFarProps) {
  const { words } = useSaid()
  const isAll = current === null
  const done = order.deliveries
    .filter((delivery) => isAll || delivery.seq === current.seq)
    .flatMap(({ seq, steps }) => steps.map((step) => ({ seq, ...step })))
    .reverse()
  if (done.length === 0) return null
  return (
    <section>
      <h2 className="visually-hidden">{words.order.done}</h2>
      <ul className={classes.done}>
        {done.map(({ seq, step, doneAt, isWaiting, isUnchecked }) => {
          const Sign = isWaiting ? IconClock : IconCheck
          return (
            <li key={`${seq} ${step}`} data-waiting={isWaiting || undefined}>
              <Sign size={20} stroke={2} aria-hidden />
              <span className="fill">
                {words.steps[step].name}
                {isAll && order.deliveries.length > 1 && ` ${seq}/${order.deliveries.length}`}
                {isWaiting && (
                  <span className={`medium block ${classes.mark}`}>
                    {isUnchecked ? words.codeKept.mark : words.waiting.mark}
                  </span>
                )}
              </span>
              <time>{showTime(doneAt)}</time>
              <TakeBack order={order} seq={seq} step={step} aheadMs={aheadMs} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type TakeBackProps = { order: Shown; seq: number; step: DeliveryStep; aheadMs: number }

/** For two minutes, of the step that was told last. */
function TakeBack({ order: { id, takeBack }, seq, step, aheadMs }: TakeBackProps) {
  const { words } = useSaid()
  const now = later(useNow(5_000), aheadMs)
  const [isBusy, setBusy] = useState(false)
  if (!takeBack || takeBack.seq !== seq || takeBack.step !== step || now > takeBack.until) return null

  async function press(stepId: string) {
    setBusy(true)
    try {
      await sendBack(id, stepId)
    } catch (error) {
      const text = error instanceof Refused ? refusalText(words, error.answer) : words.signIn.noSignal
      await showAlert({ title: words.order.takeBack, text, ok: words.frame.close })
    } finally {
      setBusy(false)
    }
  }

  return (
    <PushButton
      kind="quiet"
      className={classes.back}
      loading={isBusy}
      aria-label={`${words.order.takeBack}: ${words.steps[step].name}`}
      onClick={() => void press(takeBack.stepId)}
    >
      {words.order.takeBack}
    </PushButton>
  )
}

function AllDone({ order, aheadMs, linkTo }: { order: Shown; aheadMs: number; linkTo: LinkTo }) {
  const { words } = useSaid()
  // the phone's word alone finishes nothing
  const isSent = order.deliveries.every(({ steps }) => steps.every(({ isWaiting }) => !isWaiting))
  const Sign = isSent ? IconCheck : IconClock
  return (
    <div className={`stack gap-12 ${classes.end}`}>
      <Sign className={isSent ? classes.tick : classes.kept} size={40} stroke={2} aria-hidden />
      <h1 className={`page-title ${classes.title}`} tabIndex={-1}>
        {isSent ? words.order.allDone : words.order.allKept}
      </h1>
      <p>{isSent ? words.order.allDoneHelp : words.order.allKeptHelp}</p>
      <DoneSoFar order={order} current={null} aheadMs={aheadMs} />
      <a {...linkTo(null)} className={buttonClass({ size: 'lg', wide: true })}>
        {words.frame.orders}
      </a>
    </div>
  )
}

/** "Not there" and "not yours" look alike. */
function Missing({ state, linkTo }: Pick<OrderPageProps, 'state' | 'linkTo'>) {
  const { words } = useSaid()
  if (!state.driving && state.isReached !== false)
    return (
      <>
        <h1 className="visually-hidden" tabIndex={-1}>
          {words.frame.orders}
        </h1>
        <p className={`dim row ${classes.loading}`} role="status">
          <Spinner size={20} /> {words.list.loading}
        </p>
      </>
    )
  const { title, text } = state.isReached === false ? words.missing.notHere : words.missing.notYours
  return (
    <div className={`stack gap-12 ${classes.end}`}>
      <h1 className={`page-title ${classes.title}`} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      <a {...linkTo(null)} className={buttonClass({ size: 'lg', wide: true })}>
        {words.frame.orders}
      </a>
    </div>
  )
}
