import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'
import { PushButton } from '../fields/PushButton.tsx'
import classes from './DataTableStates.module.css'

export function TableLoading() {
  return (
    <div className={`ink stack ${classes.loading}`} role="status" aria-label="Loading">
      <Spinner size={24} />
    </div>
  )
}

export function TableEmpty({ words, help, action }: { words: string; help?: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.state}>
      <p className={`strong row gap-8 ${classes.title}`}>{words}</p>
      {help && <p className={`muted ${classes.help}`}>{help}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

export function TableFailed({
  text = 'The server did not answer.',
  retry,
}: {
  text?: string
  retry: () => void
}) {
  return (
    <div className={classes.state} role="alert">
      <p className={`strong row gap-8 ${classes.title}`}>
        <IconAlertCircle className={classes.sign} size={18} stroke={1.75} aria-hidden />
        The list did not load
      </p>
      <p className={`muted ${classes.help}`}>{text}</p>
      <div className={classes.action}>
        <PushButton size="xs" onClick={retry}>
          Try again
        </PushButton>
      </div>
    </div>
  )
}
