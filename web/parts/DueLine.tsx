import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { type Due, leftText, shortDue } from '#domain/requests/due.ts'
import classes from './DueLine.module.css'
import { useNow } from './use-now.ts'

type DueLineProps = {
  due: Due
  /** In other words than the rule's. */
  say?: (due: Due, now: Date) => string
  isShort?: boolean
}

/** When something is due and how much time is left, with a sign once it presses. Of another day the day says enough. */
export function DueLine({ due, say, isShort = false }: DueLineProps) {
  const now = useNow()
  const short = shortDue(due, now)
  const left = isShort ? short.left : short.left && leftText(due, now)
  // beside other words there is room for `11 min` and not for `11 min left`
  const isTight = isShort && say !== undefined
  const text = say?.(due, now) ?? short.text
  return (
    <span className={classes.due} data-urgency={due.urgency} data-tight={isTight || undefined}>
      {due.urgency === 'near' && <IconClock size={14} stroke={1.75} aria-hidden />}
      {due.urgency === 'late' && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
      <span>
        <span title={say && text}>{text}</span>
        {left && (
          <span>
            , <strong>{isTight ? left.replace(/ left$/, '') : left}</strong>
          </span>
        )}
      </span>
    </span>
  )
}
