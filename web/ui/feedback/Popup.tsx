import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Cross } from '../frame/signs.tsx'
import { useKeptFocus } from '../table/use-kept-focus.ts'
import { useTrap } from '../use-trap.ts'
import { holdScrolling } from './hold-scrolling.ts'
import classes from './Popup.module.css'

type PopupProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** What it is about, in dim beside the title: an id. */
  subject?: ReactNode
  /** One dim line under the title. */
  line?: ReactNode
  /** What matters now, at the right of the head. */
  right?: ReactNode
  /** Buttons, on a line of their own at the foot. */
  foot?: ReactNode
  /** Another popup stands over this one: Escape is for that one alone. */
  isCovered?: boolean | undefined
  /** At the right edge, from top to bottom: for work that takes a while, beside the list it is about. */
  isDrawer?: boolean
  children: ReactNode
}

export function Popup(props: PopupProps) {
  const isThere = useFading(props.opened)
  useFocusBack(props.opened)
  return isThere && createPortal(<OpenPopup {...props} />, document.body)
}

/** Not a `<dialog>`: over that, in the browser's top layer, no toast could be seen, read aloud or closed. */
function OpenPopup(props: PopupProps) {
  const { opened, onClose, title, subject, line, right, foot, isCovered = false, isDrawer, children } = props
  const frame = useRef<HTMLElement>(null)
  const focusProps = useKeptFocus(frame)
  const id = useId()
  useTrap(frame, !opened || isCovered)
  useEscape(onClose, !opened || isCovered)
  useEffect(holdScrolling, [])
  return (
    <div className={`row ${classes.over}`} data-leaving={!opened || undefined} data-drawer={isDrawer}>
      {/* the popup above has a scrim of its own: two would black out the page */}
      <div className={classes.scrim} hidden={isCovered} aria-hidden="true" onClick={onClose} />
      <section
        ref={frame}
        {...focusProps}
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-body`}
        tabIndex={-1}
        className={classes.popup}
      >
        <div className={classes.head}>
          <div className={`fill ${classes.words}`}>
            <h2 id={`${id}-title`} className={classes.title}>
              {title} {subject && <span className={`dim figures ${classes.subject}`}>{subject}</span>}
            </h2>
            {line && <p className="muted">{line}</p>}
          </div>
          {right && <div className={classes.right}>{right}</div>}
          <button
            type="button"
            className={`dim still stack dismiss ${classes.close}`}
            aria-label="Close"
            onClick={onClose}
          >
            <Cross size={18} />
          </button>
        </div>
        <div id={`${id}-body`} className={classes.body}>
          {children}
        </div>
        {foot && <div className={`wrap gap-12 ${classes.foot}`}>{foot}</div>}
      </section>
    </div>
  )
}

const fadeMs = 120

/** Closed, it stays for as long as its fade takes. */
function useFading(opened: boolean): boolean {
  const [isThere, setIsThere] = useState(opened)
  if (opened && !isThere) setIsThere(true)
  useEffect(() => {
    if (opened || !isThere) return
    const timer = setTimeout(() => {
      flushSync(() => setIsThere(false))
      catchFocus()
    }, fadeMs)
    return () => clearTimeout(timer)
  }, [opened, isThere])
  return isThere
}

/** An alert above has its own; what is open inside keeps the key to itself. */
function useEscape(onClose: () => void, isOff: boolean): void {
  useEffect(() => {
    if (isOff) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onClose()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [onClose, isOff])
}

function useFocusBack(opened: boolean): void {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const now = document.activeElement
    if (opened) {
      before.current = now
      return
    }
    const isOurs = now === document.body || now?.closest('[role="dialog"]')
    if (isOurs && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    before.current = null
  }, [opened])
}

/** What had the focus before may be gone by now, as the row of a live list: then the page has it, not its top. */
function catchFocus(): void {
  if (document.activeElement !== document.body) return
  const places = document.querySelectorAll<HTMLElement>('main, [role="dialog"][aria-modal="true"]')
  places[places.length - 1]?.focus({ preventScroll: true })
}
