import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { dayOf } from '#domain/basics/time.ts'
import { type Due, leftText } from '#domain/requests/due.ts'
import classes from './DueLine.module.css'
import { useNow } from './use-now.ts'

/** When something is due and how much time is left, with a sign once it presses. Of another day the day says enough. */
export function DueLine({ due, say }: { due: Due; say: (due: Due, now: Date) => string }) {
  const now = useNow()
  const isFar = due.urgency === 'calm' && dayOf(due.at) !== dayOf(now)
  return (
    <span className={classes.due} data-urgency={due.urgency}>
      {due.urgency === 'near' && <IconClock size={14} stroke={1.75} aria-hidden />}
      {due.urgency === 'late' && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
      <span>
        {say(due, now)}
        {!isFar && (
          <>
            , <strong>{leftText(due, now)}</strong>
          </>
        )}
      </span>
    </span>
  )
}
