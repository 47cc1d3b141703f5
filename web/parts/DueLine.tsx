import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { type Due, leftText } from '#domain/requests/due.ts'
import classes from './DueLine.module.css'
import { useNow } from './use-now.ts'

/** When something is due and how much time is left, with a sign once it presses. */
export function DueLine({ due, say }: { due: Due; say: (due: Due, now: Date) => string }) {
  const now = useNow()
  return (
    <span className={classes.due} data-urgency={due.urgency}>
      {due.urgency === 'near' && <IconClock size={14} stroke={1.75} aria-hidden />}
      {due.urgency === 'late' && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
      <span>
        {say(due, now)}, <strong>{leftText(due, now)}</strong>
      </span>
    </span>
  )
}
