import { type RefObject, useLayoutEffect, useRef } from 'react'

/** When what had the focus leaves, the focus stays with the frame instead of falling to the page's top. */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, onLost?: () => void) {
  const isInside = useRef(false)
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return
    frame.current?.focus({ preventScroll: true })
    onLost?.()
  })
  return {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: () => {
      isInside.current = false
    },
  }
}
