import { useEffect, useState } from 'react'
import { now as rightNow } from '../server-clock.ts'

/** The time, told again on every full second, or on every fifth. */
export function useClock(every: 1000 | 5000, now: () => Date = rightNow): Date {
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

  return shown
}
