import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { placeBeside } from '../placing.ts'
import classes from './Tooltip.module.css'

const hoverMs = 200

type TooltipProps = {
  /** Without words there is none. */
  label: string | null | undefined
  side?: 'top' | 'right'
  className?: string | undefined
  children: ReactNode
}

/** Words beside what the pointer rests on or has the focus. Inside its landmark, and fixed, so that nothing cuts it off. */
export function Tooltip({ label, side = 'top', className, children }: TooltipProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isShown = isOpen && Boolean(label)

  function open(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(true), ms)
  }

  function close() {
    clearTimeout(timer.current)
    setIsOpen(false)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isShown) return
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setIsOpen(false)
    const closeAtOnce = () => setIsOpen(false)
    addEventListener('keydown', closeOnEscape)
    addEventListener('scroll', closeAtOnce, true)
    return () => {
      removeEventListener('keydown', closeOnEscape)
      removeEventListener('scroll', closeAtOnce, true)
    }
  }, [isShown])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what stands in it
    <span
      className={className}
      aria-describedby={isShown ? id : undefined}
      onMouseEnter={() => open(hoverMs)}
      onMouseLeave={close}
      onFocus={({ target }) => target.matches(':focus-visible') && open(0)}
      onBlur={close}
    >
      {children}
      {isShown && (
        <span ref={placeBeside(side)} id={id} role="tooltip" className={classes.tooltip}>
          {label}
        </span>
      )}
    </span>
  )
}
