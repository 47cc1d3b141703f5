import classes from './WaitingLines.module.css'

/** The shape of what is on its way, where no table stands that keeps it; each line as wide as told, in percent. */
export const WaitingLines = ({ widths }: { widths: readonly number[] }) => (
  <div className={classes.lines} role="status" aria-label="Loading">
    {widths.map((width) => (
      <span key={width} className={classes.line} style={{ width: `${width}%` }} />
    ))}
  </div>
)
