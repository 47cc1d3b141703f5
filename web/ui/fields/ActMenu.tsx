import { IconDots } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { placeUnder } from '../placing.ts'
import { usePressOutside } from '../use-press-outside.ts'
import classes from './ActMenu.module.css'

export type MenuAct = {
  label: string
  icon?: ReactNode
  /** Why it may not be done now: it stands below the others, and cannot be pressed. */
  whyNot?: string | null
  onPick: () => void
}

type ActMenuProps = {
  /** The button's name. */
  name: string
  describedBy: string
  /** Asked when it is opened. */
  acts: () => readonly MenuAct[]
  button: RefObject<HTMLButtonElement | null>
}

/** What else can be done with a row, then what cannot be done now and why. */
export function ActMenu({ name, describedBy, acts, button }: ActMenuProps) {
  const [isOpen, setIsOpen] = useState(false)

  function close() {
    setIsOpen(false)
    button.current?.focus({ preventScroll: true })
  }

  return (
    <div className={classes.place}>
      <button
        ref={button}
        type="button"
        className={`dim stack bare ${classes.button}`}
        aria-label={name}
        aria-describedby={describedBy}
        aria-haspopup="menu"
        aria-keyshortcuts="."
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        <IconDots size={16} stroke={2} aria-hidden />
      </button>
      {isOpen && (
        <ActItems {...{ name, button }} acts={acts()} onClose={close} onLeave={() => setIsOpen(false)} />
      )}
    </div>
  )
}

type ItemsProps = Pick<ActMenuProps, 'name' | 'button'> & {
  acts: readonly MenuAct[]
  onClose: () => void
  onLeave: () => void
}

/** The acts themselves, under their button. */
export function ActItems({ name, acts, button, onClose, onLeave }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null)
  const titleId = useId()
  usePressOutside([menu, button], onLeave)
  useLayoutEffect(() => {
    placeUnder(menu.current)
    itemsIn(menu.current)[0]?.focus({ preventScroll: true })
  }, [])

  function press(event: KeyboardEvent) {
    const items = itemsIn(menu.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[
      event.key
    ]
    if (next !== undefined) items[next % items.length]?.focus()
    else if (event.key === 'Escape') onClose()
    // the focus goes on from the button, as if there had been no menu
    else if (event.key === 'Tab') return onClose()
    else return
    event.preventDefault()
    // the menu alone, not also the popup around it
    event.stopPropagation()
  }

  const pick = (act: MenuAct) => {
    onClose()
    act.onPick()
  }
  const [now, notNow] = [acts.filter(({ whyNot }) => !whyNot), acts.filter(({ whyNot }) => whyNot)]
  return (
    <div ref={menu} role="menu" aria-label={name} tabIndex={-1} className={classes.menu} onKeyDown={press}>
      {now.map((act) => (
        <button
          key={act.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`small row bare ${classes.item}`}
          onClick={() => pick(act)}
        >
          <span className={`dim ${classes.icon}`}>{act.icon}</span>
          {act.label}
        </button>
      ))}
      {notNow.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
        <div role="group" aria-labelledby={titleId} className={classes.group}>
          <p id={titleId} className={`tiny strong dim ${classes.title}`}>
            Not now
          </p>
          {notNow.map((act) => (
            <NotNow key={act.label} act={act} />
          ))}
        </div>
      )}
    </div>
  )
}

/** The arrow keys reach it, so that its reason can be read. */
function NotNow({ act: { label, whyNot } }: { act: MenuAct }) {
  const id = useId()
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled="true"
      aria-describedby={id}
      className={`tiny bare ${classes.notNow}`}
    >
      <span className={`medium block ${classes.label}`}>{label}</span>
      {/* said as its description, and no part of what somebody would say to press it */}
      <span id={id} className="dim block" aria-hidden="true">
        {whyNot}
      </span>
    </button>
  )
}

const itemsIn = (menu: HTMLElement | null): HTMLElement[] =>
  menu ? [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')] : []
