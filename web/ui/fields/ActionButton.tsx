import { type ReactNode, useId } from 'react'
import { Tooltip } from '../feedback/Tooltip.tsx'
import classes from './ActionButton.module.css'
import { PushButton } from './PushButton.tsx'

type ActionButtonProps = {
  label: string
  icon?: ReactNode
  onClick: () => void
  busy?: boolean
  /** Why it may not be pressed: shown on hover and focus, and read aloud. */
  disabledReason?: string | null
  /** Said instead of the label, when several rows have the same one: "Approve 7c40e9d2". */
  name?: string
  /** The id of what says which row it belongs to, read after the label. */
  describedBy?: string
  /** Words without an edge, for what is there but not ready. */
  quiet?: boolean
  /** The key that presses it while its row has the focus. */
  shortcut?: string
}

/**
 * The 28 px button of a table row. Never red. Whether it may be pressed changes while it has the focus, so it stays
 * the same element: another one in its place would lose the focus to the top of the page.
 */
export function ActionButton(props: ActionButtonProps) {
  const { label, icon, onClick, busy, disabledReason, name, describedBy, quiet, shortcut } = props
  const reasonId = useId()
  return (
    <Tooltip label={disabledReason} className={classes.place}>
      <PushButton
        size="xs"
        kind={quiet ? 'quiet' : 'outlined'}
        icon={icon}
        loading={busy}
        disabled={Boolean(disabledReason)}
        aria-label={name}
        aria-keyshortcuts={shortcut}
        aria-describedby={disabledReason ? reasonId : describedBy}
        onClick={onClick}
      >
        {label}
      </PushButton>
      {disabledReason && (
        <span id={reasonId} className="visually-hidden">
          {disabledReason}
        </span>
      )}
    </Tooltip>
  )
}
