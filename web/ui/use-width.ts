import { type RefCallback, useCallback, useState } from 'react'

/** How many px wide a part of the page is; 0 until it is known, which is before anything is seen of it. */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0)
  const watch = useCallback((part: HTMLElement | null) => {
    if (!part) return
    const measure = () => setWidth(part.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(part)
    return () => observer.disconnect()
  }, [])
  return [watch, width]
}
