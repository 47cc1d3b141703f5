import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './Field.module.css'

/** The words around a field; what it is filled in with is the caller's. */
export type FieldWords = {
  label: string
  /** One line between label and field. */
  help?: ReactNode
  /** What is wrong, above the field. */
  error?: string | null
  /** Stands at the end of the label's line, e.g. a link. */
  beside?: ReactNode
  /** Stands under the field: what was worked out from the answer. */
  note?: ReactNode
}

/** Joins the input with its words. */
export type FieldJoin = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = FieldWords & {
  id?: string | undefined
  className?: string | undefined
  children: (join: FieldJoin) => ReactNode
}

/** Label, help and error above an input, a note under it: the same for every kind of field. */
export function Field({ label, help, error, beside, note, id, className, children }: FieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const parts = { help: `${fieldId}-help`, error: `${fieldId}-error`, note: `${fieldId}-note` }
  const described = [help && parts.help, error && parts.error, note && parts.note].filter(Boolean).join(' ')
  return (
    <div className={['shrinks', className].filter(Boolean).join(' ')}>
      <div className={`wrap ends ${classes.head}`}>
        <label className="medium" htmlFor={fieldId}>
          {label}
        </label>
        {beside}
      </div>
      {help && (
        <p id={parts.help} className={`muted ${classes.help}`}>
          {help}
        </p>
      )}
      {error && <FieldError id={parts.error}>{error}</FieldError>}
      {children({
        id: fieldId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {note && (
        <p id={parts.note} className={`small gap-6 ${classes.note}`}>
          {note}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={`small gap-6 ${classes.error}`}>
      <IconAlertCircle size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
