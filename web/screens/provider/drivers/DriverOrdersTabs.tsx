import { type KeyboardEvent, type ReactNode, useId } from 'react'
import classes from './DriverOrdersTabs.module.css'

const views = ['ongoing', 'history'] as const
export type View = (typeof views)[number]
const titles: Record<View, string> = { ongoing: 'Ongoing', history: 'History' }

type DriverOrdersTabsProps = {
  view: View
  onChange: (view: View) => void
  /** Stands at the end of the tabs' line. */
  right?: ReactNode
  children: ReactNode
}

/** Two views of one driver. The arrow keys move between them, as keyboard users expect of tabs. */
export function DriverOrdersTabs({ view, onChange, right, children }: DriverOrdersTabsProps) {
  const id = useId()
  const other: View = view === 'ongoing' ? 'history' : 'ongoing'

  function press(event: KeyboardEvent) {
    const next = { ArrowLeft: other, ArrowRight: other, Home: views[0], End: views[1] }[event.key]
    if (!next) return
    event.preventDefault()
    onChange(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }

  return (
    <>
      <div className={`wrap ends ${classes.line}`}>
        <div role="tablist" aria-label="Orders" className={classes.tabs} onKeyDown={press}>
          {views.map((one) => (
            <button
              key={one}
              id={`${id}-${one}`}
              type="button"
              role="tab"
              className={`dim medium ${classes.tab}`}
              aria-selected={one === view}
              aria-controls={`${id}-panel`}
              tabIndex={one === view ? 0 : -1}
              onClick={() => onChange(one)}
            >
              {titles[one]}
            </button>
          ))}
        </div>
        {right && <div className={`muted figures ${classes.right}`}>{right}</div>}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${view}`}>
        {children}
      </div>
    </>
  )
}
