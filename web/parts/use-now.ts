import { useEffect, useState } from 'react'
import { now as rightNow } from '../server-clock.ts'

/** The time, looked at again now and then: for what is said as "34 min ago". */
export function useNow(everyMs = 15_000): Date {
  const [now, setNow] = useState(rightNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(rightNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
