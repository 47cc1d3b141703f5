import { type Order, orders } from '#contract/orders.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { dueText, nextDue } from '#domain/requests/due.ts'
import { nextStep, nextStepText } from '#domain/requests/next-step.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { useLive } from '../../../api/queries.ts'
import { DueLine } from '../../../parts/DueLine.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { useHeldList } from '../../../ui/table/use-held-list.ts'
import choice from '../OrderChoice.module.css'
import classes from './NextInLine.module.css'

/** Linked and under way. */
const underWay = [
  'bloodbank-approved',
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
  'issued',
  'partially-completed',
] as const satisfies RequestStatus[]

const few = 3

type NextInLineProps = {
  chosen: string | undefined
  /** Those whose status was just set: their next one is not due yet. */
  setHere: ReadonlySet<string>
  take: (order: Order, status: RequestStatus) => void
}

/** Those due soonest whose next status is set here, each with that status: one press fills both in. */
export function NextInLine({ chosen, setHere, take }: NextInLineProps) {
  const now = useNow()
  const { data } = useLive(orders.list, { sort: 'deadline', status: [...underWay] })
  const next = (data?.items ?? [])
    .filter(({ id }) => !setHere.has(id))
    .flatMap((order) => {
      const step = nextStep(order, now)
      return step?.act === 'move' ? [{ order, step }] : []
    })
    .slice(0, few)
  const { shown, frameProps, holdProps, sizeOf } = useHeldList(next, ({ order }) => order.id)
  if (next.length === 0) return null
  return (
    <div className={classes.next} {...frameProps}>
      <p className="muted">Or take the next one:</p>
      <ul className="wrap gap-8" {...holdProps}>
        {shown.map(({ key, row }) => {
          if (!row) return <li key={`${key} gone`} aria-hidden style={sizeOf(key)} />
          const { order, step } = row
          return (
            <li key={key} data-slot={key}>
              <button
                type="button"
                className={`small box ${choice.one}`}
                aria-pressed={order.id === chosen}
                onClick={() => take(order, step.to)}
              >
                <span className={`figures medium ${choice.id}`}>{order.id}</span>
                <Facts order={order} />
                <Due order={order} />
                <strong>{nextStepText(step)}</strong>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Facts({ order }: { order: Order }) {
  const { group, component, units } = bloodInformation(order)
  return (
    <span>
      <bdi>{displayNameOf(order.hospitalName)}</bdi>, <strong>{group}</strong> {component}, {units}
    </span>
  )
}

function Due({ order }: { order: Order }) {
  const due = nextDue(order, useNow())
  return due && <DueLine due={due} say={dueText} />
}
