import { IconAlertCircle } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './TextField.module.css'

type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> & {
  label: string
  /** One line between label and field. */
  help?: ReactNode
  /** What is wrong, above the field. */
  error?: string | null
  /** Stands at the end of the label's line, e.g. a link. */
  beside?: ReactNode
  /** Stands inside the field at the right: a unit or a button. */
  right?: ReactNode
  /** Stands under the field: what was worked out from the answer. */
  note?: ReactNode
  /** 44 px, or 48 for drivers and donors. */
  size?: 'md' | 'lg'
}

export function TextField({
  label,
  help,
  error,
  beside,
  right,
  note,
  size = 'md',
  className,
  id,
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const parts = { help: `${fieldId}-help`, error: `${fieldId}-error`, note: `${fieldId}-note` }
  const described = [help && parts.help, error && parts.error, note && parts.note].filter(Boolean).join(' ')

  return (
    <div className={[classes.field, className].filter(Boolean).join(' ')}>
      <div className={classes.head}>
        <label className={classes.label} htmlFor={fieldId}>
          {label}
        </label>
        {beside}
      </div>
      {help && (
        <p id={parts.help} className={classes.help}>
          {help}
        </p>
      )}
      {error && <FieldError id={parts.error}>{error}</FieldError>}
      <div className={classes.box} data-size={size} data-wrong={Boolean(error) || undefined}>
        <input
          // the mouse wheel over a focused number field would change the number
          onWheel={rest.type === 'number' ? ({ currentTarget }) => currentTarget.blur() : undefined}
          {...rest}
          id={fieldId}
          className={classes.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {right && <span className={classes.right}>{right}</span>}
      </div>
      {note && (
        <p id={parts.note} className={classes.note}>
          {note}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={classes.error}>
      <IconAlertCircle size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
