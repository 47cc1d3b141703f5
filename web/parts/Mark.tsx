import { IconUserExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Mark.module.css'

/** What is to be noticed about who did something, and stops nothing. */
export const Mark = ({ children }: { children: ReactNode }) => (
  <p className={`inline ${classes.mark}`}>
    <IconUserExclamation size={14} stroke={2} aria-hidden />
    <span>{children}</span>
  </p>
)
