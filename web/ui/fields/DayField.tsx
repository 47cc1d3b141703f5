import { IconCalendar } from '@tabler/icons-react'
import { type ComponentProps, useRef } from 'react'
import { useTouch } from '../use-narrow.ts'
import { TextField } from './TextField.tsx'
import classes from './TypedFields.module.css'
import { dayIn, dayText } from './typed.ts'
import { useTyped } from './use-typed.ts'

type DayFieldProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'id' | 'error' | 'size' | 'className' | 'note'
> & {
  /** `2026-11-15`, or nothing. */
  value: string
  onChange: (day: string) => void
  min?: string
  max?: string
  /** For what is acted on at once: half a typed date is a date too, and nobody meant it. */
  isTakenWhenLeft?: boolean
}

/** Day first whatever the browser speaks (ruling AMB-259): typed, or picked from its calendar; on phones the native wheel. */
export function DayField(props: DayFieldProps) {
  const isTouch = useTouch()
  const { value, onChange, min, max, isTakenWhenLeft, ...rest } = props
  if (!isTouch) return <TypedDay {...props} />
  return (
    <TextField
      {...rest}
      type="date"
      min={min}
      max={max}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function TypedDay({ value, onChange, min, max, isTakenWhenLeft, error, ...rest }: DayFieldProps) {
  const calendar = useRef<HTMLInputElement>(null)
  const isWhole = isTakenWhenLeft ? undefined : isDay
  const typed = useTyped({ value, show: dayText, read: dayIn, isWhole, onTake: onChange })
  const choose = () => calendar.current?.showPicker()
  return (
    <div className={classes.place}>
      <TextField
        {...rest}
        error={error ?? (typed.isWrong ? 'Please type day, month and year, like 15/11/2026.' : null)}
        value={typed.text}
        placeholder="dd/mm/yyyy"
        autoComplete="off"
        onChange={(event) => typed.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            choose()
          }
          if (event.key !== 'Enter') return
          // the same key press would close the alert that it may open
          if (isTakenWhenLeft) event.preventDefault()
          typed.leave()
        }}
        onBlur={typed.leave}
        right={
          <button
            type="button"
            // as in a field for a time: one Tab passes it, and the arrow opens it
            tabIndex={-1}
            aria-label={`Choose ${rest.label} from a calendar`}
            className={classes.picker}
            onClick={choose}
          >
            <IconCalendar size={18} stroke={1.75} aria-hidden />
          </button>
        }
      />
      {/* the browser's calendar, opened by the button */}
      <input
        ref={calendar}
        type="date"
        className={classes.calendar}
        tabIndex={-1}
        aria-hidden="true"
        min={min}
        max={max}
        value={value}
        onChange={(event) => typed.pick(event.currentTarget.value)}
      />
    </div>
  )
}

const isDay = (text: string): boolean => dayIn(text) !== null
