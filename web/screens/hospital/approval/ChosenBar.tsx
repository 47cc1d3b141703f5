import type { OwnRequest } from '#contract/requests.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { unitsText } from '#domain/requests/timeline.ts'
import { useNow } from '../../../parts/use-now.ts'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import classes from './ChosenBar.module.css'
import type { Chosen } from './use-chosen.ts'

type ChosenBarProps = { chosen: Chosen; busy: boolean; approve: () => void }

/**
 * Docked below the list, which ends above it. It is there before anything is chosen and stays after it was approved:
 * under a bar that comes and goes a second press would meet a row.
 */
export function ChosenBar({ chosen, busy, approve }: ChosenBarProps) {
  const { rows } = chosen
  return (
    <section className={classes.bar} aria-label="Chosen requests">
      <CheckBox
        className={classes.all}
        label="Select all"
        checked={chosen.areAll}
        onChange={() => (chosen.areAll ? chosen.clear() : chosen.chooseAll())}
      />
      {/* there before its first words, else screen readers miss them */}
      <p className={classes.text} aria-live="polite">
        {rows.length > 0 && <Text rows={rows} />}
      </p>
      {rows.length > 0 && (
        <div className="row gap-16">
          <PushButton kind="quiet" size="sm" onClick={chosen.clear}>
            Clear
          </PushButton>
          <PushButton kind="ink" size="sm" loading={busy} onClick={approve}>
            Approve {rows.length}
          </PushButton>
        </div>
      )}
    </section>
  )
}

function Text({ rows }: { rows: readonly OwnRequest[] }) {
  const now = useNow()
  const units = rows.reduce((sum, one) => sum + one.units, 0)
  const soonest = new Date(Math.min(...rows.map(({ pickupAt }) => pickupAt.getTime())))
  return (
    <>
      <strong>{rows.length} selected</strong> {unitsText(units)}, soonest pickup {showWhen(soonest, now)}.
      <span> One that is refused says so in its row.</span>
    </>
  )
}
