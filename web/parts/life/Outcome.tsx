import { type Ended, outcomeText } from '#domain/requests/showing.ts'
import classes from './Outcome.module.css'

/** §4.2: how a completed request ended. */
export function Outcome({ request }: { request: Ended }) {
  const text = outcomeText(request)
  if (!text) return null
  return (
    <p className={classes.outcome} data-late={request.isLate || undefined}>
      {text}
    </p>
  )
}
