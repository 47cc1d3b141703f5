import classes from './Mark.module.css'

/** Two circles and what they share: the sample, the bag, the match. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg
      className={`still block ${classes.mark}`}
      width={size}
      height={(size * 20) / 28}
      viewBox="0 0 28 20"
      aria-hidden="true"
    >
      <path className={classes.lens} d="M14 3.07a8 8 0 0 1 0 13.86a8 8 0 0 1 0-13.86z" />
      <circle cx="10" cy="10" r="8" />
      <circle cx="18" cy="10" r="8" />
    </svg>
  )
}
