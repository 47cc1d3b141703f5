import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './ChoiceField.module.css'
import field from './Field.module.css'
import { Field, type FieldWords } from './Field.tsx'

type ChoiceFieldProps = Omit<ComponentProps<'select'>, 'size' | 'onChange' | 'value'> &
  Omit<FieldWords, 'beside' | 'note'> & {
    value: string | null
    choices: readonly { value: string; label: string }[]
    /** What stands there while nothing is chosen. */
    placeholder: string
    onChange: (value: string | null) => void
  }

/** The browser's own list in the look of a text field: light, and at home on every phone. 48 px, for donors. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, value, choices, placeholder, onChange, help, error, id, ...rest } = props
  return (
    <Field {...{ label, help, error, id }}>
      {(join) => (
        <div className={classes.box}>
          <select
            {...rest}
            {...join}
            className={`${field.control} ${classes.select}`}
            value={value ?? ''}
            data-empty={value === null || undefined}
            onChange={(event) => onChange(event.target.value || null)}
          >
            <option value="">{placeholder}</option>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <IconSelector className={classes.sign} size={20} stroke={1.75} aria-hidden />
        </div>
      )}
    </Field>
  )
}
