import type { ReactNode } from 'react'
import classes from './Badge.module.css'

/** `alarm` is for what harms somebody if it is overlooked; the other kinds only colour a status. */
export type BadgeKind = 'grey' | 'red' | 'green' | 'black' | 'amber' | 'alarm'

/** A word with its colour and its sign (14 px, stroke 2.1). */
export function Badge({ kind, icon, children }: { kind: BadgeKind; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={`strong gap-6 inline ${classes.badge}`} data-kind={kind}>
      {icon}
      <span>{children}</span>
    </span>
  )
}
