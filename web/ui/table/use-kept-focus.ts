import { type RefObject, useLayoutEffect, useRef } from 'react'

/** When the focused element is removed, the frame around it gets the focus; otherwise it would go to the body. */
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
