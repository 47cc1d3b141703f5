import { dayOf } from '#domain/basics/time.ts'
import { now } from '../../server-clock.ts'
import { DayField } from '../../ui/fields/DayField.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import classes from './OwnSlips.module.css'
import type { When } from './said-draft.ts'

type WhenFieldsProps = {
  when: When
  /** Of the time. */
  field: { id: string; error: string | null }
  onChange: (when: When) => void
}

/** Now, unless somebody says when it was. */
export function WhenFields({ when, field, onChange }: WhenFieldsProps) {
  if (!when) return null
  return (
    <div className={classes.fields}>
      <DayField
        label="Day"
        value={when.day}
        max={dayOf(now())}
        onChange={(day) => onChange({ ...when, day })}
      />
      <TimeField label="Time" {...field} value={when.time} onChange={(time) => onChange({ ...when, time })} />
    </div>
  )
}

/** Beside the button that says it. */
export const AtAnotherTime = ({ when, onChange }: Pick<WhenFieldsProps, 'when' | 'onChange'>) =>
  when === null && (
    <PushButton kind="quiet" onClick={() => onChange({ day: dayOf(now()), time: '' })}>
      At another time…
    </PushButton>
  )

export const timeMissing = (field: string) => ({
  ...{ code: 'no-time', field, title: 'Time Missing', text: 'Please type the day and the time.' },
})
