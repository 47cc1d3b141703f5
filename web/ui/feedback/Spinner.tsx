import classes from './Spinner.module.css'

export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg className={classes.spinner} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3a9 9 0 1 0 9 9" />
    </svg>
  )
}
