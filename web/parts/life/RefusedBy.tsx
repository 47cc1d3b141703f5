import type { BloodRequest } from '#domain/requests/request.ts'
import { refusedText } from '#domain/requests/showing.ts'
import classes from './Outcome.module.css'

/** Ruling AMB-212: why an order that had a bank waits for one again. */
export function RefusedBy({ order }: { order: Pick<BloodRequest, 'status' | 'refusedBy'> }) {
  const text = refusedText(order)
  return (
    text && (
      <p className={classes.outcome} data-late>
        {text}
      </p>
    )
  )
}
