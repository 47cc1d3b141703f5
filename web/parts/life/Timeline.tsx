import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { ToldLifeStep } from '#domain/driving/telling.ts'
import { statusKind } from '#domain/requests/showing.ts'
import { fromNow, type LifeStep } from '#domain/requests/timeline.ts'
import { Mark } from '../Mark.tsx'
import { StepFacts } from '../StepFacts.tsx'
import { statusSigns } from '../status-signs.ts'
import { Timestamp } from '../Timestamp.tsx'
import { useNow } from '../use-now.ts'
import classes from './Timeline.module.css'

/** The life of a request, step under step: what happened, where it stands, what is due. */
export function Timeline({ steps }: { steps: readonly ToldLifeStep[] }) {
  const now = useNow()
  return (
    <ol aria-label="Timeline">
      {steps.map((step, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a trail only grows, so a step is its place in it
          key={index}
          className={classes.step}
          data-kind={step.kind}
          aria-current={step.kind === 'now' ? 'step' : undefined}
        >
          <Bullet step={step} />
          <div className="breaks shrinks">
            <p className={classes.title}>{step.title}</p>
            <p className={`small ${classes.deed}`}>
              <bdi>{step.deed}</bdi>
            </p>
            {step.mark && <Mark>{step.mark}</Mark>}
          </div>
          <p className={`small stack ${classes.when}`}>
            {step.kind === 'next' ? (
              <Due at={step.at} now={now} />
            ) : (
              <>
                <Timestamp at={step.at} />
                {step.after && <span className={`dim figures ${classes.after}`}>{step.after}</span>}
              </>
            )}
          </p>
          <Said step={step} />
        </li>
      ))}
    </ol>
  )
}

/** With more room than beside the time. */
function Said({ step: { facts, quote } }: { step: ToldLifeStep }) {
  if (facts.length === 0 && !quote) return null
  return (
    <div className={`small ${classes.said}`}>
      <StepFacts facts={facts} />
      {quote && (
        <p>
          <bdi>“{quote}”</bdi>
        </p>
      )}
    </div>
  )
}

function Bullet({ step: { kind, status } }: { step: LifeStep }) {
  const isApproval = status !== null && statusKind(status) === 'green'
  const Sign = signOf(status)
  return (
    <span className={classes.bullet} data-green={isApproval || undefined} aria-hidden="true">
      {kind === 'now' ? <span className={classes.dot} /> : <Sign size={14} stroke={2.1} />}
    </span>
  )
}

/** A life begins with a plus; a pen is for what was written without moving it. */
function signOf(status: LifeStep['status']) {
  if (status === null) return IconPencil
  return status === 'pending' ? IconPlus : statusSigns[status]
}

function Due({ at, now }: { at: Date; now: Date }) {
  const isPast = at < now
  return (
    <>
      <span>
        {isPast ? 'was due ' : 'due '}
        <Timestamp at={at} />
      </span>
      <span className={`dim figures ${classes.after}`} data-late={isPast || undefined}>
        {fromNow(at, now)}
      </span>
    </>
  )
}
