import type { ReactNode } from 'react'
import { Mark } from '../frame/Mark.tsx'
import classes from './NotFound.module.css'

/** §2.1. Light enough for a visitor who is not signed in. */
export function NotFound({ action }: { action?: ReactNode }) {
  return (
    <div className={`row ${classes.notFound}`}>
      <Mark size={44} />
      <h1 className={classes.title}>Sorry we couldn't find the page that you were looking for.</h1>
      {action}
    </div>
  )
}
