import { useId } from 'react'
import { PushButton } from '../fields/PushButton.tsx'
import { sizeText } from '../fields/size-text.ts'
import classes from './UploadProgress.module.css'

type UploadProgressProps = {
  title: string
  sent: number
  total: number
  onCancel: () => void
}

/** How far a file has come, and the way to stop it. */
export function UploadProgress({ title, sent, total, onCancel }: UploadProgressProps) {
  const id = useId()
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100)
  const isSent = total > 0 && sent >= total
  return (
    <div className={`box ${classes.progress}`}>
      <div className="row gap-16 ends">
        <span id={id} className="small strong">
          {title}
        </span>
        <span className="muted figures">{percent} %</span>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
      <div className="row gap-16 ends">
        <span className="muted figures">
          {isSent ? 'All sent, being checked and saved' : `${sizeText(sent)} of ${sizeText(total)}`}
        </span>
        <PushButton size="xs" onClick={onCancel}>
          Cancel
        </PushButton>
      </div>
    </div>
  )
}
