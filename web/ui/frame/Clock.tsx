import { useClock } from '../use-clock.ts'

type ClockProps = {
  every: 1000 | 5000
  format: (now: Date) => string
  now?: () => Date
  className?: string
}

/** Never read aloud by itself. */
export function Clock({ every, format, now, className }: ClockProps) {
  const shown = useClock(every, now)
  return (
    <time className={className} dateTime={shown.toISOString()} aria-live="off">
      {format(shown)}
    </time>
  )
}
