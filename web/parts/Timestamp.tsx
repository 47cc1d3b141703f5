import { showDate, showTime } from '#domain/basics/time.ts'
import { fromNow } from '#domain/requests/timeline.ts'
import classes from './Timestamp.module.css'
import { useNow } from './use-now.ts'

/** An instant as date and time; how long ago or ahead it is, on hover. */
export function Timestamp({ at }: { at: Date }) {
  const now = useNow()
  return (
    <time className="figures" dateTime={at.toISOString()} title={fromNow(at, now)}>
      {showDate(at)}, <span className={classes.whole}>{showTime(at)}</span>
    </time>
  )
}
