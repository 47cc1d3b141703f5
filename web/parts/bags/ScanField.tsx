import { IconBarcode, IconCamera } from '@tabler/icons-react'
import { type FormEvent, lazy, type ReactNode, type Ref, Suspense, useId, useState } from 'react'
import { FieldError } from '../../ui/fields/Field.tsx'
import classes from './ScanField.module.css'

const CameraView = lazy(() => import('./CameraView.tsx').then((module) => ({ default: module.CameraView })))
/** Not where the page came without TLS. */
const hasCamera = 'mediaDevices' in navigator

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
  /** 36 px in toolbars; 50, or 56 with the focus, where gloves are worn. */
  size?: 'sm' | 'md' | 'lg'
  right?: ReactNode
  /** Group, product and end as well as the number. */
  wantsLabels?: boolean
  ref?: Ref<HTMLInputElement>
}

/** The one field of a bag's number: a hand scanner types into it and presses Enter, as fingers may, or a camera looks. */
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
    wantsLabels = false,
    ref,
  } = props
  const id = useId()
  const [isFilming, setFilming] = useState(false)

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
          data-scan
          data-autofocus={size === 'lg' || undefined}
          className={`fill ${classes.input}`}
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          // the keys of a phone would cover what its camera sees
          inputMode={isFilming ? 'none' : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {right && !isFilming && <span className={`muted still ${classes.right}`}>{right}</span>}
        {hasCamera && (
          <button
            type="button"
            className={`still bare ${classes.camera}`}
            aria-label={isFilming ? 'Close camera' : 'Scan with the camera'}
            title={isFilming ? 'Close camera' : 'Scan with the camera'}
            aria-pressed={isFilming}
            onClick={() => setFilming(!isFilming)}
          >
            <IconCamera size={size === 'lg' ? 22 : 18} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
      {/* there before its first words, else screen readers miss them */}
      <div id={`${id}-error`} aria-live="assertive" className={classes.error}>
        {error && <FieldError>{error}</FieldError>}
      </div>
      {isFilming && (
        <Suspense>
          <CameraView wantsLabels={wantsLabels} onScan={onScan} onClose={() => setFilming(false)} />
        </Suspense>
      )}
    </form>
  )
}
