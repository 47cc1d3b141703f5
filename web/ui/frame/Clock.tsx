import { useClock } from '../use-clock.ts'

type ClockProps = {
  every: 1000 | 5000
  format: (now: Date) => string
  className?: string
}

/** Never read aloud by itself. */
export function Clock({ every, format, className }: ClockProps) {
  const shown = useClock(every)
  return (
    <time className={className} dateTime={shown.toISOString()} aria-live="off">
      {format(shown)}
    </time>
  )
}
