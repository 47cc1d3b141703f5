import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import type { Order } from '#contract/orders.ts'
import { nextStep, nextStepText } from '#domain/requests/next-step.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { statusChange, undoText } from '#domain/requests/status-change.ts'
import { useNow } from '../../../parts/use-now.ts'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import classes from './ChangeNote.module.css'

/** Ruling AMB-247: what will change, before it is sent. */
export function ChangeNote({ order, status }: { order: Order; status: RequestStatus }) {
  const { text, closing, isUnusual } = statusChange(order, status)
  const hasEffect = order.status !== status || closing !== null
  const said = [
    text.endsWith('.') ? text : `${text}.`,
    closing ?? [],
    hasEffect ? undoText(status) : [],
  ].flat()
  return (
    <span className={classes.note} data-unusual={isUnusual || undefined}>
      {isUnusual && <IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
      <span>{said.join(' ')}</span>
    </span>
  )
}

type NextStatusProps = {
  order: Order
  chosen: RequestStatus | null
  choose: (part: { status: RequestStatus }) => void
}

/** The status that comes next, in one press. */
export function NextStatus({ order, chosen, choose }: NextStatusProps) {
  const now = useNow()
  const step = nextStep(order, now)
  if (step?.act !== 'move') return null
  return (
    <PushButton
      size="xs"
      className={classes.next}
      icon={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
      aria-pressed={chosen === step.to}
      onClick={() => choose({ status: step.to })}
    >
      {nextStepText(step)}
    </PushButton>
  )
}
