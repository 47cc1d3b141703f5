import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'
import classes from './PushButton.module.css'

export type ButtonKind = 'primary' | 'ink' | 'outlined' | 'quiet'
/** Heights 28, 36, 44 and 56 px: table, toolbar, form, and the one button of a driver's screen. */
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg'

type PushButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  kind?: ButtonKind
  size?: ButtonSize
  icon?: ReactNode
  wide?: boolean
  loading?: boolean
  /** Shown instead of the label while loading, e.g. "Saving". */
  loadingLabel?: string
  /** Keeps its place in the tab order, so that its reason can be read. */
  disabled?: boolean
}

/** One look for every button. While loading it keeps its width and focus and cannot be pressed again. */
export function PushButton({
  kind = 'outlined',
  size = 'md',
  icon,
  wide = false,
  loading = false,
  loadingLabel,
  disabled = false,
  className,
  children,
  onClick,
  ...rest
}: PushButtonProps) {
  const idle = !loading && !disabled

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (idle) return onClick?.(event)
    // also stops a form that is submitted by Enter in one of its fields
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <button
      type="button"
      {...rest}
      className={[buttonClass({ kind, size, wide }), className].filter(Boolean).join(' ')}
      data-loading={loading || undefined}
      aria-disabled={idle ? undefined : true}
      aria-busy={loading || undefined}
      onClick={press}
    >
      <span className={classes.label}>
        {icon}
        {children}
      </span>
      {loading && (
        <span className={classes.instead} aria-hidden="true">
          <Spinner />
          {loadingLabel}
        </span>
      )}
    </button>
  )
}

/** The same look for a link. */
export function buttonClass({
  kind = 'outlined',
  size = 'md',
  wide = false,
}: {
  kind?: ButtonKind
  size?: ButtonSize
  wide?: boolean
}): string {
  return [classes.button, classes[kind], classes[size], wide && classes.wide].filter(Boolean).join(' ')
}
