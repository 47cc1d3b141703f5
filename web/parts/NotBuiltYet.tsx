import { IconTools } from '@tabler/icons-react'
import classes from './NotBuiltYet.module.css'

/** Stands in for the content of a screen; the screen's heading stands above it. */
export const NotBuiltYet = () => (
  <div className={classes.panel}>
    <IconTools size={20} stroke={1.6} aria-hidden />
    <p>This screen is not built yet.</p>
  </div>
)
