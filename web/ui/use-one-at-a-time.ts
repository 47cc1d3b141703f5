import { useRef, useState } from 'react'

/**
 * One action at a time: a second press while the first is under way is ignored. A React state alone would be too late
 * for two presses in one frame, hence the ref.
 */
export function useOneAtATime<What extends string>() {
  const [doing, setDoing] = useState<What | null>(null)
  const isTaken = useRef(false)

  /** Null if something is under way. */
  async function take<Result>(what: What, act: () => Promise<Result>): Promise<Result | null> {
    if (isTaken.current) return null
    isTaken.current = true
    setDoing(what)
    try {
      return await act()
    } finally {
      isTaken.current = false
      setDoing(null)
    }
  }

  return { doing, take }
}
