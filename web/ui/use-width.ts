import { type RefCallback, useCallback, useState } from 'react'

/** How many px wide a part of the page has inside; 0 until it is known. */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0)
  const watch = useCallback((part: HTMLElement | null) => {
    if (!part) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(part)
    return () => observer.disconnect()
  }, [])
  return [watch, width]
}
