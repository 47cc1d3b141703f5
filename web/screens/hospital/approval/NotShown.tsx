import { showWhen } from '#domain/basics/show-when.ts'
import { leftText, pickupDue } from '#domain/requests/due.ts'
import { mostPending } from '#domain/requests/listing.ts'
import { useNow } from '../../../parts/use-now.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import classes from './NotShown.module.css'
import type { Pending } from './use-pending.ts'

/** Ruling AMB-243: what is not among the twenty is counted, and one press away. */
export function NotShown({ pending }: { pending: Pending }) {
  const { sort, isFirst, next } = pending
  const text = notShownText(pending, useNow())
  return (
    <Notice kind={pending.notShown > 0 ? 'warning' : 'info'}>
      <span className={classes.line}>
        <span>{text}</span>
        <span className={classes.ways}>
          <Segments
            label="Which come first"
            value={sort}
            choices={[
              { value: 'newest', label: 'Newest first' },
              { value: 'pickup', label: 'Soonest pickup first' },
            ]}
            onChange={pending.sortBy}
          />
          {!isFirst && (
            <PushButton size="xs" onClick={() => pending.turn(undefined)}>
              First {mostPending}
            </PushButton>
          )}
          {next !== null && (
            <PushButton size="xs" onClick={() => pending.turn(next)}>
              Next {mostPending}
            </PushButton>
          )}
        </span>
      </span>
    </Notice>
  )
}

/** `11 older ones are not shown: these are the 20 newest.` */
function notShownText({ rows = [], notShown, sort, isFirst, soonestPickupAt }: Pending, now: Date): string {
  if (notShown === 0) return 'All that are pending are shown.'
  const are = notShown === 1 ? 'one is' : 'ones are'
  if (!isFirst) return `${notShown} other ${are} not shown.`
  if (sort === 'pickup') return `${notShown} with a later pickup ${notShown === 1 ? 'is' : 'are'} not shown.`
  const all = `${notShown} older ${are} not shown: these are the ${mostPending} newest.`
  if (!soonestPickupAt || rows.some(({ pickupAt }) => pickupAt.getTime() === soonestPickupAt.getTime()))
    return all
  const due = pickupDue({ pickupAt: soonestPickupAt }, now)
  const left = due.urgency === 'calm' ? '' : ` ${leftText(due, now)},`
  return `${all} The soonest pickup, ${showWhen(soonestPickupAt, now)},${left} is among them.`
}
