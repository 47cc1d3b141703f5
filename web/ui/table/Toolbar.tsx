import type { ReactNode } from 'react'
import classes from './Toolbar.module.css'

/** Search, filter and chips above a table; what is counted stands at the right. */
export function Toolbar({ children, right }: { children: ReactNode; right?: ReactNode }) {
  return (
    <div className={classes.toolbar}>
      {children}
      {right && <div className={classes.right}>{right}</div>}
    </div>
  )
}
