import type { ReactNode } from 'react'
import { Mark } from '../ui/frame/Mark.tsx'
import classes from './PublicPage.module.css'
import { productName } from './use-title.ts'

/** The page of somebody who is not in the dashboard: mark, one narrow column, and a panel beside it if there is one. */
export function PublicPage({ children, panel }: { children: ReactNode; panel?: ReactNode }) {
  return (
    <div className={classes.page}>
      <div className={`fill column ${classes.side}`}>
        <header className={`row ${classes.brand}`}>
          <Mark />
          {productName}
        </header>
        <main className={classes.main}>
          <div className={classes.column}>{children}</div>
        </main>
        <footer className={`tiny dim ${classes.foot}`}>Times are India Standard Time.</footer>
      </div>
      {panel}
    </div>
  )
}
