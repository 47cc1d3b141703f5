import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PushButton } from '../fields/PushButton.tsx'
import classes from './Notice.module.css'

const signs = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle }

type NoticeProps = {
  kind?: keyof typeof signs
  children: ReactNode
  /** For what did not load. */
  onRetry?: () => unknown
  onClose?: () => void
  closeLabel?: string
}

export function Notice(props: NoticeProps) {
  const { kind = 'info', children, onRetry, onClose, closeLabel = 'Close notice' } = props
  const Sign = signs[kind]
  return (
    <div className={classes.notice} data-kind={kind} role="note">
      <Sign className={classes.sign} size={18} stroke={1.6} aria-hidden />
      <div className={`fill ${classes.text}`}>
        {children}
        {onRetry && (
          <PushButton size="xs" onClick={() => void onRetry()}>
            Try again
          </PushButton>
        )}
      </div>
      {onClose && (
        <button
          type="button"
          className={`dim still stack dismiss ${classes.close}`}
          aria-label={closeLabel}
          onClick={onClose}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  )
}
