import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './TextArea.module.css'
import { FieldError } from './TextField.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'> & {
  label: string
  help?: ReactNode
  error?: string | null
  /** Under the field: how much is left, say. */
  note?: ReactNode
}

/** Several lines of text, with the looks of a TextField. */
export function TextArea({ label, help, error, note, id, rows = 3, ...rest }: TextAreaProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const parts = { help: `${fieldId}-help`, error: `${fieldId}-error`, note: `${fieldId}-note` }
  const described = [help && parts.help, error && parts.error, note && parts.note].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={fieldId}>
        {label}
      </label>
      {help && (
        <p id={parts.help} className={classes.help}>
          {help}
        </p>
      )}
      {error && <FieldError id={parts.error}>{error}</FieldError>}
      <textarea
        {...rest}
        id={fieldId}
        rows={rows}
        className={classes.area}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {note && (
        <p id={parts.note} className={classes.note}>
          {note}
        </p>
      )}
    </div>
  )
}
