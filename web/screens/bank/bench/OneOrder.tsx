import { IconArrowLeft, IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type BenchOrderView, matching } from '#contract/matching.ts'
import { type Bombay, shelfGroupName } from '#domain/bags/kinds.ts'
import { componentName } from '#domain/basics/blood.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { answerText } from '#domain/matching/answering.ts'
import { unitsOwed } from '#domain/matching/bench-order.ts'
import type { Emergency } from '#domain/matching/issuing.ts'
import { moreLines } from '#domain/matching/needs.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { mayBeRefused } from '#domain/requests/refusing.ts'
import { fromNow, unitsText } from '#domain/requests/timeline.ts'
import { isRefusal, wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { Arrival } from '../../../parts/Arrival.tsx'
import { useCatchScan } from '../../../parts/bags/use-catch-scan.ts'
import { NotYet } from '../../../parts/NotYet.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { paths } from '../../../paths.ts'
import { NotFound } from '../../../ui/feedback/NotFound.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { buttonClass } from '../../../ui/fields/PushButton.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { AnswerBox, RefuseLink } from './AnswerBox.tsx'
import shared from './bench.module.css'
import { asOrder } from './bench-words.ts'
import { EmergencyBand, EmergencyPart } from './EmergencyPart.tsx'
import { HeldPart } from './HeldPart.tsx'
import { IssuePanel } from './IssuePanel.tsx'
import { OfferedPart } from './OfferedPart.tsx'
import classes from './OneOrder.module.css'
import { SamplePart } from './SamplePart.tsx'
import { SlipsPart } from './SlipsPart.tsx'
import { useBenchAct } from './use-bench-act.ts'

/** One order with its patient, from the tube to the slip. */
export function OneOrder({ id }: { id: string }) {
  const asked = useLive(matching.open, { id })
  const { data: order, error, isRefetchError, refetch } = asked
  if (isRefusal(error) && error.status === 404) return <NotOnBench />
  if (!order)
    return (
      <>
        <PageHead title={`Order ${id}`} />
        <NotYet asked={asked} height={400} />
      </>
    )
  return (
    <>
      {error && isRefetchError && (
        <Notice kind="warning" onRetry={refetch}>
          This page may be out of date: {wordsFor(error).text}
        </Notice>
      )}
      <Order order={order} />
    </>
  )
}

function Order({ order }: { order: BenchOrderView }) {
  const acts = useBenchAct()
  const catching = useCatchScan<HTMLDivElement>()
  const [emergency, setEmergency] = useState<Emergency | null>(null)
  const isOpen = !order.isOver
  const isOwed = isOpen && unitsOwed(asOrder(order, '')) > 0
  return (
    <div {...catching}>
      <Head order={order} />
      {emergency && <EmergencyBand order={order} emergency={emergency} onStop={() => setEmergency(null)} />}
      {order.isOver && (
        <Notice>
          {order.isElsewhere
            ? 'This order is another blood bank’s now. It is shown as long as you owe the result of your emergency release.'
            : 'This order is over. Its patient is shown for seven days, and nothing more is issued for it.'}
        </Notice>
      )}
      {order.everBombay && order.everBombay !== order.bloodGroup && !order.isOver && (
        <OnceBombay group={order.everBombay} />
      )}
      {isOwed && !order.answer && (
        <section className={`wrap gap-12 ${classes.answer}`} aria-label="Your answer">
          <p>
            <strong className="strong">Not answered yet.</strong> How many do you give, and by when?
          </p>
          <AnswerBox order={order} />
        </section>
      )}
      <div className={shared.columns}>
        <div>
          <SamplePart order={order} acts={acts} />
          <HeldPart order={order} acts={acts} emergency={emergency} />
          {isOwed && <OfferedPart order={order} acts={acts} emergency={emergency} />}
          {isOwed && !emergency && <EmergencyPart order={order} onBegin={setEmergency} />}
        </div>
        <div className="stack gap-16">
          {isOpen && (
            <IssuePanel order={order} acts={acts} emergency={emergency} onIssued={() => setEmergency(null)} />
          )}
          <SlipsPart order={order} acts={acts} />
          {isOpen && order.answer && mayBeRefused(order) && <RefuseLink id={order.id} />}
        </div>
      </div>
    </div>
  )
}

/** The tube decides; but O is what a laboratory finds that tests for A and B alone (ruling AMB-405). */
const OnceBombay = ({ group }: { group: Bombay }) => (
  <Notice kind="warning">
    <strong className="strong">This patient was once found or said to be {shelfGroupName(group)}.</strong>{' '}
    Please test the sample for H: without that it looks like O. In an emergency only {shelfGroupName(group)}{' '}
    leaves, until the hospital says that it was wrong.
  </Notice>
)

/** The patient is named once, at the top: everything below is about them. */
function Head({ order }: { order: BenchOrderView }) {
  const now = useNow()
  const { ward, bed } = order.more
  const place = [ward && `Ward ${ward}`, bed && `bed ${bed}`].filter(Boolean).join(', ')
  const facts = [
    { label: 'Order', text: `${order.id}, ${displayNameOf(order.hospitalName)}` },
    {
      label: 'Blood',
      text: `${shelfGroupName(order.bloodGroup)} ${componentName(order.component)}, ${unitsText(order.units)}`,
    },
    ...moreLines(order.more).filter(({ label }) => label !== 'Ward' && label !== 'Bed'),
    ...(order.answer ? [{ label: 'Your answer', text: answerText(order.answer, order.units, now) }] : []),
    { label: 'Driver', text: order.driverName ?? 'none yet' },
  ]
  return (
    <header className={classes.head}>
      <div className={`wrap ${classes.who}`}>
        <Link to={paths.screen('bloodbank', 'bench')} className={`${buttonClass({})} ${shared.press}`}>
          <span className="inline gap-8">
            <IconArrowLeft size={18} stroke={1.75} aria-hidden />
            Bench
          </span>
        </Link>
        <h1 className={`page-title breaks ${classes.name}`}>
          <bdi>{order.patientName}</bdi>
        </h1>
        <p className={`figures ${classes.about}`}>
          <span>
            {order.age} years, {order.sex.toLowerCase()}
          </span>
          <strong className="strong breaks">
            <span className="visually-hidden">Patient ID </span>
            <bdi>{order.patientId}</bdi>
          </strong>
          {place && <bdi className="breaks">{place}</bdi>}
        </p>
        <p className={`figures ${classes.due}`} data-late={order.deadlineAt < now || undefined}>
          <strong className="strong">Due {showWhen(order.deadlineAt, now)}</strong>{' '}
          <span>{fromNow(order.deadlineAt, now)}</span>
        </p>
      </div>
      <dl className={classes.facts}>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt className="dim">{label}</dt>
            <dd className="breaks">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className={`muted gap-6 ${classes.opened}`}>
        <IconEye size={16} stroke={1.75} aria-hidden /> Every opening is recorded.
      </p>
    </header>
  )
}

/** Unknown, another bank's and long over look the same. */
export const NotOnBench = () => (
  <Arrival path="">
    <NotFound
      action={
        <Link to={paths.screen('bloodbank', 'bench')} className={buttonClass({})}>
          Go Back To The Bench
        </Link>
      }
    />
  </Arrival>
)
