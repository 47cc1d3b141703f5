import type { BloodRequest } from '#domain/requests/request.ts'
import { outcomeText } from '#domain/requests/showing.ts'
import classes from './Outcome.module.css'

/** §4.2: how a completed request ended. */
export function Outcome({ request }: { request: Pick<BloodRequest, 'status' | 'isLate'> }) {
  const text = outcomeText(request)
  if (!text) return null
  return (
    <p className={classes.outcome} data-late={request.isLate || undefined}>
      {text}
    </p>
  )
}
