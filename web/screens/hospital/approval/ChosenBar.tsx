import type { OwnRequest } from '#contract/requests.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { unitsText } from '#domain/requests/timeline.ts'
import { useNow } from '../../../parts/use-now.ts'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import classes from './ChosenBar.module.css'

type ChosenBarProps = {
  chosen: readonly OwnRequest[]
  busy: boolean
  approve: () => void
  clear: () => void
}

/** Docked below the list, which ends above it. */
export function ChosenBar({ chosen, busy, approve, clear }: ChosenBarProps) {
  const now = useNow()
  const units = chosen.reduce((sum, one) => sum + one.units, 0)
  const soonest = new Date(Math.min(...chosen.map(({ pickupAt }) => pickupAt.getTime())))
  return (
    <section className={classes.bar} aria-label="Chosen requests">
      <p className={classes.text}>
        <strong>{chosen.length} selected</strong> {unitsText(units)}, soonest pickup {showWhen(soonest, now)}.
        One that may not be approved says so in its row.
      </p>
      <PushButton kind="quiet" size="sm" onClick={clear}>
        Clear
      </PushButton>
      <PushButton kind="ink" size="sm" loading={busy} onClick={approve}>
        Approve {chosen.length}
      </PushButton>
    </section>
  )
}
