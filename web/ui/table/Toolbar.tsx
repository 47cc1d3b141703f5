import type { ReactNode } from 'react'
import classes from './Toolbar.module.css'

/** Search, filter and chips above a table; what is counted stands at the right. */
export function Toolbar({ children, right }: { children: ReactNode; right?: ReactNode }) {
  return (
    <div className={`row gap-8 wrap ${classes.toolbar}`}>
      {children}
      {right && <div className={`muted figures ${classes.right}`}>{right}</div>}
    </div>
  )
}
