import classes from './WaitingLines.module.css'

/** A skeleton for what is loading outside a table; the width of each line in percent. */
export const WaitingLines = ({ widths }: { widths: readonly number[] }) => (
  <div className={classes.lines} role="status" aria-label="Loading">
    {widths.map((width) => (
      <span key={width} className={`skeleton ${classes.line}`} style={{ width: `${width}%` }} />
    ))}
  </div>
)
