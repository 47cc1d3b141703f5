import { useCallback, useEffect, useRef, useState } from 'react'

const markMs = 4000

/** The keys of the rows that changed in the last four seconds. */
export function useLiveMarks(): { changed: ReadonlySet<string>; mark: (key: string) => void } {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
    }
  }, [])

  const mark = useCallback((key: string) => {
    clearTimeout(timers.current.get(key))
    setChanged((keys) => new Set(keys).add(key))
    const unmark = () => setChanged((keys) => new Set([...keys].filter((other) => other !== key)))
    timers.current.set(key, setTimeout(unmark, markMs))
  }, [])

  return { changed, mark }
}
