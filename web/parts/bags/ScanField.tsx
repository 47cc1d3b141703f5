import { IconBarcode } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, type Ref, useId } from 'react'
import { FieldError } from '../../ui/fields/Field.tsx'
import classes from './ScanField.module.css'

type ScanFieldProps = {
  label: string
  /** The label is read aloud, and seen if asked for. */
  labelShown?: boolean
  placeholder?: string
  value: string
  onChange: (value: string) => void
  /** Enter: a scanner presses it after each code. */
  onScan: (scanned: string) => void
  /** What is wrong with the last scan. */
  error?: string | null
  /** 36 px in toolbars, 56 where gloves are worn. */
  size?: 'sm' | 'lg'
  right?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** The one field of a bag's number: a hand scanner types into it and presses Enter, as fingers may. */
export function ScanField(props: ScanFieldProps) {
  const {
    label,
    labelShown = false,
    placeholder,
    value,
    onChange,
    onScan,
    error,
    size = 'sm',
    right,
    ref,
  } = props
  const id = useId()

  function take(event: FormEvent) {
    event.preventDefault()
    onScan(value)
  }

  return (
    <form className={classes.form} data-size={size} onSubmit={take}>
      <label htmlFor={id} className={labelShown ? `strong block ${classes.label}` : 'visually-hidden'}>
        {label}
      </label>
      <div className={`row ${classes.box}`} data-wrong={error ? true : undefined}>
        <IconBarcode
          className={`still ${classes.sign}`}
          size={size === 'lg' ? 22 : 16}
          stroke={1.75}
          aria-hidden
        />
        <input
          ref={ref}
          id={id}
          data-autofocus={size === 'lg' || undefined}
          className={`fill ${classes.input}`}
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {right && <span className={`muted still ${classes.right}`}>{right}</span>}
      </div>
      {/* there before its first words, else screen readers miss them */}
      <div id={`${id}-error`} aria-live="assertive" className={classes.error}>
        {error && <FieldError>{error}</FieldError>}
      </div>
    </form>
  )
}
