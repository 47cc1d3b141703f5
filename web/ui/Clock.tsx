import { useEffect, useState } from 'react'

type ClockProps = {
  every: 1000 | 5000
  format: (now: Date) => string
  now?: () => Date
  className?: string
}

const systemNow = () => new Date()

/** Ticks on the full second, or on every fifth. Never read aloud by itself. */
export function Clock({ every, format, now = systemNow, className }: ClockProps) {
  const [shown, setShown] = useState(now)

  useEffect(() => {
    let interval: ReturnType<typeof setInterval>
    const tick = () => setShown(now())
    const toNextTick = every - (now().getTime() % every)
    const start = setTimeout(() => {
      tick()
      interval = setInterval(tick, every)
    }, toNextTick)
    return () => {
      clearTimeout(start)
      clearInterval(interval)
    }
  }, [every, now])

  return (
    <time className={className} dateTime={shown.toISOString()} aria-live="off">
      {format(shown)}
    </time>
  )
}
