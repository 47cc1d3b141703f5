import type { ReactNode } from 'react'
import classes from './PageHead.module.css'

type PageHeadProps = {
  title: string
  /** One dim line that says what waits. */
  line?: ReactNode
  /** At the right on the last baseline; several parts are split by a line. */
  right?: ReactNode
}

export function PageHead({ title, line, right }: PageHeadProps) {
  return (
    <header className={`wrap ends ${classes.head}`}>
      <div className="shrinks">
        <h1 className={`page-title ${classes.title}`}>{title}</h1>
        {line && <p className={classes.line}>{line}</p>}
      </div>
      {right && <div className={`muted figures wrap ${classes.right}`}>{right}</div>}
    </header>
  )
}
