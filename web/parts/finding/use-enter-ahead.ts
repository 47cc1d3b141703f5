import { useEffect, useEffectEvent, useState } from 'react'

/**
 * An Enter that comes before the answer to what is typed is not lost: it is done once that is there, unless something
 * else was pressed meanwhile. `isEntered`: it came before the field was there.
 */
export function useEnterAhead(isAnswered: boolean, enter: () => void, isEntered = false) {
  const [isWaiting, setIsWaiting] = useState(isEntered)
  const act = useEffectEvent(enter)
  const isDue = isWaiting && isAnswered
  useEffect(() => {
    if (!isDue) return
    setIsWaiting(false)
    act()
  }, [isDue])
  return { wait: () => setIsWaiting(true), forget: () => setIsWaiting(false) }
}
