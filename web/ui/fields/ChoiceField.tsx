import { IconSelector } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './ChoiceField.module.css'
import field from './TextField.module.css'
import { FieldError } from './TextField.tsx'

type ChoiceFieldProps = Omit<ComponentProps<'select'>, 'size' | 'onChange' | 'value'> & {
  label: string
  value: string | null
  choices: readonly { value: string; label: string }[]
  /** What stands there while nothing is chosen. */
  placeholder: string
  onChange: (value: string | null) => void
  help?: ReactNode
  error?: string | null
}

/** The browser's own list in the look of a text field: light, and at home on every phone. 48 px, for donors. */
export function ChoiceField({
  label,
  value,
  choices,
  placeholder,
  onChange,
  help,
  error,
  id,
  ...rest
}: ChoiceFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const described = [help && `${fieldId}-help`, error && `${fieldId}-error`].filter(Boolean).join(' ')
  return (
    <div className={field.field}>
      <div className={field.head}>
        <label className={field.label} htmlFor={fieldId}>
          {label}
        </label>
      </div>
      {help && (
        <p id={`${fieldId}-help`} className={field.help}>
          {help}
        </p>
      )}
      {error && <FieldError id={`${fieldId}-error`}>{error}</FieldError>}
      <div className={classes.box}>
        <select
          {...rest}
          id={fieldId}
          className={classes.select}
          value={value ?? ''}
          data-empty={value === null || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
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
    </div>
  )
}
