import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { holdScrolling } from '../ui/feedback/hold-scrolling.ts'
import { useTrap } from '../ui/use-trap.ts'
import classes from './Overlay.module.css'

type OverlayProps = { label: string; onClose: () => void; isWide?: boolean; children: ReactNode }

/** Over the page until it is closed: Tab stays inside, Escape and a press beside it close it, the focus goes back. */
export function Overlay({ label, onClose, isWide, children }: OverlayProps) {
  const frame = useRef<HTMLElement>(null)
  useFocusBack()
  useTrap(frame)
  useEffect(holdScrolling, [])
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      const isPaletteKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if ((event.key !== 'Escape' && !isPaletteKey) || event.isComposing) return
      event.preventDefault()
      onClose()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [onClose])
  return createPortal(
    <div className={classes.over}>
      <div className={classes.scrim} aria-hidden="true" onClick={onClose} />
      <section
        ref={frame}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
        className={classes.frame}
        data-wide={isWide || undefined}
      >
        {children}
      </section>
    </div>,
    document.body,
  )
}

/** Read while it is drawn first: what is inside takes the focus in an effect. */
function useFocusBack(): void {
  const before = useRef(document.activeElement)
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    },
    [],
  )
}
