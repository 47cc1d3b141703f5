import { type ReactNode, useId } from 'react'
import classes from './Segments.module.css'

type SegmentsProps<Value extends string> = {
  /** What is chosen, for those who cannot see it. */
  label: string
  value: Value
  choices: readonly { value: Value; label: ReactNode; name?: string }[]
  onChange: (value: Value) => void
}

/** One of a few that stand side by side; the arrow keys go through them. */
export function Segments<Value extends string>({ label, value, choices, onChange }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.segments}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.segment}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={choice.value === value}
            aria-label={choice.name}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
